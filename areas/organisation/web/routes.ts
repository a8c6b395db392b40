import { Network, Tags } from 'lucide-react'
import type { AreaRoute } from '#kit/web/route.ts'

export const routes: readonly AreaRoute[] = [
  {
    path: '/org/modeling',
    title: 'organisation.pages.modeling',
    icon: Network,
    category: 'strategy',
    right: 'organisation.read',
    entity: 'perimeter',
    create: 'perimeter.create',
    page: () => import('./modeling-page.tsx'),
  },
  {
    path: '/org/groupings',
    title: 'organisation.pages.tags',
    icon: Tags,
    category: 'strategy',
    right: 'organisation.read',
    entity: 'tag',
    create: 'tag.write',
    page: () => import('./groupings-page.tsx'),
  },
]
