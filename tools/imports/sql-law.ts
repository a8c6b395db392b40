/** Whose tables a statement may name: the import law, for SQL. */
import { parseSync, Visitor } from 'vite'
import { areaOrder } from './law.ts'
import type { SourceFile } from './source-files.ts'
import type { SqlException } from './sql-exceptions.ts'

/** Each table with the area that it belongs to, `kit` for those of the kit. */
export type TableOwners = ReadonlyMap<string, string>

/** One table that a file names though it belongs to another area. */
export interface ForeignUse {
  readonly path: string
  readonly table: string
  readonly owner: string
  /** An area below, whose facts would do; or one above or beside, which nothing excuses. */
  readonly way: 'down' | 'up'
}

/**
 * What everybody may read of others, with the reason; it is written by its area alone.
 * Rows of all areas stand somewhere, are somebody's and belong to a customer: those who ask where, whose and on which day ask nothing about a rule of the area.
 */
export const groundTables: Readonly<Record<string, string>> = {
  customer: 'its time zone says which day it is, its language how it is spoken to',
  member: 'names stand beside rows, and keys of rows point at them',
  group: 'rows are given to groups as they are to people',
  group__members: 'who is in a group',
  member__perimeters: 'where somebody works',
  perimeter: 'rows stand in a perimeter',
  perimeter_closure: 'what stands below a perimeter',
  tag: 'people act in a grouping, and rows name one',
  tag__perimeters: 'what a grouping reaches',
}

/** The SQL in a file: what stands in templates tagged `sql`, without what is put into them. */
export function statementsIn(path: string, text: string): string[] {
  const found: string[] = []
  const { program } = parseSync(path, text)
  new Visitor({
    TaggedTemplateExpression: ({ tag, quasi }) => {
      if (tag.type === 'Identifier' && tag.name === 'sql') found.push(quasi.quasis.map(({ value }) => value.cooked ?? '').join(' … '))
    },
  }).visit(program)
  return found
}

const named = /\b(from|join|update|into)\s+(?:only\s+|lateral\s+)?(?:public\.)?"?([a-z_]\w*)"?/g
/** A piece that is put behind `from` elsewhere begins with its table. */
const begun = /^\s*()([a-z_]\w*)\s+(?:as\s+)?[a-z_]\w*\s+(?:where|join|left join|cross join)\b/g

/** The tables that a statement names, each time it does, with whether it writes them; what `with` defines hides a table of the same name. */
export function tablesIn(statement: string, owners: TableOwners): { table: string; writes: boolean }[] {
  const defined = new Set(
    [...statement.matchAll(/(?:\bwith(?: recursive)?|,|\))\s*(\w+)(?:\s*\([\w\s,]*\))?\s+as\s+(?:(?:not )?materialized\s+)?\(/g)].map(([, name]) => name),
  )
  return [...statement.matchAll(named), ...statement.matchAll(begun)].flatMap(([, verb = '', table = '']) =>
    owners.has(table) && !defined.has(table) ? [{ table, writes: verb === 'update' || verb === 'into' }] : [],
  )
}

/** The area whose server a file is part of; the kit stands below all of them, the application above. */
export function ownerOf(path: string): string | undefined {
  const [, area, top] = /^(?:areas\/(\w+)|(kit|app))\/server\//.exec(path) ?? []
  return path.endsWith('.test.ts') ? undefined : (area ?? top)
}
/** How high an area stands: the kit below all, the application above. */
export const rankOf = (area: string) => (area === 'kit' ? -1 : area === 'app' ? areaOrder.length : areaOrder.findIndex((row) => row.includes(area)))

/** Every foreign table that the server of an area, of the kit or of the application names in its SQL. */
export function foreignUses(sources: readonly SourceFile[], owners: TableOwners): ForeignUse[] {
  return sources.flatMap(({ path, text }) => {
    const area = ownerOf(path)
    if (area === undefined) return []
    return statementsIn(path, text)
      .flatMap((statement) => tablesIn(statement, owners))
      .flatMap(({ table, writes }) => {
        const owner = owners.get(table) ?? 'kit'
        if (owner === 'kit' || owner === area || (table in groundTables && !writes)) return []
        return [{ path, table, owner, way: rankOf(owner) < rankOf(area) ? ('down' as const) : ('up' as const) }]
      })
  })
}

/** The uses that no exception names, and the exceptions that nothing needs any more. */
export function withoutExceptions(uses: readonly ForeignUse[], exceptions: readonly SqlException[]): { uses: ForeignUse[]; unused: string[] } {
  const pairs = new Set(exceptions.flatMap(({ reader, tables }) => tables.map((table) => `${reader}: ${table}`)))
  const pairOf = ({ path, table }: ForeignUse) => `${ownerOf(path)}: ${table}`
  const used = new Set(uses.map(pairOf))
  return { uses: uses.filter((use) => !pairs.has(pairOf(use))), unused: [...pairs].filter((pair) => !used.has(pair)) }
}

/** Each use as one line. */
export const sqlFindings = (uses: readonly ForeignUse[]): string[] =>
  uses.map(
    ({ path, table, owner, way }) =>
      `${path}: names ${table} of ${owner}, ${way === 'down' ? 'which publishes what others may ask of it in server/facts.ts' : 'which stands above or beside and tells what it has through an extension point'}`,
  )
