/** Whether the database is what the declarations say: their tables are made beside the migrated ones, both are read from the catalogue, and nothing is kept. */
import type pg from 'pg'
import type { EntityDef } from '#kit/contract/entity.ts'
import { entityDdl } from '#platform/schema/ddl.ts'

interface Column {
  readonly table: string
  readonly name: string
  readonly type: string
  readonly required: boolean
  /** Computed by the database from the row, and never written. */
  readonly generated: boolean
  readonly preset: string | null
}

interface Constraint {
  readonly table: string
  readonly kind: 'c' | 'f' | 'p' | 'u'
  readonly definition: string
}

interface Catalogue {
  readonly columns: ReadonlyMap<string, readonly Column[]>
  readonly constraints: ReadonlyMap<string, readonly Constraint[]>
}

const scratch = 'declared_beside'

const columnsQuery = `
  select c.relname as table, a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as required,
    a.attgenerated <> '' as generated, case when a.attgenerated = '' then pg_get_expr(d.adbin, d.adrelid) end as preset
  from pg_attribute a join pg_class c on c.oid = a.attrelid left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  where c.relnamespace = $1::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped order by c.relname, a.attnum`

/** A foreign key names its table without its schema: what the scratch tables refer to may stand in either. */
const constraintsQuery = `
  select c.relname as table, k.contype as kind, regexp_replace(replace(pg_get_constraintdef(k.oid), ' NOT VALID', ''), 'REFERENCES (public|${scratch})\\.', 'REFERENCES ') as definition
  from pg_constraint k join pg_class c on c.oid = k.conrelid where c.relnamespace = $1::regnamespace and k.contype in ('c', 'f', 'p', 'u')
  order by c.relname, k.conname`

async function catalogueOf(client: Pick<pg.ClientBase, 'query'>, schema: string): Promise<Catalogue> {
  const columns = await client.query<Column>(columnsQuery, [schema])
  const constraints = await client.query<Constraint>(constraintsQuery, [schema])
  return { columns: Map.groupBy(columns.rows, ({ table }) => table), constraints: Map.groupBy(constraints.rows, ({ table }) => table) }
}

/**
 * What stands in the database and not in the declarations, or the other way round, one line each: columns, their types, what may be empty, what they begin
 * with, what they may hold, and what they refer to; of every entity's table, its link tables, its owned rows, and their histories. Bounds of numbers may be
 * wider than declared, since the server refuses first; they may not be narrower. Called in a transaction that its caller rolls back.
 */
export async function differences(client: Pick<pg.ClientBase, 'query'>, defs: readonly EntityDef[]): Promise<string[]> {
  await client.query(`create schema ${scratch}; set local search_path = ${scratch}, public`)
  for (const def of defs) await client.query(entityDdl(def))
  const [declared, real] = [await catalogueOf(client, scratch), await catalogueOf(client, 'public')]
  const wanted = [...declared.columns.keys()]
  const stray = [...real.columns.keys()].filter((table) => !wanted.includes(table) && defs.some(({ name }) => table.startsWith(`${name}__`)))
  return [
    ...stray.map((table) => `${table} is declared nowhere`),
    ...wanted.flatMap((table) =>
      real.columns.has(table) ? [...columnFaults(table, declared, real), ...constraintFaults(table, declared, real)] : [`${table} is missing`],
    ),
  ]
}

/** A type that holds all that the declared one does. */
const holds = (real: string, declared: string) => real === declared || (declared === 'integer' && real === 'bigint')

function columnFaults(table: string, declared: Catalogue, real: Catalogue): string[] {
  const found = new Map(real.columns.get(table)?.map((column) => [column.name, column]))
  const wanted = declared.columns.get(table) ?? []
  const isHistory = table.endsWith('_history')
  const faults = wanted.flatMap((column) => {
    const at = `${table}.${column.name}`
    const there = found.get(column.name)
    if (!there) return [`${at} is missing`]
    return [
      ...(holds(there.type, column.type) ? [] : [`${at} is ${there.type}, declared ${column.type}`]),
      ...(there.required && !column.required ? [`${at} may not be empty, declared that it may`] : []),
      ...(!there.required && column.required && !there.generated ? [`${at} may be empty, declared that it may not`] : []),
      // A history is only written whole.
      ...(there.preset === column.preset || isHistory ? [] : [`${at} begins with ${there.preset ?? 'nothing'}, declared ${column.preset ?? 'nothing'}`]),
    ]
  })
  const names = new Set(wanted.map(({ name }) => name))
  return [...faults, ...[...found.keys()].filter((name) => !names.has(name)).map((name) => `${table}.${name} is declared nowhere`)]
}

function constraintFaults(table: string, declared: Catalogue, real: Catalogue): string[] {
  const read = ({ constraints }: Catalogue) => (constraints.get(table) ?? []).flatMap(readConstraint)
  const [wanted, found] = [read(declared), read(real)]
  const boundsOf = (reads: readonly Read[]) => new Map(reads.flatMap(({ bound }) => (bound ? [[bound.column, bound] as const] : [])))
  const declaredBounds = boundsOf(wanted)
  const narrower = [...boundsOf(found).values()].filter(({ column, min, max }) => {
    const { min: from = -Infinity, max: to = Infinity } = declaredBounds.get(column) ?? {}
    return min > from || max < to
  })
  const texts = (reads: readonly Read[]) => new Set(reads.filter(({ bound }) => !bound).map(({ text }) => text))
  return [
    ...narrower.map(({ column, min, max }) => `${table}.${column} holds ${min} to ${max}, declared wider`),
    ...[...texts(wanted)].filter((text) => !texts(found).has(text)).map((text) => `${table} lacks ${text}`),
    ...[...texts(found)].filter((text) => !texts(wanted).has(text)).map((text) => `${table} has ${text}`),
  ]
}

interface Bound {
  readonly column: string
  readonly min: number
  readonly max: number
}

interface Read {
  readonly text: string
  /** Of a check that only bounds one number. */
  readonly bound?: Bound
}

const comparison = /^\(*(\w+) (>=|<=|>) \(*'?(-?\d+)'?(?:::integer)?\)*(?:::numeric)?\)*$/

const ending = / ON DELETE CASCADE$/

function readConstraint({ kind, definition }: Constraint): Read[] {
  if (kind === 'f' && ending.test(definition))
    return [{ text: definition.replace(ending, '') }, { text: `rows that end with ${/\((.*?)\)/.exec(definition)?.[1]}` }]
  if (kind !== 'c') return [{ text: definition }]
  const body = definition.slice('CHECK ('.length, -1)
  const parts = body.split(' AND ').map((part) => comparison.exec(part))
  const columns = new Set(parts.map((part) => part?.[1]))
  const [column] = columns
  if (columns.size === 1 && column !== undefined) {
    const bound = { column, min: -Infinity, max: Infinity }
    for (const [, , operator, value] of parts.filter((part) => part !== null)) {
      if (operator === '<=') bound.max = Number(value)
      else bound.min = operator === '>' ? Number(value) + 1 : Number(value)
    }
    return [{ text: definition, bound }]
  }
  // The order of the values of a choice says nothing.
  return [{ text: definition.replace(/ARRAY\[([^\]]*)\]/g, (_, values: string) => `ARRAY[${values.split(', ').toSorted().join(', ')}]`) }]
}
