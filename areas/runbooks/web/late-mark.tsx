import { Clock } from 'lucide-react'
import { daysFrom } from '#areas/runbooks/contract/recurrence.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Row } from '#kit/web/ui/layout.tsx'

/** For how many days something has been late. */
export function LateMark({ due, today }: { readonly due: string | null; readonly today: string }) {
  const t = useWords('runbooks')
  return (
    <Row as="span" inline align="center" gap={4} padY={2} padX={8} corner={6} fill="bad" tone="bad" weight={550}>
      <Clock size={13} aria-hidden /> {t('today.late_by', { days: daysFrom(due ?? today, today) })}
    </Row>
  )
}
