import { categories, path, type Address, type AreaRoute, type ListPath, type RouteMeta } from '#kit/web/route.ts'
import { routes as about } from './about/routes.ts'
import { routes as administration } from './administration/routes.ts'

/** A page, with the area whose words it speaks. */
export interface RegisteredRoute extends AreaRoute {
  readonly area: string
}

const routeModules = import.meta.glob<{ routes: readonly AreaRoute[] }>('../../areas/*/web/routes.ts', { eager: true })
/** Titles have a catalogue of their own, so that the menu need not wait for all the words of every area. */
const titleKey = (key: string) => key.replace(/^([\w-]+)\.pages\./, 'titles.$1.')

/** The first page of the object that a page is about: its entry of the menu, where it has one. */
export const mainOf = ({ under, path }: Pick<RouteMeta, 'under' | 'path'>): RouteMeta['path'] => under ?? path

/** What a page is called in the menu and among the tabs. */
export const labelOf = ({ tab, title }: Pick<RouteMeta, 'tab' | 'title'>): string => tab ?? title

/** Where a page without parameters is, with what is open on it. */
export const addressOf = (route: Pick<RegisteredRoute, 'path'>, id?: number | 'new'): Address => path(route.path as ListPath, { id })

const declared: readonly RegisteredRoute[] = Object.entries(routeModules)
  .flatMap(([file, { routes }]) => routes.map((route) => ({ ...route, area: file.split('/')[3] ?? '', title: titleKey(route.title) })))
  .concat([...administration, ...about].map((route) => ({ ...route, area: 'app' })))
const byPath = new Map<string, RegisteredRoute>(declared.map((route) => [route.path, route]))
const last = 9999

/** Where the menu and the tabs show a page: by category, then by the object's entry, then among its tabs. */
function rank(route: RegisteredRoute): number {
  const main = byPath.get(mainOf(route))
  const category = main?.category ? categories.indexOf(main.category) : categories.length
  return (category * (last + 1) + (main?.order ?? last)) * (last + 1) + (main === route ? 0 : (route.order ?? last))
}

/** Every page of every area that has a `web/routes.ts`, and those of the application, in the order of the menu; a tab stands in the category of its object. */
export const registeredRoutes: readonly RegisteredRoute[] = declared
  .toSorted((a, b) => rank(a) - rank(b))
  .map((route) => {
    const category = byPath.get(mainOf(route))?.category
    return category ? { ...route, category } : route
  })
