import { globalPilots, globalReaders } from '#kit/contract/right.ts'
import type { AreaRoute } from '#kit/web/route.ts'

export const routes: readonly AreaRoute[] = [
  {
    path: '/org/policies/shelf',
    title: 'library.pages.shelf',
    roles: globalPilots,
    right: 'library.import',
    page: () => import('./shelf/shelf-page.tsx'),
  },
  {
    path: '/org/policies/imported/$id',
    title: 'library.pages.imported',
    roles: globalPilots,
    right: 'library.import',
    page: () => import('./added-page.tsx'),
  },
  {
    path: '/org/policies/import',
    title: 'library.pages.import',
    roles: globalPilots,
    right: 'library.import',
    page: () => import('./import-page.tsx'),
  },
  {
    path: '/admin/catalog/libraries',
    title: 'library.pages.libraries',
    roles: globalReaders,
    feature: 'CATALOG',
    icon: 'LibraryBig',
    category: 'administration',
    group: 'catalogues',
    order: 350,
    right: 'library.read',
    entity: 'library',
    page: () => import('./libraries-page.tsx'),
  },
  {
    path: '/admin/import_reports',
    title: 'library.pages.import_reports',
    roles: globalPilots,
    icon: 'FileClock',
    category: 'administration',
    group: 'connections',
    order: 290,
    right: 'import_report.read',
    entity: 'import_report',
    page: () => import('./import-reports-page.tsx'),
  },
]
