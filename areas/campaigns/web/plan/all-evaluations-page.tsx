import { evaluation } from '#areas/campaigns/contract/evaluation.ts'
import { evaluationTransitions } from '#areas/campaigns/web/presentation.ts'
import { useUnscored } from '#areas/campaigns/web/results/results-api.ts'
import { WorkListPage } from '#kit/web/work/work-list-page.tsx'

/** The evaluations of every campaign that the reader finds, such as those that wait for them. */
export const Page = () => <WorkListPage entity={evaluation} list="all_evaluations" without={useUnscored()} transitions={evaluationTransitions} />
