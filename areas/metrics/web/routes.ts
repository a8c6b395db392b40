import { contributors, readers } from '#kit/contract/right.ts'
import type { AreaRoute } from '#kit/web/route.ts'

const words = ['people', 'organisation'] as const

export const routes: readonly AreaRoute[] = [
  {
    path: '/reporting/metrics',
    title: 'metrics.pages.metrics',
    roles: readers,
    feature: 'DASHBOARDS',
    icon: 'ChartSpline',
    under: '/indicators/dashboard',
    order: 10,
    right: 'metric.read',
    entity: 'metric',
    create: 'metric.write',
    words,
    page: () => import('./metrics-page.tsx'),
  },
  {
    path: '/contributions/metrics',
    title: 'metrics.pages.my_metrics',
    roles: contributors,
    icon: 'ChartSpline',
    category: 'contributions',
    order: 60,
    right: 'metric.read',
    entity: 'metric',
    words,
    page: () => import('./my-metrics-page.tsx'),
  },
  {
    path: '/admin/internal_metrics',
    title: 'metrics.pages.internal_metrics',
    icon: 'ChartSpline',
    category: 'administration',
    group: 'instance',
    order: 440,
    right: 'internal_metric.read',
    staff: ['ROOT', 'SUPPORT'],
    tenant: false,
    page: () => import('./internal-metrics-page.tsx'),
  },
]
