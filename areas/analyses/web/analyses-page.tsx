import { useLocation } from '@tanstack/react-router'
import { riskAnalysis } from '#areas/analyses/contract/risk-analysis.ts'
import { Navigate, useNavigate } from '#kit/web/navigation.ts'
import { listAhead } from '#kit/web/resource/list-ahead.ts'
import { path } from '#kit/web/route.ts'
import { WorkListPage } from '#kit/web/work/work-list-page.tsx'
import { analysisTransitions } from './presentation.tsx'

export const ahead = listAhead(riskAnalysis)

/** Analyses of the organisation: each opens on a page of its own, where it was left. */
export function Page() {
  const navigate = useNavigate()
  const id = useLocation({ select: ({ search }) => Number((search as { id?: unknown }).id) })
  if (Number.isInteger(id)) return <Navigate to={path('/org/risks/analysis/$id', { id })} replace />
  return (
    <WorkListPage
      entity={riskAnalysis}
      transitions={analysisTransitions}
      onOpen={(row) => void navigate({ to: path('/org/risks/analysis/$id', { id: row.id }) })}
    />
  )
}
