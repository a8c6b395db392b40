import { Clock } from 'lucide-react'
import { daysFrom } from '#areas/runbooks/contract/recurrence.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import css from './late-mark.module.css'

/** For how many days something has been late. */
export function LateMark({ due, today }: { readonly due: string | null; readonly today: string }) {
  const t = useWords('runbooks')
  return (
    <span className={css.late}>
      <Clock size={13} aria-hidden /> {t('today.late_by', { days: daysFrom(due ?? today, today) })}
    </span>
  )
}
