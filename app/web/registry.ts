import { categories, type AreaRoute } from '#kit/web/route.ts'
import { routes as about } from './about/routes.ts'
import { routes as administration } from './administration/routes.ts'

/** A page, with the area whose words it speaks. */
export interface RegisteredRoute extends AreaRoute {
  readonly area: string
}

const routeModules = import.meta.glob<{ routes: readonly AreaRoute[] }>('../../areas/*/web/routes.ts', { eager: true })
/** Titles have a catalogue of their own, so that the menu need not wait for all the words of every area. */
const titleKey = (key: string) => key.replace(/^([\w-]+)\.pages\./, 'titles.$1.')

const rank = ({ category, order }: AreaRoute) => (category ? categories.indexOf(category) : categories.length) * 10_000 + (order ?? 9999)

/** Every page of every area that has a `web/routes.ts`, and those of the application, in the order of the menu. */
export const registeredRoutes: readonly RegisteredRoute[] = Object.entries(routeModules)
  .flatMap(([file, { routes }]) => routes.map((route) => ({ ...route, area: file.split('/')[3] ?? '', title: titleKey(route.title) })))
  .concat([...administration, ...about].map((route) => ({ ...route, area: 'app' })))
  .toSorted((a, b) => rank(a) - rank(b))
