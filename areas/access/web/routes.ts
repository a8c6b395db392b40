import { globalPilots } from '#kit/contract/right.ts'
import type { AreaRoute } from '#kit/web/route.ts'

export const routes: readonly AreaRoute[] = [
  {
    path: '/admin/auth_config',
    title: 'access.pages.auth_config',
    icon: 'KeyRound',
    category: 'administration',
    group: 'sign_in',
    order: 260,
    right: 'auth_config.read',
    roles: globalPilots,
    staff: ['ROOT', 'SUPPORT'],
    tenant: 'any',
    entity: 'auth_config',
    counts: null,
    words: ['people'],
    page: () => import('./auth-config-page.tsx'),
  },
]
