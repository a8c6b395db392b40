import { evaluation } from '#areas/campaigns/contract/evaluation.ts'
import { useNavigate } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { WorkListPage } from '#kit/web/work/work-list-page.tsx'
import { evaluationTransitions } from './presentation.ts'
import { useUnscored } from './results/results-api.ts'

const defaults = { filters: [{ name: 'closed', selected_options: [false] }] }

/** What somebody is asked to evaluate or to validate (NAV-24); each opens where it is answered. */
export function Page() {
  const navigate = useNavigate()
  return (
    <WorkListPage
      entity={evaluation}
      defaults={defaults}
      without={useUnscored()}
      transitions={evaluationTransitions}
      onOpen={({ campaign, perimeter }) =>
        void navigate({
          to: path('/contributions/evaluations/eval/$campaignId/$perimeterId', { campaignId: campaign?.id ?? 0, perimeterId: perimeter?.id ?? 0 }),
        })
      }
    />
  )
}
