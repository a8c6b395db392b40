import { globalPilots } from '#kit/contract/right.ts'
import type { AreaRoute } from '#kit/web/route.ts'

export const routes: readonly AreaRoute[] = [
  {
    path: '/admin/customer_connectors/$id/tickets',
    title: 'ticketing.pages.tickets',
    right: 'ticket_join.read',
    roles: globalPilots,
    feature: 'INTEGRATION',
    when: ({ properties }) => properties.has_connector === true && properties.connector_allowed === true,
    names: { id: 'customer_connector' },
    words: ['actions', 'runbooks'],
    page: () => import('./tickets-page.tsx'),
  },
]
