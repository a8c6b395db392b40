import { readdirSync, existsSync } from 'node:fs'
import { join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Plugin } from 'vite'
import type { AnnouncedPage } from '#kit/contract/announced-page.ts'
import type { AreaRoute } from '#kit/web/route.ts'

/** Where the server finds it, in the folder of the build. */
const file = '.vite/pages.json'
/** Where the browser finds the scripts of all pages, for those that are opened from within. */
const forBrowsers = 'page-files.json'
const languages = ['en', 'fr'] as const

interface Chunk {
  readonly fileName: string
  readonly imports: readonly string[]
  readonly viteMetadata?: { readonly importedCss: ReadonlySet<string> } | undefined
}

/** The files of these chunks and of all that they import before they run, styles included. */
function filesWith(chunks: ReadonlyMap<string, Chunk>, names: readonly string[]): ReadonlySet<string> {
  const found = new Set<string>()
  const open = [...names]
  for (let name = open.pop(); name !== undefined; name = open.pop()) {
    if (found.has(name)) continue
    found.add(name)
    const { imports = [], viteMetadata } = chunks.get(name) ?? {}
    open.push(...imports)
    for (const style of viteMetadata?.importedCss ?? []) found.add(style)
  }
  return found
}

/** The module that a route loads on demand, as its declaration names it. */
export function pageModuleOf({ page }: Pick<AreaRoute, 'page'>): string {
  const [, named] = /import\(\s*['"]([^'"]+)['"]\s*\)/.exec(String(page)) ?? []
  if (!named) throw new Error(`A page is loaded by «import('./its-file.tsx')», not by ${String(page)}`)
  return named
}

/** Every route of every area, with the area's folder. */
async function routesOf(repository: string): Promise<{ readonly area: string; readonly route: AreaRoute; readonly module: string }[]> {
  const found = await Promise.all(
    readdirSync(join(repository, 'areas')).map(async (area) => {
      const declared = join(repository, 'areas', area, 'web/routes.ts')
      if (!existsSync(declared)) return []
      const { routes } = (await import(pathToFileURL(declared).href)) as { routes: readonly AreaRoute[] }
      return routes.map((route) => ({ area, route, module: pageModuleOf(route) }))
    }),
  )
  return found.flat()
}

/**
 * Tells the server what each page reads besides the frame: its code, its styles, its words. The server names them in the page it sends, so that a browser
 * asks for them with the frame and not when the frame, which knows them, has run. Of pages that are opened from another one, the frame asks for the scripts
 * all at once by the same list (page-files.ts).
 */
export function announcePages(repository: string): Plugin {
  return {
    name: 'vigie:announce-pages',
    apply: 'build',
    async generateBundle(_, bundle) {
      const chunks = new Map(Object.values(bundle).flatMap((one) => (one.type === 'chunk' ? [[one.fileName, one] as const] : [])))
      const places = new Map([...chunks.values()].flatMap(({ fileName, moduleIds }) => moduleIds.map((id) => [relative(repository, id), fileName] as const)))
      const placeOf = (module: string) => {
        const place = places.get(module)
        if (place === undefined) throw new Error(`${module} is in no file of the build`)
        return place
      }
      const before = filesWith(chunks, ['app/web/main.tsx', 'app/web/pages.tsx'].map(placeOf))
      const beyond = (names: readonly string[]) => [...filesWith(chunks, names)].filter((name) => !before.has(name)).map((name) => `/${name}`)
      const pages = (await routesOf(repository)).map(({ area, route, module }): AnnouncedPage => {
        // Some areas keep routes in a folder of their own: what a declaration names stands beside it, wherever that is.
        const [page = `areas/${area}/web/${module}`] = [...places.keys()]
          .filter((id) => id.startsWith(`areas/${area}/web/`) && id.endsWith(module.replace(/^\.{1,2}/, '')))
          .toSorted((a, b) => a.length - b.length)
        const words = (language: string) =>
          [area, ...(route.words ?? [])].flatMap((named) => beyond([places.get(`areas/${named}/locales/${language}.ts`) ?? []].flat()))
        return {
          path: route.path,
          files: beyond([placeOf(page)]),
          words: Object.fromEntries(languages.map((language) => [language, [...new Set(words(language))]])),
        }
      })
      this.emitFile({ type: 'asset', fileName: file, source: JSON.stringify(pages) })
      const scripts = Object.fromEntries(pages.map(({ path, files }) => [path, files.filter((name) => name.endsWith('.js'))]))
      this.emitFile({ type: 'asset', fileName: forBrowsers, source: JSON.stringify(scripts) })
    },
  }
}
