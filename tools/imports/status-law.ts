/** Where rows of another area stand is that area's to say: no status of its lifecycles is written into a statement elsewhere. */
import type { SourceFile } from './source-files.ts'
import { ownerOf, statementsIn } from './sql-law.ts'

/** What one column of an entity's table may hold. */
export interface Lifecycle {
  readonly area: string
  readonly table: string
  readonly column: string
  readonly values: readonly string[]
  /** It says where a row stands, and only its area knows what follows from that. */
  readonly isStatus: boolean
}

/** A status that a file writes into a statement though another area's rows have it. */
export interface ForeignStatus {
  readonly path: string
  readonly status: string
  /** Areas whose rows have it. */
  readonly owners: readonly string[]
}

const bound = /\b(?:from|join|update)\s+(?:only\s+)?(?:public\.)?"?([a-z_]\w*)"?\s+(?:as\s+)?([a-z_]\w*)/g
const keywords = new Set(['where', 'set', 'join', 'left', 'cross', 'on', 'order', 'group', 'limit', 'for', 'union'])
/** What a column is compared with: one text, or a list of them. A column that is put in stands as `…`. */
const compared = /(?:(?:\b([a-z_]\w*)\.)?\b([a-z_]\w*)|…)\s*(?:=|<>|!=|is\s+(?:not\s+)?distinct\s+from|(?:not\s+)?in\s*\()\s*('\w+'(?:\s*,\s*'\w+')*)/g
/** A list of texts that stands behind `in` elsewhere. */
const listed = /^\s*\(\s*('\w+'(?:\s*,\s*'\w+')*)\s*\)\s*$/g

const textsIn = (list = '') => [...list.matchAll(/'(\w+)'/g)].map(([, text = '']) => text)

/** The statuses of others that a statement of an area compares something with. Which table a column is of is followed within the statement; what cannot be followed counts unless the area has the value itself. */
export function foreignStatusesIn(statement: string, area: string, lifecycles: readonly Lifecycle[]): { status: string; owners: string[] }[] {
  // The same alias may stand for one table here and for another one in a part beside.
  const bindings = [...statement.matchAll(bound)].map(([, table = '', alias = '']) => ({ table, alias: keywords.has(alias) ? table : alias }))
  const statuses = lifecycles.filter(({ isStatus }) => isStatus)
  const ofColumn = (alias: string | undefined, column: string | undefined) => {
    if (column === undefined) return []
    const among = new Set(bindings.flatMap((one) => (alias === undefined || one.alias === alias ? one.table : [])))
    return lifecycles.filter((one) => one.column === column && among.has(one.table))
  }
  return [...statement.matchAll(compared), ...[...statement.matchAll(listed)].map(([, list]) => ['', undefined, undefined, list] as const)].flatMap(
    ([, alias, column, list]) => {
      const of = ofColumn(alias, column)
      const own = of.length > 0 ? of.some((one) => one.area === area) : undefined
      return textsIn(list).flatMap((status) => {
        const owners = [
          ...new Set((of.length > 0 ? of.filter(({ isStatus }) => isStatus) : statuses).flatMap((one) => (one.values.includes(status) ? one.area : []))),
        ]
        const mine = own ?? (owners.includes(area) || lifecycles.some((one) => one.area === area && one.values.includes(status)))
        return mine || owners.length === 0 ? [] : [{ status, owners }]
      })
    },
  )
}

/** Every status of an area in the statements of other areas and of the application. */
export const foreignStatuses = (sources: readonly SourceFile[], lifecycles: readonly Lifecycle[]): ForeignStatus[] =>
  sources.flatMap(({ path, text }) => {
    const area = ownerOf(path)
    // What the kit keeps of rows of every kind has states of its own, which the registry does not know.
    if (area === undefined || area === 'kit') return []
    return statementsIn(path, text).flatMap((statement) => foreignStatusesIn(statement, area, lifecycles).map((found) => ({ path, ...found })))
  })

export const statusFindings = (found: readonly ForeignStatus[]): string[] =>
  found.map(
    ({ path, status, owners }) =>
      `${path}: the status ${status} is for ${owners.join(' or ')} to say: ask a condition of its server/facts.ts, or isOpenRow of its lifecycle`,
  )
