import { everyRole, pilots, readers } from '#kit/contract/right.ts'
import type { AreaRoute } from '#kit/web/route.ts'

const words = ['people', 'organisation'] as const

export const routes: readonly AreaRoute[] = [
  {
    path: '/reporting/dashboards',
    title: 'reporting.pages.dashboards',
    roles: readers,
    feature: 'DASHBOARDS',
    icon: 'LayoutDashboard',
    category: 'performance',
    order: 30,
    right: 'dashboard.read',
    entity: 'dashboard',
    create: 'dashboard.write',
    words,
    page: () => import('./dashboards-page.tsx'),
  },
  {
    path: '/reporting/dashboards/cockpit',
    title: 'reporting.pages.cockpit',
    roles: readers,
    feature: 'DASHBOARDS',
    right: 'dashboard.read',
    words,
    page: () => import('./cockpit-page.tsx'),
  },
  {
    path: '/reporting/dashboards/$id/builder',
    names: { id: 'dashboard' },
    title: 'reporting.pages.builder',
    roles: pilots,
    feature: 'DASHBOARDS',
    right: 'dashboard.write',
    words,
    page: () => import('./builder/builder-page.tsx'),
  },
  {
    path: '/reporting/dashboards/$id/viewer',
    names: { id: 'dashboard' },
    title: 'reporting.pages.viewer',
    roles: everyRole,
    feature: 'DASHBOARDS',
    bare: true,
    right: 'dashboard.read',
    words,
    page: () => import('./viewer/viewer-page.tsx'),
  },
  {
    path: '/home/$dashboardId',
    names: { dashboardId: 'dashboard' },
    title: 'reporting.pages.viewer',
    roles: everyRole,
    bare: true,
    right: 'dashboard.read',
    words,
    page: () => import('./viewer/home-page.tsx'),
  },
]
