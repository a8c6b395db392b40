import type { OccurrenceAnswer } from '#areas/runbooks/contract/occurrence.ts'
import { failureText } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { toast } from '#kit/web/ui/toast.ts'
import { takeBack, type Occurrence } from './occurrence-api.ts'

/** How long an answer can be taken back where it was given, in milliseconds. */
export const undoFor = 6000

/** Says what was answered, and lets it be taken back for a moment. */
export function useAnswered() {
  const t = useWords('runbooks')
  return (row: Occurrence, answer: OccurrenceAnswer) =>
    toast.success(t('today.said', { name: row.name ?? '', answer: t(`entities.occurrence.choices.answer.${answer}`) }), {
      action: { label: t('today.undo'), run: () => void takeBack(row).catch((reason: unknown) => toast.error(failureText(reason))) },
      duration: undoFor,
    })
}
