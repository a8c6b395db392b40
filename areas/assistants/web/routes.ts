import { writers } from '#kit/contract/right.ts'
import type { AreaRoute } from '#kit/web/route.ts'

export const routes: readonly AreaRoute[] = [
  {
    path: '/reviews/proposals',
    title: 'assistants.pages.proposals',
    category: 'my_space',
    under: '/reviews',
    order: 25,
    roles: writers,
    right: 'proposal.decide',
    words: ['logs'],
    page: () => import('./proposals-page.tsx'),
  },
]
