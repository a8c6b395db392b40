import type { AreaRoute } from '#kit/web/route.ts'
import { globalReaders } from '#kit/contract/right.ts'

/** Pages of the application itself: of what all areas have. */
export const routes: readonly AreaRoute[] = [
  {
    path: '/admin',
    title: 'app.categories.administration',
    roles: globalReaders,
    tenant: 'any',
    words: ['tenancy'],
    page: () => import('./administration-page.tsx'),
  },
]
