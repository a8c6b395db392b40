import { Building2 } from 'lucide-react'
import type { AreaRoute } from '#kit/web/route.ts'

export const routes: readonly AreaRoute[] = [
  {
    path: '/admin/customer',
    title: 'tenancy.pages.customers',
    icon: Building2,
    category: 'administration',
    right: 'customer.read',
    tenant: false,
    page: () => import('./customers-page.tsx'),
  },
]
