import { readdirSync } from 'node:fs'
import { join } from 'node:path'

export interface Graph {
  getModuleInfo(
    id: string,
  ): { readonly importedIds: readonly string[]; readonly dynamicallyImportedIds?: readonly string[]; readonly code?: string | null } | null
}

/** What a module imports and what so comes with it. */
export type Imports = (id: string) => readonly string[]

/** These modules with all that they import and that comes with them, not what they load on demand. */
export function reached(importsOf: Imports, modules: readonly string[]): ReadonlySet<string> {
  const seen = new Set<string>()
  const open = [...modules]
  for (let id = open.pop(); id !== undefined; id = open.pop()) {
    if (seen.has(id)) continue
    seen.add(id)
    open.push(...importsOf(id))
  }
  return seen
}

/** From how many pages on a module of the kit is in the file that most pages read. */
const many = 8

/** Libraries so large that a page without them must not read them for something small beside them, by the file that they are in. */
const heavy = { fields: /node_modules\/@floating-ui\//, forms: /node_modules\/react-hook-form\// } as const

const areaOf = (id: string) => /\/areas\/([\w-]+)\//.exec(id)?.[1]
const isWithin = (some: ReadonlySet<string>, all: ReadonlySet<string>) => [...some].every((one) => all.has(one))
const baseName = (id: string) => id.slice(id.lastIndexOf('/') + 1).replace(/\.tsx?$/, '')

/**
 * In which file a module stands, by the pages that read it: what one page reads is that page's, what the pages of one area share is the area's, what others read of an area is another
 * file of it, and the kit has one for what many pages read and one for what few do; what only pages read that read a heavy library anyway stands apart from each of these.
 * What a module imports is read by at least the same pages, and areas stand above each other: so no two files import each other. `pages`: each page's module, with its area.
 */
export function placesByUse(pages: ReadonlyMap<string, string>, importsOf: Imports): ReadonlyMap<string, string> {
  const readers = new Map<string, Set<string>>()
  for (const page of pages.keys()) for (const id of reached(importsOf, [page])) readers.set(id, (readers.get(id) ?? new Set()).add(page))
  const readersOf = (library: RegExp) => new Set([...readers].flatMap(([id, by]) => (library.test(id) ? [...by] : [])))
  const readersOfHeavy = Object.entries(heavy).map(([name, library]) => [name, readersOf(library)] as const)

  const placeOf = (id: string, by: ReadonlySet<string>): string => {
    const [only = ''] = by
    if (by.size === 1) return `page-${pages.get(only)}-${baseName(only)}`
    const [area, ...others] = new Set([...by].map((page) => pages.get(page)))
    const own = areaOf(id)
    const apart = readersOfHeavy.flatMap(([name, all]) => (isWithin(by, all) ? [name] : []))
    const light = others.length === 0 ? [`own-${area}`] : own === undefined ? [by.size >= many ? 'kit' : 'kit-few'] : [`shared-${own}`]
    return [...(own === undefined && apart.length > 0 ? [] : light), ...apart].join('-')
  }
  return new Map([...readers].map(([id, by]) => [id, placeOf(id, by)]))
}

/** Every page with its area: what the routes of areas, and those of the application, load on demand. */
export function pagesOf(repository: string, graph: Graph): ReadonlyMap<string, string> {
  const routes = ['areas', 'app/web'].flatMap((folder) =>
    readdirSync(join(repository, folder), { recursive: true, encoding: 'utf8' })
      .map((file) => join(repository, folder, file))
      .filter((file) => /\/web\/(?:.*\/|.*-)?routes\.ts$/.test(file)),
  )
  return new Map(routes.flatMap((file) => (graph.getModuleInfo(file)?.dynamicallyImportedIds ?? []).map((page) => [page, areaOf(file) ?? 'app'] as const)))
}
