import { contributors, pilots, readers } from '#kit/contract/right.ts'
import type { AreaRoute } from '#kit/web/route.ts'
import { resultRoutes } from './results/result-routes.ts'

const words = ['people', 'organisation', 'questionnaires', 'policies', 'evidence', 'scales', 'actions'] as const

/** An evaluation by its campaign, and as much more as an address says; pilots come here from reviews, whatever their mode (NAV-24). */
const answering = (['', '/$perimeterId', '/$perimeterId/$controlId', '/$perimeterId/$controlId/$questionnaireId'] as const).map((rest): AreaRoute => ({
  path: `/contributions/evaluations/eval/$campaignId${rest}`,
  names: { campaignId: 'campaign' },
  title: 'campaigns.pages.answer',
  roles: [...pilots, ...contributors],
  right: 'evaluation.read',
  words,
  page: () => import('./answer/evaluation-page.tsx'),
}))

export const routes: readonly AreaRoute[] = [
  {
    path: '/ops/campaigns',
    title: 'campaigns.pages.campaigns',
    roles: readers,
    icon: 'ClipboardCheck',
    category: 'operations',
    order: 70,
    right: 'campaign.read',
    entity: 'campaign',
    create: 'campaign.write',
    badge: 'nb_evaluations',
    words,
    page: () => import('./campaigns-page.tsx'),
  },
  {
    path: '/ops/campaigns/all',
    title: 'campaigns.pages.all',
    roles: readers,
    icon: 'ClipboardCheck',
    tab: 'app.tabs.all_campaigns',
    under: '/ops/campaigns',
    order: 10,
    right: 'evaluation.read',
    entity: 'evaluation',
    words,
    page: () => import('./plan/all-evaluations-page.tsx'),
  },
  {
    path: '/ops/campaigns/$id',
    names: { id: 'campaign' },
    title: 'campaigns.pages.campaign',
    roles: readers,
    right: 'evaluation.read',
    words,
    page: () => import('./plan/campaign-page.tsx'),
  },
  {
    path: '/contributions/evaluations',
    title: 'campaigns.pages.mine',
    roles: contributors,
    icon: 'ClipboardCheck',
    category: 'contributions',
    order: 10,
    right: 'evaluation.read',
    entity: 'evaluation',
    words,
    page: () => import('./my-evaluations-page.tsx'),
  },
  ...answering,
  ...resultRoutes,
]
