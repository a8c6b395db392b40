import { globalReaders, type AdminType } from '#kit/contract/right.ts'
import type { RouteMeta } from '#kit/web/route.ts'

/** Who holds which of the provider’s own pages (NAV-48, ADM-46). */
const allStaff: readonly AdminType[] = ['ROOT', 'SUPPORT', 'STAFF_PLUS']

const onCatalogInstance: RouteMeta['when'] = ({ instance_type: type }) => type === 'catalog'
const page = (path: RouteMeta['path'], title: string, rest: Omit<RouteMeta, 'path' | 'title'> = {}): RouteMeta => ({ path, title: `app.nav.${title}`, ...rest })
const providers = (path: RouteMeta['path'], title: string, rest: Omit<RouteMeta, 'path' | 'title'> = {}) =>
  page(path, title, { category: 'administration', tenant: false, staff: allStaff, ...rest })
const catalog = (path: RouteMeta['path'], title: string, rest: Omit<RouteMeta, 'path' | 'title'> = {}) =>
  page(path, title, { category: 'administration', tenant: 'any', roles: globalReaders, staff: allStaff, feature: 'CATALOG', ...rest })

/**
 * Pages whose area has not been built yet, as the specification has them (NAV-13 … NAV-40): what they are called and who will open them. Nobody does
 * until the area lands, whose `web/routes.ts` then takes the entry over; the table of routes is whole all the same, and so is its test.
 */
export const plannedRoutes: readonly RouteMeta[] = [
  catalog('/admin/catalog/policies/$id', 'catalog_policies'),
  catalog('/admin/catalog/issues', 'issues', { order: 370 }),
  catalog('/admin/catalog/mitigations', 'mitigations', { order: 380 }),

  providers('/admin/catalog_sync', 'catalog_sync', { order: 490, when: onCatalogInstance }),
]
