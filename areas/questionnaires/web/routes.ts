import { globalReaders, readers } from '#kit/contract/right.ts'
import type { AreaRoute } from '#kit/web/route.ts'

export const routes: readonly AreaRoute[] = [
  {
    path: '/org/questionnaires',
    title: 'questionnaires.pages.questionnaires',
    roles: readers,
    icon: 'MessageCircleQuestion',
    under: '/org/policies',
    order: 20,
    right: 'questionnaire.read',
    entity: 'questionnaire',
    create: 'questionnaire.write',
    page: () => import('./questionnaires-page.tsx'),
  },
  {
    path: '/org/questionnaires/$id',
    names: { id: 'questionnaire' },
    title: 'questionnaires.pages.questionnaire',
    roles: readers,
    right: 'questionnaire.read',
    page: () => import('./builder/builder-page.tsx'),
  },
  {
    path: '/admin/catalog/questionnaires',
    title: 'questionnaires.pages.shared',
    tenant: 'any',
    roles: globalReaders,
    staff: ['ROOT', 'SUPPORT', 'STAFF_PLUS'],
    feature: 'CATALOG',
    icon: 'Share2',
    category: 'administration',
    group: 'catalogues',
    order: 190,
    right: 'shared_catalog.read',
    page: () => import('./shared/shared-page.tsx'),
  },
  {
    path: '/admin/catalog/questionnaires/$id',
    title: 'questionnaires.pages.shared_one',
    tenant: 'any',
    roles: globalReaders,
    staff: ['ROOT', 'SUPPORT', 'STAFF_PLUS'],
    feature: 'CATALOG',
    right: 'shared_catalog.read',
    page: () => import('./shared/shared-questionnaire-page.tsx'),
  },
]
