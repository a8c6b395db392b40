import { useWords } from '#kit/web/i18n/words.ts'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { looks, type StatusLook } from '#kit/web/ui/status-looks.ts'
import type { EvaluationStatus as Status } from '#areas/campaigns/contract/evaluation.ts'

const looksOf: Readonly<Record<Status, StatusLook>> = {
  NOT_STARTED: looks.waiting,
  STARTED: looks.ongoing,
  WAITING_VALIDATION: looks.awaited,
  VALIDATED: looks.done,
  REJECTED: looks.failed,
  IGNORED: looks.off,
}

/** The status of an evaluation; what waits for its reader says that it does. */
export function EvaluationStatus({ line }: { readonly line: { readonly status: Status; readonly decide?: boolean; readonly not_submitted?: boolean } }) {
  const t = useWords('campaigns')
  const words = line.not_submitted
    ? t('entities.evaluation.fields.not_submitted')
    : line.decide
      ? t('results.map.to_validate')
      : t(`entities.evaluation.choices.status.${line.status}`)
  return <StatusBadge {...(line.not_submitted ? looks.off : looksOf[line.status])}>{words}</StatusBadge>
}
