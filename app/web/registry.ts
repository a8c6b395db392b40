import { languages } from '#kit/contract/catalogue.ts'
import type { CatalogueLoader, Messages } from '#kit/web/i18n/store.ts'
import { categories, type AreaRoute } from '#kit/web/route.ts'
import { menuOrder } from './menu-order.ts'

/** A page, with the area whose words it speaks. */
export interface RegisteredRoute extends AreaRoute {
  readonly area: string
}

const routeModules = import.meta.glob<{ routes: readonly AreaRoute[] }>('../../areas/*/web/routes.ts', { eager: true })
const catalogueModules = {
  ...import.meta.glob<Record<string, Messages>>('../../kit/locales/{en,fr}.ts'),
  ...import.meta.glob<Record<string, Messages>>('../../areas/*/locales/{en,fr}.ts'),
  ...import.meta.glob<Record<string, Messages>>('../locales/{en,fr}.ts'),
  ...import.meta.glob<Record<string, Messages>>('./titles/{en,fr}.ts'),
}

/** Titles have a catalogue of their own, so that the menu need not wait for all the words of every area. */
const titleKey = (key: string) => key.replace(/^([\w-]+)\.pages\./, 'titles.$1.')

const rank = (route: AreaRoute) => {
  const place = menuOrder.indexOf(route.path)
  return (route.category ? categories.indexOf(route.category) : categories.length) * 1000 + (place < 0 ? 999 : place)
}

/** Every page of every area that has a `web/routes.ts`, in the order of the menu. */
export const registeredRoutes: readonly RegisteredRoute[] = Object.entries(routeModules)
  .flatMap(([file, { routes }]) => routes.map((route) => ({ ...route, area: file.split('/')[3] ?? '', title: titleKey(route.title) })))
  .toSorted((a, b) => rank(a) - rank(b))

const areaOf = (folder: string): string => ({ '../locales': 'app', './titles': 'titles' })[folder] ?? folder.split('/').at(-2) ?? ''

/** Titles come by the file of their catalogue. */
const byArea = (files: Messages): Messages => Object.fromEntries(Object.entries(files).map(([file, pages]) => [file.split('/').at(-3) ?? '', pages]))

function loaderOf(folder: string): CatalogueLoader {
  return async (language) => {
    const messages = (await catalogueModules[`${folder}/${language}.ts`]?.())?.[language]
    if (!messages) throw new Error(`${folder} has no words in ${language}`)
    return folder === './titles' ? byArea(messages) : messages
  }
}

/** Where the words of the kit, of the application, of every area and the titles of all pages come from, one chunk for each language. */
export const catalogues: Readonly<Record<string, CatalogueLoader>> = Object.fromEntries(
  Object.keys(catalogueModules)
    .filter((file) => file.endsWith(`/${languages[0]}.ts`))
    .map((file) => file.slice(0, file.lastIndexOf('/')))
    .map((folder) => [areaOf(folder), loaderOf(folder)]),
)
