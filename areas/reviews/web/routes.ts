import type { AreaRoute } from '#kit/web/route.ts'

export const routes: readonly AreaRoute[] = [
  {
    path: '/reviews',
    title: 'reviews.pages.reviews',
    icon: 'Shapes',
    category: 'my_space',
    order: 20,
    roles: ['global_pilote', 'local_pilote'],
    right: 'review.read',
    entity: 'review',
    create: 'review.write',
    page: () => import('./reviews-page.tsx'),
  },
]
