import { sql, type RawBuilder } from 'kysely'
import type { EntityDef } from '#kit/contract/entity.ts'
import type { Field, Fields } from '#kit/contract/field.ts'
import { can } from '#kit/server/access/authorize.ts'
import { asSql, type RowRef, type RowRule } from '#kit/server/access/row-rule.ts'
import { linkTable, localizedText, mayOpen, referenceName, referenceObject, referenceOf, rowRef } from './columns.ts'
import { oneOfReference } from './one-of-sql.ts'
import { resourceOf, type Resource, type Resources } from '#kit/server/data/resources/resource.ts'
import { Templates, type Viewer } from './sql-template.ts'

/** A row as it stood on a day: nobody writes the past. */
export const asPast = <T extends Record<string, unknown>>(row: T): T => ({
  ...row,
  edit_right: false,
  delete_right: false,
  edit_right_regular: false,
  checkbox_right: false,
  ...('copy_right' in row && { copy_right: false }),
  ...('reset_right' in row && { reset_right: false }),
})

/** The fields a list row carries: what its columns, filters and references need; the whole row is read by id. */
export function listFields(def: EntityDef): string[] {
  const wanted = new Set<string>([def.title, ...def.list.columns, ...(def.list.more ?? []), ...def.list.filters])
  for (const name of ['identifier', 'color']) if (name in def.fields) wanted.add(name)
  return [...wanted].filter((name) => !def.fields[name]?.options.asked)
}

const member = (row: RowRef, column: string) =>
  sql`(select jsonb_build_object('id', m.id, 'name', m.name) from member m where m.customer_id = ${row('customer_id')} and m.id = ${row(column)}) as ${sql.ref(column)}`

const templates = new WeakMap<Resources, WeakMap<Resource, Templates>>()

function templatesOf(resource: Resource, resources: Resources): Templates {
  const all = templates.get(resources) ?? new WeakMap<Resource, Templates>()
  const own = all.get(resource) ?? new Templates()
  templates.set(resources, all.set(resource, own))
  return own
}

/** Everything a row answers, as select expressions over the alias `t`; the result needs no more work than `finishRow`. */
export const selectRow = (resource: Resource, resources: Resources, who: Viewer, fields: readonly string[]): RawBuilder<unknown> =>
  templatesOf(resource, resources).fill(fields.join(), who, (kind) => rowSql(resource, resources, kind, fields))

/**
 * What the cells of a row in a file say, as one JSON text: its id, its version and the values that `cellKeys` names, in that order. Neither who wrote it nor
 * what may be done with it, which would be worked out of a hundred thousand rows for nobody; references by their names alone.
 */
export const selectCells = (resource: Resource, resources: Resources, who: Viewer, fields: readonly string[]): RawBuilder<string> =>
  templatesOf(resource, resources).fill(`cells ${fields.join()}`, who, (kind) => cellsSql(resource, resources, kind, fields))

/** The same made anew, as `rowSql` is. */
export function cellsSql(resource: Resource, resources: Resources, who: Viewer, fields: readonly string[]): RawBuilder<string> {
  const values = cellValues(resource, resources, who, fields).map(({ value }) => value)
  // Not the function of that name: it takes a hundred values at most.
  return sql<string>`json_array(${sql.join(values)} null on null)::text`
}

/** What stands where in what `selectCells` answers. */
export const cellKeys = (resource: Resource, resources: Resources, who: Viewer, fields: readonly string[]): string[] =>
  cellValues(resource, resources, who, fields).map(({ key }) => key)

function cellValues(resource: Resource, resources: Resources, who: Viewer, fields: readonly string[]): Value[] {
  const t = rowRef('t')
  const values = fields.flatMap((name): Value[] => {
    const field = resource.def.fields[name]
    if (!field || field.options.asked) return []
    return field.kind === 'ref' && !resource.derived?.[name]
      ? [{ key: name, value: referenceName(resources, field, t(`${name}_id`), t('customer_id'), who) }]
      : valuesOf(resource, resources, name, field, t, who)
  })
  return [{ key: 'id', value: t('id') }, { key: 'version', value: t('version') }, ...values]
}

/** The same for one viewer, or for a whole kind of them, made anew. */
export function rowSql(resource: Resource, resources: Resources, who: Viewer, fields: readonly string[]): RawBuilder<unknown> {
  const t = rowRef('t')
  const parts: RawBuilder<unknown>[] = [t('id'), t('version'), t('created_at'), t('updated_at'), member(t, 'created_by'), member(t, 'updated_by')]
  if (resource.def.ordered) parts.push(sql`${t('position')} as "order"`)
  const { together } = resource
  const shared = together ? fields.filter((name) => Object.hasOwn(together.values, name)) : []
  if (together && shared.length > 1) {
    const values = shared.map((name) => sql`${sql.lit(name)}, ${together.values[name]?.(t)}`)
    parts.push(sql`${together.over(t, who, sql`jsonb_build_object(${sql.join(values)})`)} as worked`)
  }
  for (const name of fields) {
    const field = resource.def.fields[name]
    if (field && !field.options.asked && !(shared.length > 1 && shared.includes(name)))
      parts.push(...valuesOf(resource, resources, name, field, t, who).map(({ key, value, column }) => (column ? value : sql`${value} as ${sql.ref(key)}`)))
  }
  const { rights } = resource.def
  const right = (verb: 'read' | 'update' | 'delete', rule: RowRule) => (can(who, rights[verb]) ? asSql(rule(t, who)) : sql`false`)
  parts.push(
    sql`${right('read', resource.rules.read)} as view_right`,
    sql`${right('update', resource.rules.update)} as edit_right`,
    sql`${right('delete', resource.rules.delete)} as delete_right`,
    ...(resource.fork ? [sql`${sql.lit(can(who, rights.create))} as copy_right`] : []),
    ...(resource.rules.reset ? [sql`${right('update', resource.rules.reset)} as reset_right`] : []),
    ...(resource.rules.regular ? [sql`${right('update', resource.rules.regular)} as edit_right_regular`] : []),
  )
  return sql.join(parts)
}

interface Value {
  readonly key: string
  readonly value: RawBuilder<unknown>
  /** A column of the table, which bears its key. */
  readonly column?: true
}

function valuesOf(resource: Resource, resources: Resources, name: string, field: Field, row: RowRef, who: Viewer): Value[] {
  const { lang } = who
  const one = (value: RawBuilder<unknown>): Value[] => [{ key: name, value }]
  const column = (key: string): Value => ({ key, value: row(key), column: true })
  const derived = resource.derived?.[name]
  if (derived) return one(derived(row, lang, who))
  const customer = row('customer_id')
  switch (field.kind) {
    case 'localized':
      return [...one(localizedText(row, name, lang)), column(`${name}_en`), column(`${name}_fr`)]
    case 'ref':
      return one(referenceOf(resources, field, row(`${name}_id`), customer, who))
    case 'ref_one_of':
      return one(oneOfReference(resources, name, field, row, who))
    case 'links': {
      const target = resourceOf(resources, field.options.entity ?? '')
      const r = rowRef('r')
      // Only what the reader may open: a list of links would otherwise tell a whole organisation's names.
      const rule = mayOpen(target, r, who)
      return one(sql`(select coalesce(jsonb_agg(${referenceObject(target, r, lang)} order by ${r('id')}), '[]')
        from ${sql.table(linkTable(resource.def, name))} l join ${sql.table(target.def.name)} as r on r.customer_id = l.customer_id and r.id = l.target_id
        where l.customer_id = ${customer} and l.owner_id = ${row('id')}${rule === true ? sql`` : sql` and ${asSql(rule)}`})`)
    }
    case 'rows':
      return one(sql`(select coalesce(jsonb_agg(${ownedObject(resource.def.name, name, field.options.fields ?? {}, resources, who)} order by c.position, c.id), '[]')
        from ${sql.table(linkTable(resource.def, name))} c where c.customer_id = ${customer} and c.owner_id = ${row('id')})`)
    case 'files':
      return one(filesOf(resource.def.name, name, row('customer_id'), row('id')))
    default:
      return [column(name)]
  }
}

/** The files of a field, or of a field of one owned row. */
const filesOf = (
  entity: string,
  field: string,
  customer: RawBuilder<unknown>,
  owner: RawBuilder<unknown>,
  child?: RawBuilder<unknown>,
) => sql`(select coalesce(jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'size', f.size, 'mime', f.mime, 'date', f.created_at, 'comment', f.comment,
  'author', (select jsonb_build_object('id', m.id, 'name', m.name) from member m where m.customer_id = f.customer_id and m.id = f.uploaded_by)) order by f.id), '[]')
  from file f where f.customer_id = ${customer} and f.entity = ${entity} and f.object_id = ${owner} and f.field = ${field}${child ? sql` and f.child_id = ${child}` : sql``} and f.detached_at is null)`

function ownedObject(entity: string, rows: string, fields: Fields, resources: Resources, who: Viewer): RawBuilder<unknown> {
  const c = rowRef('c')
  const pairs = [sql`'id', c.id`]
  for (const [name, field] of Object.entries(fields)) {
    const key = sql.lit(name)
    if (field.kind === 'localized')
      pairs.push(
        sql`${key}, ${localizedText(c, name, who.lang)}`,
        sql`${sql.lit(`${name}_en`)}, ${c(`${name}_en`)}`,
        sql`${sql.lit(`${name}_fr`)}, ${c(`${name}_fr`)}`,
      )
    else if (field.kind === 'ref') pairs.push(sql`${key}, ${referenceOf(resources, field, c(`${name}_id`), c('customer_id'), who)}`)
    else if (field.kind === 'files') pairs.push(sql`${key}, ${filesOf(entity, `${rows}.${name}`, c('customer_id'), c('owner_id'), c('id'))}`)
    else pairs.push(sql`${key}, ${c(name)}`)
  }
  return sql`jsonb_build_object(${sql.join(pairs)})`
}

/** Adds what is not read from the database: the entity and the rights that follow from others (TBL-09). `type` is the entity too, unless it has a field of that name. */
export function finishRow<T extends Record<string, unknown>>(
  def: EntityDef,
  row: T,
): T & { entity: string; edit_right_regular: boolean; checkbox_right: boolean } {
  const edit = row.edit_right === true
  const { worked, ...own } = row
  return {
    type: def.name,
    ...(own as T),
    ...(worked as Partial<T> | undefined),
    entity: def.name,
    edit_right_regular: row.edit_right_regular === undefined ? edit : row.edit_right_regular === true,
    checkbox_right: edit || row.delete_right === true,
  }
}
