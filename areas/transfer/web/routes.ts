import { globalPilots } from '#kit/contract/right.ts'
import type { AreaRoute } from '#kit/web/route.ts'

export const routes: readonly AreaRoute[] = [
  {
    path: '/admin/archive',
    title: 'transfer.pages.archive',
    icon: 'Boxes',
    category: 'administration',
    group: 'sign_in',
    order: 305,
    right: 'archive.write',
    roles: globalPilots,
    page: () => import('./archive-page.tsx'),
  },
  {
    path: '/admin/archive-import',
    title: 'transfer.pages.archive_import',
    icon: 'Boxes',
    category: 'administration',
    group: 'instance',
    order: 15,
    right: 'archive.import',
    staff: ['ROOT'],
    tenant: false,
    page: () => import('./import-page.tsx'),
  },
]
