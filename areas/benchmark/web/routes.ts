import { readers } from '#kit/contract/right.ts'
import type { AreaRoute } from '#kit/web/route.ts'

export const routes: readonly AreaRoute[] = [
  {
    path: '/org2/benchmark',
    title: 'benchmark.pages.benchmark',
    roles: readers,
    icon: 'ChartScatter',
    under: '/org2/perimeters',
    order: 40,
    right: 'benchmark.read',
    words: ['tenancy'],
    page: () => import('./benchmark-page.tsx'),
  },
]
