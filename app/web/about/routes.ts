import type { AreaRoute } from '#kit/web/route.ts'

export const routes: readonly AreaRoute[] = [
  { path: '/about', title: 'app.nav.about', icon: 'FileText', tenant: 'any', page: () => import('./about-page.tsx') },
]
