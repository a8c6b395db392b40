import { readers } from '#kit/contract/right.ts'
import type { AreaRoute } from '#kit/web/route.ts'

const words = ['organisation'] as const

export const routes: readonly AreaRoute[] = [
  {
    path: '/org/assets',
    title: 'assets.pages.assets',
    tab: 'app.tabs.assets',
    roles: readers,
    icon: 'Boxes',
    under: '/org/risks/all',
    order: 30,
    section: 'risk_analysis',
    right: 'supporting_asset.read',
    entity: 'supporting_asset',
    create: 'supporting_asset.write',
    words,
    page: () => import('./assets-page.tsx'),
  },
  {
    path: '/org/assets/values',
    title: 'assets.pages.values',
    tab: 'app.tabs.values',
    roles: readers,
    icon: 'Boxes',
    under: '/org/risks/all',
    order: 40,
    section: 'risk_analysis',
    right: 'business_value.read',
    entity: 'business_value',
    create: 'business_value.write',
    words,
    page: () => import('./values-page.tsx'),
  },
]
