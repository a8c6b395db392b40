import { contributors, readers } from '#kit/contract/right.ts'
import type { AreaRoute } from '#kit/web/route.ts'

const words = ['people', 'organisation', 'scales', 'catalog', 'measures', 'actions', 'incidents', 'exemptions', 'gaps'] as const

export const routes: readonly AreaRoute[] = [
  {
    path: '/org/risks',
    title: 'risks.pages.risk_registers',
    roles: readers,
    icon: 'Grid3x3',
    tab: 'app.tabs.registers',
    under: '/org/risks/all',
    order: 10,
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
    title: 'risks.pages.risks',
    roles: readers,
    icon: 'Grid3x3',
    category: 'strategy',
    order: 30,
    right: 'risk.read',
    entity: 'risk',
    create: 'risk.manage',
    badge: 'nb_risks',
    words,
    page: () => import('./all-risks-page.tsx'),
  },
  {
    path: '/contributions/risks',
    title: 'risks.pages.my_risks',
    roles: contributors,
    icon: 'Grid3x3',
    category: 'contributions',
    order: 50,
    right: 'risk.read',
    entity: 'risk',
    words,
    page: () => import('./local-risks-page.tsx'),
  },
]
