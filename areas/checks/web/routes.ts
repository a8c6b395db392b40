import { readers } from '#kit/contract/right.ts'
import type { AreaRoute } from '#kit/web/route.ts'

export const routes: readonly AreaRoute[] = [
  {
    path: '/checks',
    title: 'checks.pages.checks',
    roles: readers,
    icon: 'ClipboardCheck',
    under: '/org2/perimeters',
    order: 30,
    right: 'check.read',
    page: () => import('./checks-page.tsx'),
  },
]
