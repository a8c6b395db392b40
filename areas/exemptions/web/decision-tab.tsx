import { exemption } from '#areas/exemptions/contract/exemption.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { DecisionView } from '#kit/web/resource/decision-view.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { useDecisions, type Exemption } from './exemption-api.ts'

/** What was requested and decided, with what was submitted beside the exemption as it is. */
export function DecisionTab({ row }: { readonly row: Exemption }) {
  const t = useWords('exemptions')
  const { data, error, refetch } = useDecisions(row)
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={6} />
  const label = (status: 'GRANTED' | 'REJECTED') => t(`entities.exemption.choices.status.${status}`)
  return (
    <DecisionView
      entity={exemption}
      row={row}
      decisions={data.objects}
      paper={`/exemption/${row.id}/exemption_request_report`}
      outcomes={{ GRANTED: { label: label('GRANTED'), approves: true }, REJECTED: { label: label('REJECTED') } }}
    />
  )
}
