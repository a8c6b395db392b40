import type { AreaRoute } from '#kit/web/route.ts'

const modules = import.meta.glob<{ routes: readonly AreaRoute[] }>(['../areas/*/web/routes.ts', '../app/web/*/routes.ts'], { eager: true })
const routes = Object.values(modules).flatMap((module) => module.routes)

/** The areas that `npm test -- --changed` names because something of theirs has changed; none where everything is walked. */
const only = new Set((process.env.VIGIE_WALKED_AREAS ?? '').split(',').filter(Boolean))
const walked = new Set<string>(
  Object.entries(modules).flatMap(([file, module]) => (only.has(file.split('/')[2] ?? '') ? module.routes.map(({ path }) => path) : [])),
)
/** Whether the walk over all screens looks at a page. */
export const isWalkedPath = (path: string): boolean => only.size === 0 || walked.has(path)
const pathsOf = (some: readonly AreaRoute[]) => some.map(({ path }) => path).toSorted()

const inside = routes.filter(({ tenant }) => tenant !== false)

/** Whether the demonstration's organisations have a page: they have every flag and no add-on. */
const isDemonstrated = ({ when }: AreaRoute) =>
  when?.({ properties: {}, flags: { new_policy_coverage: true }, admin_type: null, instance_type: 'business', customer: {} }) ?? true

/** Pages that global pilots find within their organisation; those with a parameter keep its name: `/actions/$id`. */
export const tenantPaths: readonly string[] = pathsOf(inside.filter((route) => (route.roles?.includes('global_pilote') ?? true) && isDemonstrated(route)))

/** Those of them that list the objects of an entity. */
export const listPaths: readonly string[] = tenantPaths.filter((path) => !path.includes('$') && routes.some((route) => route.path === path && route.entity))

/** Pages that auditors find, who read everything and write nothing. */
export const auditorPaths: readonly string[] = pathsOf(inside.filter((route) => (route.roles?.includes('global_auditor') ?? true) && isDemonstrated(route)))

/** Pages that are contributors' alone. */
export const contributorPaths: readonly string[] = pathsOf(inside.filter(({ roles }) => roles?.includes('contributor') && !roles.includes('global_pilote')))

/** Pages that the provider sees outside of any organisation: its own, and those that look different there. */
export const providerPaths: readonly string[] = pathsOf(routes.filter(({ tenant, staff }) => tenant === false || (tenant === 'any' && staff)))

/** Pages of the application itself, which need nobody to be signed in. */
export const publicPaths: readonly string[] = ['/login', '/forgot_password', '/sso?error=approval', '/403', '/404', '/500', '/reload']

/** The entities whose ids the parameters of a page are. */
export const namedIn = (path: string): Readonly<Record<string, string>> => routes.find((route) => route.path === path)?.names ?? {}

const routeAt = (path: string) => {
  const route = routes.find((one) => one.path === path)
  if (!route) throw new Error(`No page at ${path}`)
  return route
}
/** What a page is called, and what among the tabs of its object, as catalogue keys. */
export const titleIn = (path: string): string => routeAt(path).title
export const labelIn = (path: string): string => routeAt(path).tab ?? titleIn(path)
