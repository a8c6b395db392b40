/** The tables of an entity as its migration creates them, derived from the contract in the conventions of the house. */
import type { EntityDef } from '#kit/contract/entity.ts'
import { oneOfColumn, oneOfColumns } from '#kit/contract/one-of.ts'
import type { Field, FieldOptions, Fields } from '#kit/contract/field.ts'

/** A column with the rest of its definition, in the order of the fields. */
export interface Column {
  readonly name: string
  /** As the information schema says it. */
  readonly type: string
  readonly definition: string
}

const names = 'collate "und-x-icu"'
/** What PostgreSQL reserves, so that it is written in quotes where it names something. */
const reserved = new Set(
  'all analyse analyze and any array as asc asymmetric authorization binary both case cast check collate collation column concurrently constraint create cross current_catalog current_date current_role current_schema current_time current_timestamp current_user default deferrable desc distinct do else end except false fetch for foreign freeze from full grant group having ilike in initially inner intersect into is isnull join lateral leading left like limit localtime localtimestamp natural not notnull null offset on only or order outer overlaps placing primary references returning right select session_user similar some symmetric system_user table tablesample then to trailing true union unique user using variadic verbose when where window with'.split(
    ' ',
  ),
)
const quoted = (name: string) => (reserved.has(name) ? `"${name}"` : name)
const literal = (value: unknown) => (typeof value === 'string' ? `'${value.replaceAll("'", "''")}'` : String(value))

/** The columns that hold the fields in a table of their own entity, or of owned children. */
export function columnsOfFields(fields: Fields, title?: string): Column[] {
  return Object.entries(fields).flatMap(([name, field]) => (field.options.derived ? [] : columnsOfField(name, field, name === title)))
}

function columnsOfField(name: string, field: Field, isTitle: boolean): Column[] {
  const { options: o, kind } = field
  const mandatory = o.need === 'required' ? ' not null' : ''
  const preset = o.default === undefined ? '' : ` not null default ${literal(o.default)}`
  const column = (type: string, rest = mandatory, of = name): Column => ({ name: of, type, definition: `${typeNames[type] ?? type}${rest}` })
  switch (kind) {
    case 'identifier':
      return [column('text', ' not null collate numeric_text')]
    case 'text':
    case 'email':
      return [column('text', `${preset || mandatory}${isTitle ? ` ${names}` : ''}`)]
    case 'markdown':
    case 'url':
    case 'color':
      return [column('text')]
    case 'localized':
      // Which of the two languages is there is checked by the store. Long texts are not sorted by.
      return ['en', 'fr'].map((lang) => column('text', (o.max ?? 0) > 1000 ? '' : ` ${names}`, `${name}_${lang}`))
    case 'integer':
    case 'scale':
      return [column('integer', `${preset || mandatory}${bounds(name, o)}`)]
    case 'decimal':
      return [column('numeric', `(14, ${o.decimals ?? 2})${preset || mandatory}${bounds(name, o)}`)]
    case 'boolean':
      return [column('boolean', ` not null default ${literal(o.default ?? false)}`)]
    case 'date':
      return [column('date')]
    case 'timestamp':
      return [column('timestamp with time zone')]
    case 'choice':
      return [column('text', `${preset || mandatory} check (${quoted(name)} in (${(o.values ?? []).map(literal).join(', ')}))`)]
    case 'choices':
      return [column('ARRAY', ` not null default '{}' check (${quoted(name)} <@ array[${(o.values ?? []).map(literal).join(', ')}])`)]
    case 'ref':
      return [column('bigint', mandatory, `${name}_id`)]
    case 'ref_one_of':
      return (o.entities ?? []).map((entity) => column('bigint', '', oneOfColumn(name, entity)))
    case 'json':
      return [column('jsonb', o.default === undefined ? mandatory : ` not null default ${literal(JSON.stringify(o.default))}`)]
    case 'links':
    case 'rows':
    case 'files':
      return []
  }
}

const typeNames: Readonly<Record<string, string>> = { integer: 'int', 'timestamp with time zone': 'timestamptz', ARRAY: 'text[]' }

function bounds(name: string, { min, max }: FieldOptions): string {
  if (min === undefined && max === undefined) return ''
  const column = quoted(name)
  return ` check (${min === undefined ? `${column} <= ${max}` : max === undefined ? `${column} >= ${min}` : `${column} between ${min} and ${max}`})`
}

const base = [
  'customer_id bigint not null references customer',
  'id bigint generated always as identity',
  'version int not null default 1',
  'created_at timestamptz not null default moment()',
  'created_by bigint',
  'updated_at timestamptz not null default moment()',
  'updated_by bigint',
]

const ownedBase = [
  'customer_id bigint not null references customer',
  'id bigint generated always as identity',
  'owner_id bigint not null',
  'position int not null',
  'valid_from timestamptz not null default moment()',
]

const stored = (fields: Fields, ...kinds: Field['kind'][]) => Object.entries(fields).filter(([, f]) => kinds.includes(f.kind) && !f.options.derived)
/** The columns that name rows, with the entity of each. */
const naming = (fields: Fields) =>
  stored(fields, 'ref', 'ref_one_of').flatMap(([name, field]) =>
    field.kind === 'ref' ? [{ entity: field.options.entity ?? '', column: `${name}_id` }] : oneOfColumns(name, field),
  )
const references = (fields: Fields) =>
  naming(fields).map(({ entity, column }) => `foreign key (customer_id, ${column}) references ${quoted(entity)} (customer_id, id)`)
/** Of the columns of a reference to one of several entities one is filled, or none where nothing need be named. */
const alternatives = (fields: Fields) =>
  stored(fields, 'ref_one_of').flatMap(([name, field]) => {
    const columns = oneOfColumns(name, field).map(({ column }) => column)
    const needed = field.options.need === 'required'
    return columns.length > 1 || needed ? [`check (num_nonnulls(${columns.join(', ')}) ${needed ? '=' : '<='} 1)`] : []
  })
const indexes = (name: string, fields: Fields) => naming(fields).map(({ column }) => `create index on ${quoted(name)} (customer_id, ${column});`)
/** Two defaults cannot be, whatever writes them. */
const oneDefault = ({ name, fields, oneDefault: one }: EntityDef) => {
  if (!one) return []
  const group = one.within === undefined ? '' : `, ${one.within}${fields[one.within]?.kind === 'ref' ? '_id' : ''}`
  return [`create unique index ${name}_one_default on ${quoted(name)} (customer_id${group}) where is_default;`]
}
const table = (name: string, lines: readonly string[]) => `create table ${quoted(name)} (\n  ${lines.join(',\n  ')}\n);`
const lineOf = ({ name, definition }: Column) => `${quoted(name)} ${definition}`

/** The statements that create an entity's table, its link tables and the tables of its children, with their histories and policies. */
export function entityDdl(def: EntityDef): string {
  const { name, fields } = def
  const statements = [
    table(name, [
      ...base,
      ...columnsOfFields(fields, def.title).map(lineOf),
      ...(def.ordered ? ['position int not null default 0'] : []),
      'primary key (customer_id, id)',
      ...stored(fields, 'identifier').map(([field]) => `unique (customer_id, ${field})`),
      ...alternatives(fields),
      ...references(fields),
    ]),
    ...indexes(name, fields),
    ...oneDefault(def),
    `call entity_table('${name}');`,
    ...stored(fields, 'links').map(([field, { options }]) => `call link_table('${name}', '${field}', '${options.entity}');`),
    ...stored(fields, 'rows').flatMap(([field, { options }]) => ownedDdl(name, field, options.fields ?? {})),
  ]
  return `${statements.join('\n').replaceAll(/\n(?=create table)/g, '\n\n')}\n`
}

function ownedDdl(owner: string, field: string, fields: Fields): string[] {
  const name = `${owner}__${field}`
  return [
    table(name, [
      ...ownedBase,
      ...columnsOfFields(fields).map(lineOf),
      'primary key (customer_id, id)',
      `foreign key (customer_id, owner_id) references ${quoted(owner)} (customer_id, id) on delete cascade`,
      ...references(fields),
    ]),
    `create index on ${name} (customer_id, owner_id);`,
    `call owned_table('${name}');`,
  ]
}

/** The statements that add a field to an entity's table and to its history; none for files, which have a table of their own. */
export function fieldDdl(entity: string, name: string, field: Field): string {
  if (field.kind === 'links') return `call link_table('${entity}', '${name}', '${field.options.entity}');\n`
  const columns = columnsOfFields({ [name]: field })
  // A history holds what was allowed when it was written.
  const unchecked = ({ definition, ...rest }: Column) => ({ ...rest, definition: definition.replace(/ check \(.*\)$/, '') })
  const add = (target: string, added: readonly Column[]) => added.map((column) => `alter table ${quoted(target)} add column ${lineOf(column)};`)
  const statements = [
    ...add(entity, columns),
    ...[...alternatives({ [name]: field }), ...references({ [name]: field })].map((constraint) => `alter table ${quoted(entity)} add ${constraint};`),
    ...indexes(entity, { [name]: field }),
    ...add(`${entity}_history`, columns.map(unchecked)),
  ]
  return statements.map((statement) => `${statement}\n`).join('')
}
