import { globalPilots } from '#kit/contract/right.ts'
import type { AreaRoute } from '#kit/web/route.ts'

const shared = {
  right: 'scim_connection.read',
  roles: globalPilots,
  feature: 'INTEGRATION',
  when: ({ properties }) => properties.hidePublicApi !== true,
  words: ['people', 'organisation'],
} as const satisfies Partial<AreaRoute>

export const routes: readonly AreaRoute[] = [
  {
    ...shared,
    path: '/admin/public_api/scim',
    title: 'scim.pages.scim',
    icon: 'Users',
    category: 'administration',
    group: 'connections',
    order: 288,
    entity: 'scim_connection',
    page: () => import('./connections-page.tsx'),
  },
  {
    ...shared,
    path: '/admin/public_api/scim/$id',
    title: 'scim.pages.scim',
    names: { id: 'scim_connection' },
    shows: 'scim_connection',
    page: () => import('./connection-page.tsx'),
  },
]
