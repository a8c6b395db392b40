/** Entities of areas above are listed by nobody below: a new one needs no line there, because the registry tells of it or its area does by an extension point. */
import { parseSync, Visitor } from 'vite'
import { rankOf } from './sql-law.ts'
import type { SourceFile } from './source-files.ts'

/** A list, a map or a type of names that holds several entities of areas above. */
export interface EntityList {
  readonly path: string
  readonly line: number
  readonly entities: readonly string[]
}

/** A file that lists some all the same, with the reason. */
export interface EntityListException {
  readonly path: string
  readonly reason: string
}

/** Words of every day that are names of entities too: in a list they mean themselves. */
const everyday = new Set(['category', 'control', 'evidence', 'group', 'label', 'library', 'policy', 'question', 'scale', 'solution', 'tag'])

/** The area of a file of the product, `kit` or `app`; tests, and the words of languages, are none. */
function areaOf(path: string): string | undefined {
  const [, area, top] = /^(?:areas\/(\w+)|(kit|app))\//.exec(path) ?? []
  return /\.test\.tsx?$|^app\/test\/|\/locales\//.test(path) ? undefined : (area ?? top)
}

/** Every list of entities from above, or, in the application, of anybody's. */
export function entityLists(sources: readonly SourceFile[], owners: ReadonlyMap<string, string>): EntityList[] {
  return sources.flatMap(({ path, text }) => {
    const area = areaOf(path)
    if (area === undefined) return []
    const isAbove = (name: string) => {
      const owner = everyday.has(name) ? undefined : owners.get(name)
      return owner !== undefined && owner !== area && (area === 'app' || rankOf(owner) > rankOf(area))
    }
    const found: EntityList[] = []
    const see = (at: number, names: readonly string[]) => {
      const entities = [...new Set(names.filter(isAbove))]
      if (entities.length > 1) found.push({ path, line: text.slice(0, at).split('\n').length, entities })
    }
    new Visitor({
      ArrayExpression: ({ start, elements }) =>
        see(
          start,
          elements.flatMap((one) => (one?.type === 'Literal' && typeof one.value === 'string' ? [one.value] : [])),
        ),
      ObjectExpression: ({ start, properties }) =>
        see(
          start,
          properties.flatMap((one) => {
            if (one.type !== 'Property' || one.computed) return []
            if (one.key.type === 'Identifier') return [one.key.name]
            return one.key.type === 'Literal' ? [String(one.key.value)] : []
          }),
        ),
      TSUnionType: ({ start, types }) =>
        see(
          start,
          types.flatMap((one) => (one.type === 'TSLiteralType' && one.literal.type === 'Literal' ? [String(one.literal.value)] : [])),
        ),
    }).visit(parseSync(path, text).program)
    return found
  })
}

/** What no exception names, and the exceptions that nothing needs any more. */
export function entityListFindings(lists: readonly EntityList[], exceptions: readonly EntityListException[]): string[] {
  const excepted = new Set(exceptions.map(({ path }) => path))
  const listing = new Set(lists.map(({ path }) => path))
  return [
    ...lists.flatMap(({ path, line, entities }) =>
      excepted.has(path) ? [] : [`${path}:${line}: lists ${entities.join(', ')}, of areas above: the registry or an extension point tells what there is`],
    ),
    ...[...excepted].flatMap((path) => (listing.has(path) ? [] : [`tools/imports/entity-list-exceptions.ts: nothing needs ${path} any more`])),
  ]
}
