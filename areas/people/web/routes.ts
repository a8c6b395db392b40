import { globalPilots, writers } from '#kit/contract/right.ts'
import type { AreaRoute } from '#kit/web/route.ts'

export const routes: readonly AreaRoute[] = [
  {
    path: '/my_objects',
    title: 'people.pages.my_objects',
    roles: writers,
    icon: 'ListChecks',
    page: () => import('./my-objects-page.tsx'),
  },
  {
    path: '/notifications',
    title: 'people.pages.notifications',
    right: 'notification.read',
    icon: 'Inbox',
    page: () => import('./notifications-page.tsx'),
  },
  {
    path: '/profile',
    title: 'people.pages.profile',
    icon: 'UserRound',
    tenant: 'any',
    words: ['access'],
    page: () => import('./profile-page.tsx'),
  },
  {
    path: '/admin/users',
    title: 'people.pages.users',
    feature: 'USER_GROUP',
    icon: 'User',
    category: 'administration',
    group: 'people',
    order: 40,
    right: ['member.write', 'member.impersonate', 'account.read'],
    staff: ['ROOT', 'SUPPORT'],
    tenant: 'any',
    words: ['access', 'organisation'],
    page: () => import('./users-page.tsx'),
  },
  {
    path: '/admin/group',
    title: 'people.pages.groups',
    roles: globalPilots,
    feature: 'USER_GROUP',
    icon: 'Users',
    category: 'administration',
    group: 'people',
    order: 50,
    right: 'group.write',
    page: () => import('./groups-page.tsx'),
  },
]
