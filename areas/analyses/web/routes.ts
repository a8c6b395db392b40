import { readers } from '#kit/contract/right.ts'
import type { AreaRoute } from '#kit/web/route.ts'

const words = ['people', 'organisation', 'assets', 'catalog', 'scales', 'risks', 'measures', 'actions'] as const

export const routes: readonly AreaRoute[] = [
  {
    path: '/org/risks/analyses',
    title: 'analyses.pages.analyses',
    roles: readers,
    icon: 'Microscope',
    tab: 'app.tabs.analyses',
    under: '/org/risks/all',
    order: 20,
    right: 'risk_analysis.read',
    entity: 'risk_analysis',
    create: 'risk_analysis.write',
    section: 'risk_analysis',
    words,
    page: () => import('./analyses-page.tsx'),
  },
  {
    path: '/org/risks/analysis/$id',
    names: { id: 'risk_analysis' },
    title: 'analyses.pages.analysis',
    roles: readers,
    right: 'risk_scenario.read',
    section: 'risk_analysis',
    words,
    page: () => import('./study-page.tsx'),
  },
]
