import type { AreaRoute } from '#kit/web/route.ts'

const modules = import.meta.glob<{ routes: readonly AreaRoute[] }>('../areas/*/web/routes.ts', { eager: true })
const routes = Object.values(modules).flatMap((module) => module.routes)
const pathsOf = (some: readonly AreaRoute[]) => some.map(({ path }) => path).toSorted()

/** Pages within an organisation; those with a parameter keep its name: `/actions/$id`. */
export const tenantPaths: readonly string[] = pathsOf(routes.filter(({ tenant }) => tenant !== false))

/** Pages that the provider sees outside of any organisation. */
export const providerPaths: readonly string[] = pathsOf(routes.filter(({ tenant }) => tenant === false))

/** Pages of the application itself, which need nobody to be signed in. */
export const publicPaths: readonly string[] = ['/login', '/403', '/404', '/500', '/reload']
