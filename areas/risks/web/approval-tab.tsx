import { risk } from '#areas/risks/contract/risk.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { DecisionView } from '#kit/web/resource/decision-view.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { StaleNote } from './stale-note.tsx'
import { useDecisions, type Risk } from './risk-api.ts'

/** What was asked and decided, with the frozen copy beside the risk as it is. */
export function ApprovalTab({ row }: { readonly row: Risk }) {
  const t = useWords('risks')
  const { data, error, refetch } = useDecisions(row)
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={6} />
  const label = (status: 'APPROVED' | 'REJECTED') => t(`entities.risk.choices.status.${status}`)
  return (
    <>
      <StaleNote row={row} />
      <DecisionView
        entity={risk}
        row={row}
        decisions={data}
        paper={`/risk/${row.id}/risk_approval_report`}
        outcomes={{ APPROVED: { label: label('APPROVED'), approves: true }, REJECTED: { label: label('REJECTED') } }}
      />
    </>
  )
}
