import { ChevronRight } from 'lucide-react'
import { daysFrom } from '#areas/runbooks/contract/recurrence.ts'
import { timeName, weekOf } from '#areas/runbooks/contract/time-name.ts'
import { dayOf, useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Text } from '#kit/web/ui/text.tsx'
import type { Occurrence } from './occurrence-api.ts'
import css from './today.module.css'

/** How many are named while they are folded. */
const named = 3

interface EarlierTimesProps {
  readonly row: Occurrence
  readonly others: readonly Occurrence[]
  readonly onChoose: (row: Occurrence) => void
}

/** The other times of a task that wait, folded; each is opened and answered alone. */
export function EarlierTimes({ row, others, onChoose }: EarlierTimesProps) {
  const t = useWords('runbooks')
  const format = useFormat()
  if (others.length === 0) return null
  const today = dayOf()
  const late = others.filter((one) => one.late).length
  const weeks = row.periodicity === 'WEEKLY' ? others.toReversed().map(({ period_start: start }) => weekOf(start ?? today)) : []
  return (
    <details className={css.earlier}>
      <summary>
        <ChevronRight size={16} aria-hidden />
        <Text grow>{t('today.as_well', { count: others.length, of: row.periodicity ?? '' })}</Text>
        <Text as="small" tone="soft" data-late={late > 0 || undefined}>
          {weeks.length > 0 ? weeks.slice(-named).join(', ') : late > 0 ? t('entry.late', { count: format.number(late) }) : null}
        </Text>
      </summary>
      <ul>
        {others.map((one) => (
          <Text as="li" edge="soft-above" key={one.id}>
            <button type="button" onClick={() => onChoose(one)}>
              <Text grow>{timeName(one, format.language)}</Text>
              {one.late ? (
                <Text as="small" tone="soft" data-late>
                  {t('today.late_by', { days: daysFrom(one.due_date ?? today, today) })}
                </Text>
              ) : null}
              <ChevronRight size={16} aria-hidden />
            </button>
          </Text>
        ))}
      </ul>
    </details>
  )
}
