import type { AreaRoute } from '#kit/web/route.ts'

export const routes: readonly AreaRoute[] = [
  { path: '/doc', title: 'help.pages.documentation', tenant: 'any', page: () => import('./documentation-page.tsx') },
  { path: '/doc/$id', title: 'help.pages.page', tenant: 'any', page: () => import('./documentation-page.tsx') },
]
