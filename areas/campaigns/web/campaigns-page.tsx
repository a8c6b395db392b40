import { useLocation } from '@tanstack/react-router'
import { useMemo } from 'react'
import { campaign } from '#areas/campaigns/contract/campaign.ts'
import { Navigate, useNavigate } from '#kit/web/navigation.ts'
import { listAhead } from '#kit/web/resource/list-ahead.ts'
import { path } from '#kit/web/route.ts'
import { WorkListPage } from '#kit/web/work/work-list-page.tsx'
import { PlanDetails } from './plan/plan-details.tsx'
import { campaignTransitions } from './presentation.ts'

const views = { gantt: { start: 'date_start', end: 'limit_date_evaluation', status: 'status', progress: 'progress', who: 'manager' } } as const

export const ahead = listAhead(campaign)

/** Campaigns of the organisation (NAV-18): a new one is planned in steps, a known one opens on a page of its own. */
export function Page() {
  const navigate = useNavigate()
  const id = useLocation({ select: ({ search }) => Number((search as { id?: unknown }).id) })
  const panel = useMemo(() => ({ Details: PlanDetails }), [])
  if (Number.isInteger(id)) return <Navigate to={path('/ops/campaigns/$id', { id })} replace />
  return (
    <WorkListPage
      entity={campaign}
      transitions={campaignTransitions}
      views={views}
      panel={panel}
      onOpen={(row) => void navigate({ to: path('/ops/campaigns/$id', { id: row.id }) })}
    />
  )
}
