import { contributors, readers, type Role } from '#kit/contract/right.ts'
import type { AreaRoute } from '#kit/web/route.ts'

const words = ['scores', 'questionnaires', 'actions'] as const
const resultsOf = (root: '/ops/campaigns' | '/contributions/evaluations', roles: readonly Role[]): AreaRoute[] => {
  const shared = { roles, right: 'campaign.read', names: { campaignId: 'campaign' }, words } as const
  const page = () => import('./results-page.tsx')
  return [
    { ...shared, path: `${root}/results/$campaignId`, title: 'campaigns.results.pages.results', page },
    { ...shared, path: `${root}/results/$campaignId/$perimeterId`, title: 'campaigns.results.pages.perimeter', page },
    {
      ...shared,
      path: `${root}/results/$campaignId/$perimeterId/eval-details`,
      title: 'campaigns.results.pages.details',
      page: () => import('./details-page.tsx'),
    },
  ]
}

export const resultRoutes: readonly AreaRoute[] = [
  ...resultsOf('/ops/campaigns', readers),
  ...resultsOf('/contributions/evaluations', contributors),
  {
    path: '/org/questionnaires/$id/results',
    names: { id: 'questionnaire' },
    title: 'campaigns.results.pages.questionnaire',
    roles: readers,
    right: 'questionnaire.read',
    words,
    page: () => import('./questionnaire-page.tsx'),
  },
]
