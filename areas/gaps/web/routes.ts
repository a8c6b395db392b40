import { contributors, readers } from '#kit/contract/right.ts'
import type { AreaRoute } from '#kit/web/route.ts'

const words = ['people', 'organisation', 'policies', 'measures', 'actions', 'incidents', 'exemptions'] as const

export const routes: readonly AreaRoute[] = [
  {
    path: '/ops/gaps',
    title: 'gaps.pages.gap_registers',
    roles: readers,
    icon: 'SearchX',
    tab: 'app.tabs.registers',
    under: '/ops/gaps/all',
    order: 10,
    right: 'gap_register.read',
    entity: 'gap_register',
    create: 'gap_register.write',
    words,
    page: () => import('./gaps-page.tsx'),
  },
  {
    path: '/ops/gaps/$id',
    names: { id: 'gap_register' },
    title: 'gaps.pages.gap_register',
    roles: readers,
    right: 'gap.read',
    words,
    page: () => import('./gap-register-page.tsx'),
  },
  {
    path: '/ops/gaps/all',
    title: 'gaps.pages.gaps',
    roles: readers,
    icon: 'SearchX',
    category: 'operations',
    order: 40,
    right: 'gap.read',
    entity: 'gap',
    create: 'gap.manage',
    badge: 'nb_gaps',
    words,
    page: () => import('./all-gaps-page.tsx'),
  },
  {
    path: '/contributions/gaps',
    title: 'gaps.pages.my_gaps',
    roles: contributors,
    icon: 'SearchX',
    category: 'contributions',
    order: 25,
    right: 'gap.read',
    entity: 'gap',
    words,
    page: () => import('./local-gaps-page.tsx'),
  },
]
