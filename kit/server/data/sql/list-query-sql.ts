import { sql, type RawBuilder } from 'kysely'
import { declaredSort } from '#kit/contract/entity.ts'
import { badParameters } from '#kit/contract/errors.ts'
import type { Field } from '#kit/contract/field.ts'
import { isFilter } from '#kit/contract/link-targets.ts'
import type { Filter, ListQuery, Sort } from '#kit/contract/list-query.ts'
import { isDay, printable } from '#kit/contract/schema.ts'
import { asSql, both, either, type RowCondition, type RowRef } from '#kit/server/access/row-rule.ts'
import type { Who } from '#kit/server/access/who.ts'
import { askedCondition } from '#kit/server/data/resources/checks.ts'
import { fieldOf, linkTable, mayName, scalar, title } from './columns.ts'
import { oneOfCondition, oneOfName } from './one-of-sql.ts'
import { inPeriod } from './period-sql.ts'
import { listSearchCondition } from './search-sql.ts'
import { resourceOf, type Resource, type Resources } from '#kit/server/data/resources/resource.ts'

type Option = Filter['selected_options'][number]

const sortableBase = ['id', 'created_at', 'updated_at']
/** Kinds whose values have an order that a person would recognise. */
const sortable = new Set<Field['kind']>([
  'identifier',
  'text',
  'localized',
  'integer',
  'decimal',
  'scale',
  'boolean',
  'date',
  'timestamp',
  'choice',
  'ref',
  'ref_one_of',
  'email',
  'url',
])

/** Refuses sorts and filters that the declaration does not allow, naming each; anything else never reaches SQL. */
export function checkQuery({ def }: Resource, query: Pick<ListQuery, 'sort' | 'filters' | 'group'>): void {
  const wrong: Record<string, { key: string }[]> = {}
  const ownOrder = new Set(declaredSort(def).map(({ name }) => name))
  for (const { name } of query.sort) {
    const field = fieldOf(def, name)
    const shown = def.list.columns.includes(name) || def.list.more?.includes(name) || name === def.title || ownOrder.has(name)
    if (!(field ? shown && sortable.has(field.kind) : sortableBase.includes(name) || (name === 'order' && def.ordered)))
      wrong[`sort.${name}`] = [{ key: 'kit.errors.invalid_value' }]
  }
  if (query.group !== undefined && query.group !== def.list.groupedBy) wrong.group = [{ key: 'kit.errors.invalid_value' }]
  for (const { name } of query.filters) if (!isFilter(def, name)) wrong[`filters.${name}`] = [{ key: 'kit.errors.invalid_value' }]
  if (Object.keys(wrong).length > 0) throw badParameters(wrong)
}

/**
 * One filter as a condition: its options are OR-ed; no option filters nothing. Throws BAD_PARAMETERS for a value of the wrong type. `said`: yes and no stand in the text, as those of figures may, which are
 * declared: in a plan that is kept, a parameter would hide that it is the condition itself, which an index answers.
 */
export function filterCondition(resource: Resource, filter: Filter, row: RowRef, who: Who, said = false): RowCondition {
  const field = fieldOf(resource.def, filter.name)
  if (!field) throw badParameters()
  const options = filter.selected_options
  if (options.length === 0) return true
  const wrong = () => badParameters({ [`filters.${filter.name}`]: [{ key: 'kit.errors.invalid_value' }] })
  if (options.flatMap(textsOf).some((text) => !printable(text))) throw wrong()
  const plain = options.filter((o) => o !== null && typeof o !== 'object')
  const asks = resource.asks?.[filter.name]
  // «Empty» finds nothing: what rows do not tell, they cannot be without.
  if (field.options.asked && asks)
    return options.every((o) => o === null)
      ? false
      : asks(
          row,
          sql`${integers(
            options.filter((o) => o !== null),
            wrong,
          )}::bigint[]`,
        )
  if (field.options.asked) return askedCondition(resource, filter, row, who, wrong)
  const conditions: RowCondition[] = []

  if (field.kind === 'links' && field.options.derived) {
    const references = scalar(resource, filter.name, row, who.lang, who)
    if (options.includes(null)) conditions.push(sql<boolean>`jsonb_array_length(${references}) = 0`)
    if (plain.length > 0 && asks) conditions.push(asks(row, sql`${integers(plain, wrong)}::bigint[]`))
    else if (plain.length > 0)
      conditions.push(
        sql<boolean>`exists (select 1 from jsonb_array_elements(${references}) e where (e ->> 'id')::bigint = any(${integers(plain, wrong)}::bigint[]))`,
      )
    return either(...conditions)
  }

  if (field.kind === 'links') {
    const link = linkTable(resource.def, filter.name)
    const owned = (extra: RawBuilder<unknown>) =>
      sql<boolean>`exists (select 1 from ${sql.table(link)} l where l.customer_id = ${row('customer_id')} and l.owner_id = ${row('id')}${extra})`
    if (options.includes(null)) conditions.push(sql<boolean>`not ${owned(sql``)}`)
    if (plain.length > 0) conditions.push(owned(sql` and l.target_id = any(${integers(plain, wrong)}::bigint[])`))
    return either(...conditions)
  }

  if (field.kind === 'ref_one_of') return oneOfCondition(filter.name, field, filter, row, wrong)

  const value = scalar(resource, filter.name, row, who.lang, who)
  if (options.includes(null)) conditions.push(sql<boolean>`${value} is null`)
  for (const option of options) {
    if (option === null || typeof option !== 'object') continue
    if ('period' in option) conditions.push(inPeriod(field, value, option, who, wrong))
    else conditions.push('text' in option ? contains(value, option.text) : between(field, value, option, wrong))
  }
  if (plain.length > 0 && field.kind === 'ref' && field.options.derived) {
    const ids = sql`${integers(plain, wrong)}::bigint[]`
    conditions.push(asks?.(row, ids) ?? sql<boolean>`(${value} ->> 'id')::bigint = any(${ids})`)
  } else if (plain.length > 0) {
    const same = equalsAny(field, value, plain, wrong, said)
    conditions.push(resource.chosen?.[filter.name]?.(row, plain.map(String), who.lang, who) ?? same)
  }
  return either(...conditions)
}

/** Where clause for counting the rows of a list that filters keep: flags that are asked by themselves in words that an index answers. */
export function countConditions(resource: Resource, filters: readonly Filter[], row: RowRef, who: Who): RawBuilder<unknown> {
  const sought = filters.map((filter) => soughtBy(resource, filter, row))
  const rest = filters.filter((_, at) => sought[at] === undefined)
  const rule = both(resource.rules.read(row, who), ...sought.filter((condition) => condition !== undefined))
  return listConditions(resource, { filters: rest, global_search: '' }, rule, row, who)
}

function soughtBy({ def, sought }: Resource, { name, selected_options: [option, ...others] }: Filter, row: RowRef): RowCondition | undefined {
  return typeof option === 'boolean' && others.length === 0 && fieldOf(def, name)?.kind === 'boolean' ? sought?.[name]?.(row, option) : undefined
}

/** The texts of an option. */
const textsOf = (option: Option): string[] =>
  (option !== null && typeof option === 'object' ? Object.values(option) : [option]).filter((value): value is string => typeof value === 'string')

const integers = (options: readonly Option[], wrong: () => Error) =>
  options.map((o) => {
    if (typeof o !== 'number' || !Number.isSafeInteger(o)) throw wrong()
    return o
  })

function equalsAny(field: Field, value: RawBuilder<unknown>, options: readonly Option[], wrong: () => Error, said: boolean): RawBuilder<boolean> {
  switch (field.kind) {
    case 'ref':
      return oneOf(value, integers(options, wrong), sql`bigint`)
    case 'integer':
    case 'decimal':
    case 'scale':
      if (options.some((o) => typeof o !== 'number')) throw wrong()
      return oneOf(value, options, sql`numeric`)
    case 'boolean':
      if (options.some((o) => typeof o !== 'boolean')) throw wrong()
      return said && options.length === 1 ? sql`(${value}) = ${sql.lit(options[0])}` : oneOf(value, options, sql`boolean`)
    case 'choice':
      if (options.some((o) => typeof o !== 'string' || !field.options.values?.includes(o))) throw wrong()
      return oneOf(value, options, sql`text`)
    case 'choices':
      if (options.some((o) => typeof o !== 'string')) throw wrong()
      return sql`${value} && ${options}::text[]`
    case 'date':
      if (options.some((o) => typeof o !== 'string' || !isDay(o))) throw wrong()
      return oneOf(value, options, sql`date`)
    case 'identifier':
    case 'text':
    case 'localized':
    case 'email':
    case 'url':
      return oneOf(value, options.map(String), sql`text`)
    default:
      throw wrong()
  }
}

/** A single option is compared by `=`: an index then also gives the order of the list, which it cannot for `any`. */
const oneOf = (value: RawBuilder<unknown>, options: readonly Option[], type: RawBuilder<unknown>): RawBuilder<boolean> =>
  options.length === 1 ? sql`${value} = ${options[0]}::${type}` : sql`${value} = any(${options}::${type}[])`

const contains = (value: RawBuilder<unknown>, text: string): RawBuilder<boolean> =>
  sql`fold(${value}::text) like '%' || replace(replace(replace(fold(${text}), '\\', '\\\\'), '%', '\\%'), '_', '\\_') || '%'`

function between(field: Field, value: RawBuilder<unknown>, range: { from?: string | number; to?: string | number }, wrong: () => Error): RowCondition {
  const numeric = field.kind === 'integer' || field.kind === 'decimal' || field.kind === 'scale'
  if (!numeric && field.kind !== 'date' && field.kind !== 'timestamp') throw wrong()
  const type = numeric ? sql`numeric` : field.kind === 'date' ? sql`date` : sql`timestamptz`
  const bound = (limit: string | number | undefined, operator: RawBuilder<unknown>) => {
    if (limit === undefined) return sql`true`
    if (numeric ? typeof limit !== 'number' : typeof limit !== 'string' || Number.isNaN(Date.parse(limit)) || !isDay(limit.slice(0, 10))) throw wrong()
    return sql`${value} ${operator} ${limit}::${type}`
  }
  return sql`(${bound(range.from, sql`>=`)} and ${bound(range.to, sql`<=`)})`
}

interface Ordering {
  readonly joins: RawBuilder<unknown>
  readonly orderBy: RawBuilder<unknown>
  /** The values that `orderBy` compares, each with its direction. */
  readonly terms: readonly { readonly value: RawBuilder<unknown>; readonly direction: RawBuilder<unknown> }[]
}

/** The order of a list, always ended by the id so that pages never overlap; `reversed` reads it from the other end. */
export function ordering(resource: Resource, resources: Resources, sorts: readonly Sort[], row: RowRef, who: Who, reversed = false): Ordering {
  const wanted = sorts.length > 0 ? sorts : declaredSort(resource.def)
  const joins: RawBuilder<unknown>[] = []
  const terms: Ordering['terms'][number][] = []
  const push = (value: RawBuilder<unknown>, order: 'asc' | 'desc') => terms.push({ value, direction: (order === 'asc') !== reversed ? sql`asc` : sql`desc` })
  for (const [n, { name, order }] of wanted.entries()) {
    const field = fieldOf(resource.def, name)
    if (field?.kind === 'ref' && !resource.derived?.[name]) {
      const target = resourceOf(resources, field.options.entity ?? '')
      const alias = `sort_${n}`
      joins.push(
        sql` left join ${sql.table(target.def.name)} as ${sql.ref(alias)} on ${sql.ref(`${alias}.customer_id`)} = ${row('customer_id')} and ${sql.ref(`${alias}.id`)} = ${row(`${name}_id`)}`,
      )
      const other: RowRef = (column) => sql.ref(`${alias}.${column}`)
      const called = title(target, other, who.lang)
      // An order by names would tell them.
      const open = mayName(target, field, other, who)
      push(open === true ? called : sql`case when ${asSql(open)} then ${called} end`, order)
      // Two of one name are two, where more is ordered within each.
      if (n < wanted.length - 1) push(row(`${name}_id`), order)
    } else if (field?.kind === 'ref_one_of') {
      const named = oneOfName(resources, name, field, row, who, `sort_${n}`)
      joins.push(named.joins)
      push(named.value, order)
    } else push(name === 'order' ? row('position') : scalar(resource, name, row, who.lang, who), order)
  }
  if (wanted.at(-1)?.name !== 'id') push(row('id'), wanted.at(-1)?.order ?? 'asc')
  return { joins: sql.join(joins, sql``), orderBy: sql.join(terms.map(({ value, direction }) => sql`${value} ${direction}`)), terms }
}

/** Where clause of a list: tenant, row rule, filters, search. What is searched for is known by the entities around, too. */
export function listConditions(
  resource: Resource,
  query: { readonly filters: ListQuery['filters']; readonly global_search: '' },
  rule: RowCondition,
  row: RowRef,
  who: Who,
): RawBuilder<unknown>
export function listConditions(
  resource: Resource,
  query: Pick<ListQuery, 'filters' | 'global_search'>,
  rule: RowCondition,
  row: RowRef,
  who: Who,
  resources: Resources,
): RawBuilder<unknown>
export function listConditions(
  resource: Resource,
  query: Pick<ListQuery, 'filters' | 'global_search'>,
  rule: RowCondition,
  row: RowRef,
  who: Who,
  resources: Resources = new Map(),
): RawBuilder<unknown> {
  const searched = query.global_search ? listSearchCondition(resource, resources, query.global_search, row, who) : true
  const conditions = [rule, ...query.filters.map((f) => filterCondition(resource, f, row, who)), searched]
  const certain = conditions.filter((c) => c !== true).map(asSql)
  return sql.join([sql`${row('customer_id')} = ${who.customerId}`, ...certain], sql` and `)
}
