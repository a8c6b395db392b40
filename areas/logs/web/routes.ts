import { globalReaders } from '#kit/contract/right.ts'
import type { AreaRoute } from '#kit/web/route.ts'

export const routes: readonly AreaRoute[] = [
  {
    path: '/admin/logs',
    title: 'logs.pages.logs',
    icon: 'ScrollText',
    category: 'administration',
    group: 'sign_in',
    order: 300,
    right: 'log.read',
    roles: globalReaders,
    staff: ['ROOT', 'SUPPORT', 'STAFF_PLUS'],
    tenant: 'any',
    page: () => import('./logs-page.tsx'),
  },
]
