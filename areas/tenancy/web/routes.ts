import { globalPilots } from '#kit/contract/right.ts'
import type { AreaRoute } from '#kit/web/route.ts'

export const routes: readonly AreaRoute[] = [
  {
    path: '/admin/customer',
    title: 'tenancy.pages.customers',
    icon: 'Building2',
    category: 'administration',
    order: 10,
    right: 'customer.read',
    tenant: false,
    page: () => import('./customers-page.tsx'),
  },
  {
    path: '/admin/instance',
    title: 'tenancy.pages.instance',
    icon: 'Server',
    category: 'administration',
    order: 20,
    right: 'instance.read',
    staff: ['ROOT', 'SUPPORT'],
    tenant: false,
    page: () => import('./instance-page.tsx'),
  },
  {
    path: '/admin/login-message',
    title: 'tenancy.pages.login_message',
    icon: 'MessageSquareText',
    category: 'administration',
    order: 30,
    right: 'login_message.write',
    staff: ['ROOT'],
    // Only on a catalog instance (NAV-45).
    when: ({ instance_type: type }) => type === 'catalog',
    tenant: false,
    page: () => import('./login-message-page.tsx'),
  },
  {
    path: '/admin/preferences',
    title: 'tenancy.pages.preferences',
    icon: 'Settings2',
    category: 'administration',
    order: 250,
    right: 'organisation_settings.read',
    roles: globalPilots,
    feature: 'SETTINGS',
    page: () => import('./preferences-page.tsx'),
  },
  { path: '/cgu', title: 'tenancy.pages.terms', icon: 'FileText', tenant: 'any', page: () => import('./terms-page.tsx') },
]
