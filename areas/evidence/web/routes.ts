import { contributors, readers } from '#kit/contract/right.ts'
import type { AreaRoute } from '#kit/web/route.ts'

const words = ['people', 'organisation', 'actions'] as const

export const routes: readonly AreaRoute[] = [
  {
    path: '/ops/evidence',
    title: 'evidence.pages.evidence',
    roles: readers,
    icon: 'FileCheck2',
    category: 'operations',
    order: 60,
    right: 'evidence.read',
    entity: 'evidence',
    create: 'evidence.write',
    words,
    page: () => import('./evidence-page.tsx'),
  },
  {
    path: '/contributions/evidence',
    title: 'evidence.pages.my_evidence',
    roles: contributors,
    icon: 'FileCheck2',
    category: 'contributions',
    order: 80,
    right: 'evidence.read',
    entity: 'evidence',
    create: 'evidence.write',
    words,
    page: () => import('./my-evidence-page.tsx'),
  },
]
