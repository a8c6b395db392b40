import { readers } from '#kit/contract/right.ts'
import type { AreaRoute } from '#kit/web/route.ts'

export const routes: readonly AreaRoute[] = [
  {
    path: '/org/policies/statement/$id',
    names: { id: 'policy_application' },
    words: ['policies'],
    title: 'statements.pages.statement',
    roles: readers,
    right: 'policy_application.read',
    page: () => import('./statement-page.tsx'),
  },
]
