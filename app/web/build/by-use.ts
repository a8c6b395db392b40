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

/** From how many pages on a module of an area stands with those of other areas that as many read: each alone would be a file of a few hundred bytes. */
const many = 14

/** Of fewer pages what they read at once stands apart from what more read, where parts of others read it too. */
const few = 3

/** Libraries so large that a page without them must not read them for something small beside them, by the file that they are in. */
const heavy = { fields: /node_modules\/@floating-ui\//, forms: /node_modules\/react-hook-form\// } as const

const areaOf = (id: string) => /\/areas\/([\w-]+)\//.exec(id)?.[1]
const isWithin = (some: ReadonlySet<string>, all: ReadonlySet<string>) => [...some].every((one) => all.has(one))
const baseName = (id: string) => id.slice(id.lastIndexOf('/') + 1).replace(/\.tsx?$/, '')

/** Which pages read each module: those given, each with what it imports. */
function readersOf(pages: Iterable<string>, importsOf: Imports): Map<string, Set<string>> {
  const readers = new Map<string, Set<string>>()
  for (const page of pages) for (const id of reached(importsOf, [page])) readers.set(id, (readers.get(id) ?? new Set()).add(page))
  return readers
}

/**
 * In which file a module stands, by the pages that read it, at once or when a part of them is opened: what one page reads is that page's, what the pages of one area share is the area's,
 * what others read of an area is another file of it, or one of all areas where many read it, and the kit has one; what only pages read that read a heavy library anyway stands apart from
 * each of these, and so does what some pages read at once and others when a part is opened: the part would bring them the file of a page that they are not, or a library for one field.
 * What a module imports is read by at least the same pages, at once and at all, and areas stand above each other: so no two files import each other.
 * What only parts read is no page's, and the bundler's to place. `pages`: each page's module, with its area. `opensOf`: what a module loads on demand, pages apart.
 */
export function placesByUse(
  pages: ReadonlyMap<string, string>,
  importsOf: Imports,
  opensOf: Imports = () => [],
  lengthOf = (_id: string) => Infinity,
): ReadonlyMap<string, string> {
  const atOnce = readersOf(pages.keys(), importsOf)
  const atAll = readersOf(pages.keys(), (id) => [...importsOf(id), ...opensOf(id)])
  const parts = [...atAll.keys()].flatMap(opensOf)
  const byAny = readersOf([...pages.keys(), ...parts], importsOf)
  const readersOfHeavy = Object.entries(heavy).map(
    ([name, library]) => [name, new Set([...byAny].flatMap(([id, by]) => (library.test(id) ? [...by] : [])))] as const,
  )

  const placeOf = (id: string, by: ReadonlySet<string>): string => {
    const [only = ''] = by
    if (by.size === 1) return `page-${pages.get(only)}-${baseName(only)}`
    const [area, ...others] = new Set([...by].map((page) => pages.get(page)))
    if (others.length === 0) return `own-${area}`
    const own = areaOf(id)
    return own === undefined ? 'kit' : by.size >= many ? 'shared' : `shared-${own}`
  }
  const places = new Map(
    [...atOnce].map(([id, by]): [string, string] => {
      const ever = atAll.get(id) ?? by
      const place = placeOf(id, ever)
      if (ever.size === 1) return [id, place]
      const apart = readersOfHeavy.flatMap(([name, all]) => (isWithin(byAny.get(id) ?? by, all) ? [name] : []))
      // What the kit has of a heavy library is in that library's own file.
      const light =
        apart.length > 0 && areaOf(id) === undefined
          ? []
          : [place, ...(place.startsWith('own-') || by.size >= (place === 'kit' ? few - 1 : few) ? [] : ['opened'])]
      return [id, [...light, ...apart].join('-')]
    }),
  )
  for (const [page, area] of pages) joinArea(places, places.get(page) ?? '', `own-${area}`, importsOf, lengthOf)
  return places
}

/** What checks what people write: a file of its own (frame-chunk.ts), which few pages read. */
const checking = /\/(?:node_modules\/zod\/|kit\/contract\/schema\.ts$)/
/** Letters of source below which a page's own file costs more to ask for than it spares the area's other pages. */
const little = 3000

/** Puts what little a page has of its own with what its area's pages share, unless that would bring them something that they do not read. */
function joinArea(places: Map<string, string>, from: string, to: string, importsOf: Imports, lengthOf: (id: string) => number): void {
  const idsIn = (place: string) => [...places].flatMap(([id, at]) => (at === place ? [id] : []))
  const [own, shared] = [idsIn(from), idsIn(to)]
  if (!from.startsWith('page-') || shared.length === 0 || own.reduce((sum, id) => sum + lengthOf(id), 0) > little) return
  const read = new Set([from, to, 'kit', ...shared.flatMap((id) => importsOf(id).map((one) => places.get(one)))])
  if (own.every((id) => importsOf(id).every((one) => !checking.test(one) && read.has(places.get(one))))) for (const id of own) places.set(id, to)
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
