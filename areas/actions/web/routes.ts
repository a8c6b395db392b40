import { ListChecks, ListTodo } from 'lucide-react'
import { readers } from '#kit/contract/right.ts'
import type { AreaRoute } from '#kit/web/route.ts'

export const routes: readonly AreaRoute[] = [
  {
    path: '/actions',
    title: 'actions.pages.plans',
    roles: readers,
    icon: ListChecks,
    category: 'actions',
    right: 'program.read',
    entity: 'program',
    create: 'program.write',
    words: ['people', 'organisation'],
    page: () => import('./plans-page.tsx'),
  },
  {
    path: '/actions/filtered',
    title: 'actions.pages.all',
    roles: readers,
    icon: ListTodo,
    category: 'actions',
    right: 'remediation.read',
    entity: 'remediation',
    create: 'remediation.manage',
    words: ['people', 'organisation', 'catalog', 'measures'],
    page: () => import('./actions-page.tsx'),
  },
  {
    path: '/actions/$id',
    title: 'actions.pages.plan',
    roles: readers,
    right: 'remediation.read',
    words: ['people', 'organisation', 'catalog', 'measures'],
    page: () => import('./plan-page.tsx'),
  },
  {
    path: '/actions/$id/mapping',
    title: 'actions.pages.mapping',
    roles: readers,
    right: 'remediation.manage',
    words: ['people', 'organisation', 'catalog', 'measures'],
    page: () => import('./mapping-page.tsx'),
  },
]
