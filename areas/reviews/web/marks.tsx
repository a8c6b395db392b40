import { review } from '#areas/reviews/contract/review.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { RecordMarks } from '#kit/web/resource/record-marks.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import type { Review } from './reviews-api.ts'

/** How the review stands, since when, and what opened or who closed it. */
export function Marks({ row }: { readonly row: Review }) {
  const t = useWords('reviews')
  const format = useFormat()
  const action = row.remediation?.identifier
  const opened = format.date(row.created_at)
  const text =
    row.status === 'CLOSED' && row.manager
      ? t('panel.closed_by', { day: format.date(row.timestamp), name: row.manager.name ?? '' })
      : action
        ? t('panel.opened_by', { day: opened, action })
        : t('panel.opened', { day: opened })
  return (
    <>
      <RecordMarks entity={review} row={{ ...row }} />
      <Text size={12} tone="soft">
        {text}
      </Text>
    </>
  )
}
