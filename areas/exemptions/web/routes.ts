import { contributors, readers } from '#kit/contract/right.ts'
import type { AreaRoute } from '#kit/web/route.ts'

const words = ['people', 'organisation', 'policies', 'measures', 'actions', 'incidents', 'gaps'] as const

export const routes: readonly AreaRoute[] = [
  {
    path: '/ops/exemptions',
    title: 'exemptions.pages.exemptions',
    roles: readers,
    icon: 'ShieldOff',
    category: 'operations',
    order: 40,
    right: 'exemption_register.read',
    entity: 'exemption_register',
    create: 'exemption_register.write',
    words,
    page: () => import('./exemptions-page.tsx'),
  },
  {
    path: '/ops/exemptions/$id',
    names: { id: 'exemption_register' },
    title: 'exemptions.pages.exemption_register',
    roles: readers,
    right: 'exemption.read',
    words,
    page: () => import('./exemption-register-page.tsx'),
  },
  {
    path: '/ops/exemptions/all',
    title: 'exemptions.pages.all_exemptions',
    roles: readers,
    right: 'exemption.read',
    entity: 'exemption',
    create: 'exemption.create',
    words,
    page: () => import('./all-exemptions-page.tsx'),
  },
  {
    path: '/ops/exemptions/debt',
    title: 'exemptions.pages.exemption_debt',
    roles: readers,
    icon: 'Hourglass',
    category: 'performance',
    order: 70,
    right: 'score.read',
    words,
    page: () => import('./debt-page.tsx'),
  },
  {
    path: '/contributions/exemptions',
    title: 'exemptions.pages.my_exemptions',
    roles: contributors,
    icon: 'ShieldOff',
    category: 'contributions',
    order: 30,
    right: 'exemption.read',
    entity: 'exemption',
    create: 'exemption.create',
    words,
    page: () => import('./local-exemptions-page.tsx'),
  },
]
