import { globalReaders, readers } from '#kit/contract/right.ts'
import type { AreaRoute } from '#kit/web/route.ts'

export const routes: readonly AreaRoute[] = [
  {
    path: '/org2/perimeters',
    title: 'scores.pages.perimeters',
    roles: readers,
    icon: 'Gauge',
    tab: 'app.tabs.scores',
    category: 'performance',
    order: 10,
    right: 'score.read',
    page: () => import('./perimeters-page.tsx'),
  },
  {
    path: '/score-engine/policy-score-coverage',
    title: 'scores.pages.coverage',
    roles: globalReaders,
    when: ({ flags }) => flags.new_policy_coverage === true,
    icon: 'ChartNoAxesColumn',
    under: '/org2/perimeters',
    order: 20,
    right: 'score.read',
    page: () => import('./coverage-page.tsx'),
  },
  {
    path: '/org/policies/$id/scores',
    names: { id: 'policy' },
    title: 'scores.pages.policy',
    roles: readers,
    right: 'score.read',
    words: ['policies'],
    page: () => import('./policy-scores-page.tsx'),
  },
]
