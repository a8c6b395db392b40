import type pg from 'pg'

interface Column {
  table_name: string
  column_name: string
  type: string
  nullable: boolean
  has_default: boolean
  generated: boolean
}

/** What the server's driver answers for each PostgreSQL type; int8 and numeric are parsed to numbers, dates stay 'YYYY-MM-DD'. */
const types: Record<string, string> = {
  bool: 'boolean',
  int2: 'number',
  int4: 'number',
  int8: 'number',
  float4: 'number',
  float8: 'number',
  numeric: 'number',
  text: 'string',
  varchar: 'string',
  bpchar: 'string',
  citext: 'string',
  uuid: 'string',
  inet: 'string',
  date: 'string',
  interval: 'string',
  tsvector: 'string',
  timestamptz: 'Date',
  bytea: 'Buffer',
  json: 'unknown',
  jsonb: 'unknown',
}

const columnsQuery = `
  select c.relname as table_name, a.attname as column_name, t.typname as type, not a.attnotnull as nullable,
    a.atthasdef or a.attidentity <> '' as has_default, a.attgenerated <> '' or a.attidentity = 'a' as generated
  from pg_attribute a
    join pg_class c on c.oid = a.attrelid
    join pg_type t on t.oid = a.atttypid
  where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p', 'v', 'm') and not c.relispartition
    and a.attnum > 0 and not a.attisdropped
    and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
  order by c.relname collate "C", a.attnum`

/** The text of `database-types.ts` for the schema that `client` sees. Throws for a column type that has no counterpart. */
export async function writeTypes(client: Pick<pg.ClientBase, 'query'>): Promise<string> {
  const { rows } = await client.query<Column>(columnsQuery)
  const tables = Map.groupBy(rows, (row) => row.table_name)
  const interfaces = [...tables].map(([table, columns]) => {
    const lines = columns.map((column) => `  ${column.column_name}: ${typeOf(column)}`)
    return `export interface ${nameOf(table)} {\n${lines.join('\n')}\n}\n`
  })
  const database = [...tables.keys()].map((table) => `  ${table}: ${nameOf(table)}`)
  const imported = ['Generated', 'GeneratedAlways'].filter((name) => interfaces.some((text) => text.includes(`${name}<`)))
  return [
    '/** Written from the migrated schema by `npm run schema-types`. */',
    ...(imported.length > 0 ? [`import type { ${imported.join(', ')} } from 'kysely'`] : []),
    `\n/** Every table and view by its name. */\nexport interface Database {\n${database.join('\n')}\n}\n`,
    interfaces.join('\n'),
  ].join('\n')
}

function typeOf({ table_name, column_name, type, nullable, has_default, generated }: Column): string {
  const isArray = type.startsWith('_')
  const element = types[isArray ? type.slice(1) : type]
  if (!element) throw new Error(`Column ${table_name}.${column_name} has the type ${type}, which the server has no counterpart for.`)
  const base = `${isArray ? `${element}[]` : element}${nullable && element !== 'unknown' ? ' | null' : ''}`
  if (generated) return `GeneratedAlways<${base}>`
  return has_default ? `Generated<${base}>` : base
}

function nameOf(table: string): string {
  return table.replaceAll(/(?:^|_)(\w)/g, (_, letter: string) => letter.toUpperCase()) + 'Table'
}
