import { User, Users } from 'lucide-react'
import type { AreaRoute } from '#kit/web/route.ts'

export const routes: readonly AreaRoute[] = [
  {
    path: '/admin/users',
    title: 'people.pages.users',
    icon: User,
    category: 'administration',
    right: 'member.write',
    words: ['access', 'organisation'],
    page: () => import('./users-page.tsx'),
  },
  {
    path: '/admin/group',
    title: 'people.pages.groups',
    icon: Users,
    category: 'administration',
    right: 'group.write',
    page: () => import('./groups-page.tsx'),
  },
]
