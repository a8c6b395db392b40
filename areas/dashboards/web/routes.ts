import { globalPilots, readers } from '#kit/contract/right.ts'
import type { AreaRoute } from '#kit/web/route.ts'

export const routes: readonly AreaRoute[] = [
  {
    path: '/home',
    title: 'dashboards.pages.cockpit',
    icon: 'House',
    category: 'my_space',
    order: 10,
    bar: [{ order: 10, label: 'app.bar.cockpit', icon: 'House', roles: readers }],
    bare: true,
    words: ['scores'],
    page: () => import('./cockpit-page.tsx'),
  },
  {
    path: '/org2/forecast',
    title: 'dashboards.pages.forecast',
    roles: readers,
    icon: 'TrendingDown',
    tab: 'app.tabs.forecast',
    under: '/org2/perimeters',
    order: 10,
    right: 'score.read',
    words: ['scores'],
    page: () => import('./forecast/forecast-page.tsx'),
  },
  {
    path: '/home/onboarding/$step',
    title: 'dashboards.pages.onboarding',
    roles: globalPilots,
    right: 'onboarding.write',
    bare: true,
    words: ['tenancy', 'people', 'actions', 'scores'],
    page: () => import('./onboarding/onboarding-page.tsx'),
  },
]
