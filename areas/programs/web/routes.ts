import { globalPilots } from '#kit/contract/right.ts'
import type { AreaRoute } from '#kit/web/route.ts'

export const routes: readonly AreaRoute[] = [
  {
    path: '/admin/public_api',
    title: 'programs.pages.api_keys',
    icon: 'KeyRound',
    category: 'administration',
    group: 'connections',
    order: 280,
    right: 'api_key.read',
    roles: globalPilots,
    feature: 'INTEGRATION',
    when: ({ properties }) => properties.hidePublicApi !== true,
    entity: 'api_key',
    words: ['people', 'organisation'],
    page: () => import('./keys-page.tsx'),
  },
  {
    path: '/admin/public_api/webhooks',
    title: 'programs.pages.webhooks',
    icon: 'Webhook',
    category: 'administration',
    group: 'connections',
    order: 285,
    right: 'webhook.read',
    roles: globalPilots,
    feature: 'INTEGRATION',
    when: ({ properties }) => properties.hidePublicApi !== true,
    entity: 'webhook',
    words: ['people', 'organisation'],
    page: () => import('./webhooks-page.tsx'),
  },
  {
    path: '/admin/public_api/documentation',
    title: 'programs.pages.documentation',
    right: 'api_key.read',
    roles: globalPilots,
    feature: 'INTEGRATION',
    when: ({ properties }) => properties.hidePublicApi !== true,
    page: () => import('./docs/documentation-page.tsx'),
  },
]
