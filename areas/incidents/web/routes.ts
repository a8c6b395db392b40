import { contributors, readers, writers } from '#kit/contract/right.ts'
import type { AreaRoute } from '#kit/web/route.ts'

const words = ['people', 'organisation', 'policies', 'measures', 'actions', 'exemptions', 'gaps'] as const

export const routes: readonly AreaRoute[] = [
  {
    path: '/ops/incidents',
    title: 'incidents.pages.incidents',
    roles: readers,
    icon: 'Siren',
    category: 'operations',
    order: 30,
    right: 'incident.read',
    entity: 'incident',
    create: 'incident.create',
    badge: 'nb_incidents',
    words,
    page: () => import('./incidents-page.tsx'),
  },
  {
    path: '/incidents/declare',
    title: 'incidents.pages.declare',
    roles: writers,
    icon: 'Siren',
    bar: [{ order: 35, label: 'app.bar.report', icon: 'Siren', roles: contributors }],
    right: 'incident.create',
    words,
    page: () => import('./declare-page.tsx'),
  },
  {
    path: '/contributions/incidents',
    title: 'incidents.pages.my_incidents',
    roles: contributors,
    icon: 'Siren',
    category: 'contributions',
    order: 20,
    right: 'incident.read',
    entity: 'incident',
    create: 'incident.create',
    words,
    page: () => import('./local-incidents-page.tsx'),
  },
]
