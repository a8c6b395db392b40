import { ChevronRight } from 'lucide-react'
import { daysFrom } from '#areas/runbooks/contract/recurrence.ts'
import { timeName, weekOf } from '#areas/runbooks/contract/time-name.ts'
import { dayOf, useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
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
        <span>{t('today.as_well', { count: others.length, of: row.periodicity ?? '' })}</span>
        <small data-late={late > 0 || undefined}>
          {weeks.length > 0 ? weeks.slice(-named).join(', ') : late > 0 ? t('entry.late', { count: format.number(late) }) : null}
        </small>
      </summary>
      <ul>
        {others.map((one) => (
          <li key={one.id}>
            <button type="button" onClick={() => onChoose(one)}>
              <span>{timeName(one, format.language)}</span>
              {one.late ? <small data-late>{t('today.late_by', { days: daysFrom(one.due_date ?? today, today) })}</small> : null}
              <ChevronRight size={16} aria-hidden />
            </button>
          </li>
        ))}
      </ul>
    </details>
  )
}
