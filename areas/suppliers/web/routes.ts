import { readers } from '#kit/contract/right.ts'
import type { AreaRoute } from '#kit/web/route.ts'

const words = ['people', 'organisation', 'evidence', 'incidents', 'exemptions', 'gaps', 'campaigns'] as const

export const routes: readonly AreaRoute[] = [
  {
    path: '/ops/suppliers',
    title: 'suppliers.pages.suppliers',
    roles: readers,
    icon: 'BriefcaseBusiness',
    category: 'operations',
    order: 70,
    right: 'supplier.read',
    entity: 'supplier',
    create: 'supplier.write',
    words,
    page: () => import('./suppliers-page.tsx'),
  },
  {
    path: '/ops/suppliers/services',
    title: 'suppliers.pages.services',
    roles: readers,
    right: 'supplier_service.read',
    entity: 'supplier_service',
    create: 'supplier_service.write',
    words,
    page: () => import('./services-page.tsx'),
  },
  {
    path: '/ops/suppliers/contracts',
    title: 'suppliers.pages.contracts',
    roles: readers,
    right: 'supplier_contract.read',
    entity: 'supplier_contract',
    create: 'supplier_contract.write',
    words,
    page: () => import('./contracts-page.tsx'),
  },
  {
    path: '/ops/suppliers/register',
    title: 'suppliers.pages.register',
    roles: readers,
    right: 'supplier_settings.read',
    page: () => import('./register-page.tsx'),
  },
  {
    path: '/ops/suppliers/settings',
    title: 'suppliers.pages.settings',
    roles: readers,
    right: 'supplier_settings.read',
    page: () => import('./settings-page.tsx'),
  },
]
