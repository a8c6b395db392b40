import { globalPilots, readers } from '#kit/contract/right.ts'
import type { AreaRoute } from '#kit/web/route.ts'

export const routes: readonly AreaRoute[] = [
  {
    path: '/org/modeling',
    title: 'organisation.pages.modeling',
    roles: readers,
    icon: 'Network',
    category: 'strategy',
    order: 50,
    right: 'organisation.read',
    entity: 'perimeter',
    create: 'perimeter.create',
    page: () => import('./modeling-page.tsx'),
  },
  {
    path: '/org/groupings',
    title: 'organisation.pages.tags',
    roles: readers,
    icon: 'Tags',
    category: 'strategy',
    order: 60,
    right: 'organisation.read',
    entity: 'tag',
    create: 'tag.write',
    page: () => import('./groupings-page.tsx'),
  },
  {
    path: '/org/modeling/properties',
    title: 'organisation.pages.values',
    roles: readers,
    right: 'organisation.read',
    entity: 'perimeter_property_value',
    page: () => import('./property-values-page.tsx'),
  },
  {
    path: '/admin/perimeter_properties',
    title: 'organisation.pages.properties',
    roles: globalPilots,
    icon: 'ClipboardList',
    category: 'administration',
    order: 80,
    right: 'perimeter_property.write',
    entity: 'perimeter_property',
    create: 'perimeter_property.write',
    page: () => import('./property-definitions-page.tsx'),
  },
]
