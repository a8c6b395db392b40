import { sql, type RawBuilder } from 'kysely'
import { badParameters, notFound } from '#kit/contract/errors.ts'
import type { EntityDef } from '#kit/contract/entity.ts'
import type { Field } from '#kit/contract/field.ts'
import { only, type Figure } from '#kit/contract/figure.ts'
import { levelOf, type Levels } from '#kit/contract/level.ts'
import type { Filter } from '#kit/contract/list-query.ts'
import { lookOf, tintOfLook } from '#kit/contract/status-looks.ts'
import type { Ask, FigureAnswer, ListLink } from '#kit/contract/source.ts'
import { dayAfter } from '#kit/contract/day-after.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import { fieldOf, linkTable, referenceName, rowRef, scalar } from '#kit/server/data/sql/columns.ts'
import { checkQuery, countConditions } from '#kit/server/data/sql/list-query-sql.ts'
import { levelsFor } from '#kit/server/data/resources/levels.ts'
import { resourceOf, type Resource } from '#kit/server/data/resources/resource.ts'
import { sheetWords, type SheetWords } from '#kit/server/sheets/words.ts'
import { endOfDay } from '#kit/server/time/end-of-day.ts'
import type { Asking } from './source.ts'
import { daysBefore, type Days } from './span.ts'

/** The name of the source that tells rows of an entity. */
export const rowsSource = (entity: string): string => `rows.${entity}`
export const entityOfSource = (source: string): string | undefined => (source.startsWith('rows.') ? source.slice('rows.'.length) : undefined)

/** Kinds of fields that group rows, and those that split each group: these have few values. */
export const groupKinds = new Set<Field['kind']>(['choice', 'boolean', 'scale', 'ref', 'links'])
export const splitKinds = new Set<Field['kind']>(['choice', 'boolean', 'scale'])
export const dateKinds = new Set<Field['kind']>(['date', 'timestamp'])
export const numberKinds = new Set<Field['kind']>(['integer', 'decimal'])

/** Whether what is asked by some filters is told of its reader alone. */
export const arePersonal = ({ fields }: EntityDef, filters: readonly Filter[]): boolean =>
  filters.some(({ name }) => fields[name]?.options.personal === true || name.endsWith('_right'))

/** The filter by which a list is kept to perimeters: those of its rows, or of their register. */
export function placeFilter(def: EntityDef): 'within' | 'perimeter' | 'perimeters' | undefined {
  const has = (name: string) => def.list.filters.includes(name) && def.fields[name]?.options.entity === 'perimeter'
  return (['within', 'perimeter', 'perimeters'] as const).find(has)
}

/** Rows that are asked, once all that is asked of them has been looked at. */
export interface AskedRows {
  readonly resource: Resource
  readonly filters: readonly Filter[]
  readonly words: SheetWords
  readonly levels: Levels
  readonly ask: Ask
  /** Whether more of them is better; null where that is nobody's to say. */
  readonly rises: boolean | null
}

/** What is asked of the rows of an entity; refuses what its list does not offer, and whoever may not read it. */
export async function prepareRows(asking: Asking, ask: Ask, figures: readonly Figure[]): Promise<AskedRows> {
  const { tx, resources, lang } = asking
  const entity = entityOfSource(ask.source) ?? ''
  if (!resources.has(entity)) throw notFound()
  const resource = resourceOf(resources, entity)
  const { def } = resource
  authorize(tx.who, def.rights.read)
  if (asking.moment) tx.readPast(asking.moment)
  const figure = ask.figure === undefined ? undefined : figures.find(({ name }) => name === ask.figure)
  if (ask.figure !== undefined && (figure?.entity !== entity || !tx.who.rights.has(figure.right)))
    throw badParameters({ figure: [{ key: 'kit.errors.invalid_value' }] })
  refuseFields(def, ask)
  const filters = [...(figure?.filters(asking.today) ?? []), ...ask.filters, ...(await placed(asking, def))]
  if (arePersonal(def, filters)) throw badParameters({ filters: [{ key: 'kit.errors.invalid_value' }] })
  checkQuery(resource, { sort: ask.sort, filters })
  const levels = await levelsFor(tx, def)
  return {
    resource,
    filters,
    levels,
    ask,
    // Of a mean of some number it says nothing how many there are.
    rises: ask.how === 'MEAN' ? null : (figure?.rises ?? null),
    words: sheetWords(
      (message) => asking.say(typeof message === 'string' ? message : message.key, typeof message === 'string' ? undefined : message.values),
      def,
      lang,
      levels,
    ),
  }
}

/** Whether rows of an entity can be grouped by a field, and the list be asked for each group. */
export const groupsBy = ({ fields, list }: EntityDef, name: string): boolean => {
  const field = fields[name]
  return (
    field !== undefined &&
    groupKinds.has(field.kind) &&
    !field.options.asked &&
    !field.options.personal &&
    !(field.kind === 'links' && field.options.derived) &&
    list.filters.includes(name)
  )
}

function refuseFields(def: EntityDef, { by, across, over, how, of, columns }: Ask): void {
  const wrong: Record<string, { key: string }[]> = {}
  const refuse = (name: string, holds: boolean) => {
    if (!holds) wrong[name] = [{ key: 'kit.errors.invalid_value' }]
  }
  const kind = (name: string) => fieldOf(def, name)?.kind
  const shown = (name: string) => def.list.columns.includes(name) || def.list.more?.includes(name) === true || name === def.title || name === 'identifier'
  const isOf = (name: string, kinds: ReadonlySet<Field['kind']>) =>
    kinds.has(kind(name) ?? 'json') && def.list.filters.includes(name) && !fieldOf(def, name)?.options.personal
  if (by !== undefined) refuse('by', groupsBy(def, by))
  if (across !== undefined) refuse('across', across !== by && isOf(across, splitKinds) && fieldOf(def, across)?.options.asked !== true)
  if (over !== undefined) refuse('over', isOf(over, dateKinds))
  if (how === 'COUNT') refuse('of', of === undefined)
  else refuse('of', of !== undefined && numberKinds.has(kind(of) ?? 'json') && shown(of))
  for (const [n, column] of columns.entries())
    refuse(`columns.${n}`, fieldOf(def, column) !== undefined && shown(column) && !fieldOf(def, column)?.options.asked)
  if (Object.keys(wrong).length > 0) throw badParameters(wrong)
}

/** The perimeter that is kept to, as the list asks for it; of an entity without places nothing of it is left out, and nothing in it either. */
async function placed({ tx, perimeter }: Asking, def: EntityDef): Promise<Filter[]> {
  const name = perimeter === null ? undefined : placeFilter(def)
  if (perimeter === null || name === undefined) return []
  if (name === 'within') return [only('within', perimeter)]
  const rows = await tx.run(
    sql<{ id: number }>`select descendant_id as id from perimeter_closure where customer_id = ${tx.customerId} and ancestor_id = ${perimeter} order by 1`,
  )
  return [{ name, selected_options: rows.length > 0 ? rows.map(({ id }) => id) : [perimeter] }]
}

/** A date or moment within days, as the list is asked for it. */
export function duringFilter({ tx }: Pick<Asking, 'tx'>, { def }: Resource, over: string, { from, to }: Days): Filter {
  if (fieldOf(def, over)?.kind === 'date') return only(over, { from, to })
  const { timeZone } = tx.who
  return only(over, { from: new Date(endOfDay(dayAfter(from, -1), timeZone).getTime() + 1).toISOString(), to: endOfDay(to, timeZone).toISOString() })
}

export const t = rowRef('t')

/** Where clause of the rows that are asked, with the rule of the reader. */
export const whereOf = ({ tx }: Asking, { resource }: AskedRows, filters: readonly Filter[]): RawBuilder<unknown> =>
  countConditions(resource, filters, t, tx.who)

/** The list that shows the rows that are told. */
export const linkOf = ({ resource }: AskedRows, filters: readonly Filter[], total: number | null): ListLink => ({
  entity: resource.def.name,
  filters: [...filters],
  total,
})

/** What is told of rows: their number, or the sum or mean of one of their numbers. */
export function amountOf({ tx, lang }: Asking, { resource, ask }: AskedRows): RawBuilder<unknown> {
  if (ask.how === 'COUNT') return sql`count(*)::float8`
  const value = scalar(resource, ask.of ?? '', t, lang, tx.who)
  return ask.how === 'SUM' ? sql`coalesce(sum(${value}), 0)::float8` : sql`avg(${value})::float8`
}

export const unitOf = ({ resource, ask }: AskedRows): string | null => (ask.of === undefined ? null : (fieldOf(resource.def, ask.of)?.options.unit ?? null))

/** A value by which rows are grouped: what it is in SQL, what must be joined for it, and what it is called. */
export interface Key {
  readonly value: RawBuilder<unknown>
  readonly joins: RawBuilder<unknown>
  /** What names a group in SQL, by the column of its key; null: `label` does. */
  readonly named: ((key: RawBuilder<unknown>) => RawBuilder<unknown>) | null
  readonly label: (key: string | null) => string
  readonly tint: (key: string | null) => string | null
  /** The option of the list's filter. */
  readonly option: (key: string | null) => Filter['selected_options'][number]
  /** Their own order, where they have one. */
  readonly order: ((key: string) => number) | null
}

/** The tone of rows of which a flag holds that is a status by its word, such as late ones: that which the status has everywhere. */
const tintOfFlag = (name: string): string | null => {
  const look = lookOf(name.toUpperCase())
  return look ? tintOfLook(look) : null
}

/** How rows are grouped by a field. */
export function keyOf(asking: Asking, { resource, words, levels }: AskedRows, name: string): Key {
  const { tx, resources, lang, say } = asking
  const { def } = resource
  const field = fieldOf(def, name)
  if (!field) throw badParameters()
  const none = say('kit.sources.none')
  const plain = { joins: sql``, value: scalar(resource, name, t, lang, tx.who), named: null }
  switch (field.kind) {
    case 'boolean':
      return {
        ...plain,
        value: sql`coalesce(${plain.value}, false)`,
        label: (key) => (key === 'true' ? words.field(name) : say('kit.sources.others')),
        tint: (key) => (key === 'true' ? tintOfFlag(name) : null),
        option: (key) => key === 'true',
        order: (key) => (key === 'true' ? 0 : 1),
      }
    case 'scale': {
      const known = levels[field.options.scale ?? ''] ?? []
      return {
        ...plain,
        label: (key) => (key === null ? none : words.offered(name).includes(Number(key)) ? words.choice(name, Number(key)) : key),
        tint: (key) => (key === null ? null : (levelOf(known, Number(key))?.color ?? null)),
        option: (key) => (key === null ? null : Number(key)),
        order: (key) => Number(key),
      }
    }
    case 'choice': {
      const values = field.options.values ?? []
      return {
        ...plain,
        label: (key) => (key === null ? none : words.choice(name, key)),
        tint: (key) => (key === null ? null : tintOfLook(lookOf(key, `${def.name}.${name}`))),
        option: (key) => key,
        order: (key) => values.indexOf(key),
      }
    }
    case 'links': {
      const table = linkTable(def, name)
      return {
        value: sql`k.target_id`,
        joins: sql` left join ${sql.table(table)} as k on k.customer_id = t.customer_id and k.owner_id = t.id`,
        named: (key) => referenceName(resources, field, key, sql`${tx.customerId}::bigint`, tx.who),
        label: (key) => key ?? none,
        tint: () => null,
        option: (key) => (key === null ? null : Number(key)),
        order: null,
      }
    }
    default:
      return {
        ...plain,
        value: resource.derived?.[name] ? sql`(${plain.value} ->> 'id')::bigint` : plain.value,
        named: (key) => referenceName(resources, field, key, sql`${tx.customerId}::bigint`, tx.who),
        label: (key) => key ?? none,
        tint: () => null,
        option: (key) => (key === null ? null : Number(key)),
        order: null,
      }
  }
}

/** How many rows, or what they amount to; one statement, two where the period before is told as well. */
export async function askFigure(asking: Asking, rows: AskedRows): Promise<FigureAnswer> {
  const { ask, resource, filters } = rows
  const within = (days: Days) => (ask.over === undefined ? filters : [...filters, duringFilter(asking, resource, ask.over, days)])
  const amount = async (under: readonly Filter[]) =>
    asking.tx.first(
      sql<{
        value: number | null
        rows: number
      }>`select ${amountOf(asking, rows)} as value, count(*)::int as rows from ${sql.table(resource.def.name)} as t where ${whereOf(asking, rows, under)}`,
      { planned: true },
    )
  const shown = within(asking.days)
  const now = await amount(shown)
  const before = asking.compared && ask.over !== undefined ? await amount(within(asking.before ?? daysBefore(asking.days))) : undefined
  return {
    kind: 'figure',
    value: now?.value ?? null,
    unit: unitOf(rows),
    of: null,
    before: before?.value ?? null,
    target: null,
    rises: rows.rises,
    facts: [],
    // None is no bad news.
    tint: now?.rows
      ? (shown.map(({ name, selected_options: [only] }) => (only === true ? tintOfFlag(name) : null)).find((found) => found !== null) ?? null)
      : null,
    opens: linkOf(rows, shown, now?.rows ?? 0),
  }
}
