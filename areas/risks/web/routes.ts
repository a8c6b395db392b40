import { contributors, readers } from '#kit/contract/right.ts'
import type { AreaRoute } from '#kit/web/route.ts'

const words = ['people', 'organisation', 'scales', 'catalog', 'measures', 'actions', 'incidents', 'exemptions', 'gaps'] as const

export const routes: readonly AreaRoute[] = [
  {
    path: '/org/risks',
    title: 'risks.pages.risks',
    roles: readers,
    icon: 'TriangleAlert',
    category: 'strategy',
    order: 40,
    right: 'risk_register.read',
    entity: 'risk_register',
    create: 'risk_register.write',
    words,
    page: () => import('./risks-page.tsx'),
  },
  {
    path: '/org/risks/registers/$id',
    names: { id: 'risk_register' },
    title: 'risks.pages.risk_register',
    roles: readers,
    right: 'risk.read',
    words,
    page: () => import('./register-page.tsx'),
  },
  {
    path: '/org/risks/all',
    title: 'risks.pages.all_risks',
    roles: readers,
    right: 'risk.read',
    entity: 'risk',
    create: 'risk.manage',
    words,
    page: () => import('./all-risks-page.tsx'),
  },
  {
    path: '/contributions/risks',
    title: 'risks.pages.my_risks',
    roles: contributors,
    icon: 'TriangleAlert',
    category: 'contributions',
    order: 50,
    right: 'risk.read',
    entity: 'risk',
    words,
    page: () => import('./local-risks-page.tsx'),
  },
]
