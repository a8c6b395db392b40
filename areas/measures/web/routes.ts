import { readers } from '#kit/contract/right.ts'
import type { AreaRoute } from '#kit/web/route.ts'

export const routes: readonly AreaRoute[] = [
  {
    path: '/org/security-bases',
    title: 'measures.pages.security_bases',
    roles: readers,
    icon: 'ShieldCheck',
    category: 'strategy',
    order: 10,
    right: 'measure.read',
    entity: 'measure',
    create: 'measure.write',
    words: ['actions', 'organisation', 'catalog', 'people'],
    page: () => import('./security-bases-page.tsx'),
  },
  {
    path: '/org/security-bases/$perimeterId/measures',
    names: { perimeterId: 'perimeter' },
    title: 'measures.pages.measures',
    roles: readers,
    right: 'measure.read',
    words: ['actions', 'organisation', 'catalog', 'people'],
    page: () => import('./perimeter-measures-page.tsx'),
  },
  {
    path: '/org/security-bases/$perimeterId/differences',
    names: { perimeterId: 'perimeter' },
    title: 'measures.pages.differences',
    roles: readers,
    right: 'measure.read',
    page: () => import('./perimeter-differences-page.tsx'),
  },
  {
    path: '/org/security_base/diff/$id',
    names: { id: 'measure' },
    title: 'measures.pages.differences',
    roles: readers,
    right: 'measure.read',
    page: () => import('./measure-differences-page.tsx'),
  },
]
