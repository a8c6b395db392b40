import type { ArchiveColumn, ArchiveTable } from './tables.ts'

/** What rows, fields and owned rows are called, in the words of the product; undefined where nobody ever sees them. */
export interface TableWords {
  readonly title: string
  readonly columns: Readonly<Record<string, string>>
}

const base: Readonly<Record<string, object>> = {
  bigint: { type: 'integer' },
  integer: { type: 'integer' },
  smallint: { type: 'integer' },
  numeric: { type: 'number' },
  'double precision': { type: 'number' },
  real: { type: 'number' },
  boolean: { type: 'boolean' },
  date: { type: 'string', format: 'date' },
  'timestamp with time zone': { type: 'string', format: 'date-time' },
  uuid: { type: 'string', format: 'uuid' },
  jsonb: {},
  json: {},
  bytea: { type: 'string', pattern: '^\\\\x([0-9a-f]{2})*$' },
}

function typeOf({ type, nullable }: ArchiveColumn): object {
  const list = type.endsWith('[]')
  const one = base[list ? type.slice(0, -2) : type] ?? { type: 'string' }
  const whole: { readonly type?: string; readonly items?: object } = list ? { type: 'array', items: one } : one
  return nullable && whole.type ? { ...whole, type: [whole.type, 'null'] } : whole
}

/** The JSON schema of the lines of a table. */
export const jsonSchema = ({ name, columns, key }: ArchiveTable, words: TableWords | undefined): string =>
  `${JSON.stringify(
    {
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      $id: `schema/${name}.json`,
      title: words?.title ?? name,
      type: 'object',
      additionalProperties: false,
      required: columns.map((column) => column.name),
      properties: Object.fromEntries(
        columns.map((column) => [column.name, { ...typeOf(column), ...(words?.columns[column.name] && { title: words.columns[column.name] }) }]),
      ),
      'x-key': key,
    },
    null,
    1,
  )}\n`
