import { mayBe, misfit, describeShape, type Alternative, type Shape } from './shape.ts'

/** What PostgreSQL says of a column. */
export interface Column {
  readonly name: string
  readonly dataTypeID: number
  /** Of a column of a table as it is; 0 of what is computed. */
  readonly tableID: number
  readonly columnID: number
}

export interface Answered {
  /** The statement, as it was sent. */
  readonly text: string
  readonly fields: readonly Column[]
  readonly rows: readonly Readonly<Record<string, unknown>>[]
}

/** The names of tables' columns that may hold nothing, by `table.column` in PostgreSQL's numbers. */
export type Nullable = ReadonlyMap<string, string>

export interface Finding {
  readonly column: string
  readonly claimed: string
  readonly found: string
}

/** What the driver makes of PostgreSQL's types (`kit/server/data/database/database.ts` says which it parses in its own way). What is not here is judged by its values. */
const kinds: Readonly<Record<number, string>> = {
  16: 'boolean',
  17: 'bytes',
  20: 'number',
  21: 'number',
  23: 'number',
  25: 'string',
  26: 'number',
  700: 'number',
  701: 'number',
  1042: 'string',
  1043: 'string',
  1082: 'string',
  1114: 'date',
  1182: 'string',
  1184: 'date',
  1700: 'number',
  2950: 'string',
  ...Object.fromEntries([1000, 1005, 1007, 1009, 1015, 1016, 1021, 1022, 1115, 1185, 1231, 2951].map((array) => [array, 'array'])),
}

/** Whether a statement reads whatever there is: then what its claim leaves out was not asked for by name. */
const readsAll = (text: string): boolean => /(?:select|returning|,)\s+(?:distinct\s+)?(?:\w+\.)?\*/.test(text)

/** Whether a statement asks something of a column that nothing does not answer. An `or` beside it may let it through all the same: then its values tell. */
const asksOf = (text: string, column: string): boolean => new RegExp(String.raw`\b${column}"? (?:is not null|like |between |in \(|= (?:any\(|\$|'))`).test(text)

/** How many rows of one answer are looked at. */
const looked = 50

/** Where an answer is not what was claimed: names, types, and what is or may be null. */
export function compare(row: Shape, { text, fields, rows }: Answered, nullable: Nullable): Finding[] {
  const objects = row.filter((one): one is Extract<Alternative, { has: unknown }> => typeof one === 'object' && 'has' in one)
  if (objects.length === 0) return []
  const findings: Finding[] = []
  const claimedOf = (name: string): Shape | undefined => {
    const shapes = objects.flatMap(({ has, more }) => (Object.hasOwn(has, name) ? (has[name] ?? []) : (more ?? [])))
    return shapes.length > 0 ? shapes : undefined
  }
  const names = new Set(fields.map(({ name }) => name))
  for (const [name, shape] of Object.entries(objects.length === 1 ? (objects[0]?.has ?? {}) : {}))
    if (!names.has(name) && !mayBe(shape, 'undefined')) findings.push({ column: name, claimed: describeShape(shape), found: 'no such column' })
  for (const { name, dataTypeID, tableID, columnID } of fields) {
    const shape = claimedOf(name)
    const kind = kinds[dataTypeID]
    if (!shape) {
      if (!readsAll(text)) findings.push({ column: name, claimed: 'nothing', found: kind ?? `a column of type ${dataTypeID}` })
    } else if (kind && !mayBe(shape, kind)) findings.push({ column: name, claimed: describeShape(shape), found: kind })
    else {
      let wrong: ReturnType<typeof misfit> = null
      for (const each of rows.slice(0, looked)) wrong ??= misfit(shape, each[name])
      const column = nullable.get(`${tableID}.${columnID}`)
      if (wrong) findings.push({ column: `${name}${wrong.path}`, claimed: wrong.claimed, found: wrong.found })
      else if (column !== undefined && !mayBe(shape, 'null') && !asksOf(text, column))
        findings.push({ column: name, claimed: describeShape(shape), found: 'a column that may be null' })
    }
  }
  return findings
}
