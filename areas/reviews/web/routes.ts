import { pilots } from '#kit/contract/right.ts'
import type { AreaRoute } from '#kit/web/route.ts'

export const routes: readonly AreaRoute[] = [
  {
    path: '/reviews',
    title: 'reviews.pages.reviews',
    icon: 'Bell',
    category: 'my_space',
    order: 20,
    roles: pilots,
    right: 'review.read',
    entity: 'review',
    badge: 'nb_reviews',
    bar: [{ order: 20, label: 'app.bar.reviews', icon: 'Bell', badge: 'nb_reviews' }],
    words: ['people', 'organisation', 'policies', 'measures', 'actions', 'incidents', 'exemptions', 'gaps', 'risks', 'projects', 'campaigns', 'access'],
    page: () => import('./reviews-page.tsx'),
  },
]
