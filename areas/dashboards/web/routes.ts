import { House } from 'lucide-react'
import type { AreaRoute } from '#kit/web/route.ts'

export const routes: readonly AreaRoute[] = [
  { path: '/home', title: 'dashboards.pages.cockpit', icon: House, category: 'my_space', bare: true, words: ['scores'], page: () => import('./cockpit-page.tsx') },
]
