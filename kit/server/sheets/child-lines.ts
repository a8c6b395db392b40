import type { Field, Fields } from '#kit/contract/field.ts'
import type { Changes } from '#kit/server/data/resources/resource.ts'
import { differences, resolve, stored, type Difference, type Reading } from './cell-changes.ts'
import type { References } from './import-references.ts'
import { refusal, type ChangedCell, type ReportLine } from './report.ts'
import { folded } from './sheet-columns.ts'
import type { SheetLine } from './sheet-lines.ts'

type Child = Readonly<Record<string, unknown>> & { readonly id: number }

/** What the lines of an owned row's sheet say of one owner. */
export interface ChildDifferences {
  readonly field: string
  readonly lines: readonly { readonly line: SheetLine; readonly child: Child | undefined; readonly found: readonly Difference[] }[]
  readonly wrong: readonly ReportLine[]
}

/** The lines of each owner by the text that names it. */
export function byOwner(lines: readonly SheetLine[]): Map<string, SheetLine[]> {
  const owners = new Map<string, SheetLine[]>()
  for (const line of lines) {
    const owner = folded(line.key ?? '')
    owners.set(owner, [...(owners.get(owner) ?? []), line])
  }
  return owners
}

export function childDifferences(field: string, lines: readonly SheetLine[], children: readonly Child[], reading: Reading): ChildDifferences {
  const wrong: ReportLine[] = []
  const found = lines.flatMap((line) => {
    const child = line.mark === undefined ? undefined : children.find(({ id }) => id === line.mark)
    if (line.mark !== undefined && !child) {
      wrong.push({ ...refusal(line.n, 'child_gone'), ...(line.sheet && { sheet: line.sheet }) })
      return []
    }
    const differing = differences(line.cells, child, child !== undefined, reading).filter(({ column }) => column.writes)
    return differing.length > 0 ? [{ line, child, found: differing }] : []
  })
  return { field, lines: found, wrong }
}

/** All owned rows as they are to be: those that are there, changed where a line says so, then the new ones. A line that is missing ends none. */
export function childChanges(
  { lines, wrong }: ChildDifferences,
  fields: Fields,
  children: readonly Child[],
  references: ReadonlyMap<string, References>,
  reading: Reading,
) {
  const cells: ChangedCell[] = []
  const faults = [...wrong]
  const changed = new Map<number, Changes>()
  const added: Changes[] = []
  for (const { line, child, found } of lines) {
    const resolved = resolve(line.n, found, child, references, reading)
    faults.push(...resolved.wrong.map((one) => ({ ...one, ...(line.sheet && { sheet: line.sheet }) })))
    const owner = String(child?.name ?? child?.url ?? resolved.changes.name ?? resolved.changes.url ?? `#${line.n}`)
    cells.push(
      ...resolved.cells.map((cell) => ({
        ...cell,
        column: { key: 'kit.sheets.child_column', values: { field: reading.keys.many, child: owner, column: cell.column } },
      })),
    )
    if (child) changed.set(child.id, resolved.changes)
    else added.push(resolved.changes)
  }
  const value = [...children.map((child): Changes => ({ id: child.id, ...inputOf(fields, child), ...changed.get(child.id) })), ...added]
  return { value, cells, wrong: faults, differs: cells.length > 0 }
}

/** An owned row as a write takes it, without what the server keeps and without its files, which stay. */
const inputOf = (fields: Fields, child: Child): Changes =>
  Object.fromEntries(
    Object.entries(fields).flatMap(([name, field]): [string, unknown][] =>
      field.options.by === 'server' || field.kind === 'files' ? [] : keysOf(name, field).map((key) => [key, stored(field, child[key])]),
    ),
  )

const keysOf = (name: string, field: Field) => (field.kind === 'localized' ? [`${name}_en`, `${name}_fr`] : [name])
