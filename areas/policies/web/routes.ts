import { globalReaders, readers } from '#kit/contract/right.ts'
import type { AreaRoute } from '#kit/web/route.ts'

export const routes: readonly AreaRoute[] = [
  {
    path: '/admin/catalog/policies',
    title: 'policies.pages.shared',
    tenant: 'any',
    roles: globalReaders,
    staff: ['ROOT', 'SUPPORT', 'STAFF_PLUS'],
    feature: 'CATALOG',
    icon: 'Share2',
    category: 'administration',
    order: 180,
    right: 'shared_catalog.read',
    page: () => import('./shared/shared-page.tsx'),
  },
  {
    path: '/org/policies',
    title: 'policies.pages.policies',
    roles: readers,
    icon: 'ScrollText',
    category: 'strategy',
    order: 20,
    right: 'policy.read',
    entity: 'policy',
    create: 'policy.create',
    page: () => import('./policies-page.tsx'),
  },
  {
    path: '/org/policies/requirements',
    title: 'policies.pages.requirements',
    roles: readers,
    right: 'policy.read',
    entity: 'control',
    page: () => import('./requirements-page.tsx'),
  },
  {
    path: '/org/policies/$id',
    names: { id: 'policy' },
    title: 'policies.pages.policy',
    roles: readers,
    right: 'policy.read',
    page: () => import('./policy-page.tsx'),
  },
  {
    path: '/admin/catalog/policies/$id/diff/$ref',
    names: { id: 'policy' },
    title: 'policies.pages.difference',
    roles: readers,
    right: 'policy.read',
    page: () => import('./difference-page.tsx'),
  },
]
