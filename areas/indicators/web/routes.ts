import { readers } from '#kit/contract/right.ts'
import type { AreaRoute } from '#kit/web/route.ts'

export const routes: readonly AreaRoute[] = [
  {
    path: '/indicators/dashboard',
    title: 'indicators.pages.indicators',
    roles: readers,
    icon: 'Activity',
    category: 'performance',
    order: 20,
    right: 'indicator.read',
    entity: 'indicator',
    create: 'indicator.write',
    words: ['people', 'organisation', 'metrics'],
    page: () => import('./indicators-page.tsx'),
  },
  {
    path: '/admin/internal_indicators',
    title: 'indicators.pages.internal_indicators',
    icon: 'Activity',
    category: 'administration',
    group: 'instance',
    order: 430,
    right: 'internal_indicator.read',
    staff: ['ROOT', 'SUPPORT'],
    tenant: false,
    words: ['metrics'],
    page: () => import('./internal-indicators-page.tsx'),
  },
]
