import { sql, type RawBuilder } from 'kysely'
import { find, type Found } from './attributes.ts'
import { invalid } from './errors.ts'
import type { Comparison, Filter, Literal, Path } from './filter.ts'
import { assertComparable, comparedBy } from './matches.ts'
import type { Attribute, ResourceType } from './schemas.ts'

/** What a type knows besides its document, as SQL over its row under the alias `t`. */
export interface Worked {
  /** A text. */
  readonly plain: Readonly<Record<string, RawBuilder<unknown>>>
  /** Values of several parts: the rows of a subquery under the alias `w`, with each part as a text. */
  readonly several: Readonly<Record<string, { readonly from: RawBuilder<unknown>; readonly parts: Readonly<Record<string, RawBuilder<unknown>>> }>>
}

const yes = sql<boolean>`true`
const no = sql<boolean>`false`
const likeSafe = (text: string) => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

/** A comparison of one text; never null. */
function compare(attribute: Attribute, op: Exclude<Comparison, 'ne'>, held: RawBuilder<unknown>, value: Literal): RawBuilder<boolean> {
  if (attribute.type === 'boolean') {
    const wanted = typeof value === 'string' ? value.toLowerCase() === 'true' : value
    return typeof wanted === 'boolean' ? sql`coalesce(${held} = ${String(wanted)}, false)` : no
  }
  if (typeof value === 'boolean' || value === null) return no
  if (attribute.type === 'dateTime') {
    const at = new Date(String(value))
    if (Number.isNaN(at.getTime())) throw invalid('invalidFilter', `${attribute.name} is a moment`)
    const moment = sql`(${held})::timestamptz`
    const sign = { eq: sql`=`, gt: sql`>`, ge: sql`>=`, lt: sql`<`, le: sql`<=` }
    if (op === 'co' || op === 'sw' || op === 'ew') throw invalid('invalidFilter', `${attribute.name} is a moment`)
    return sql`coalesce(${moment} ${sign[op]} ${at.toISOString()}::timestamptz, false)`
  }
  const exact = attribute.caseExact ?? attribute.type === 'reference'
  const text = exact ? String(value) : String(value).toLowerCase()
  const own = exact ? sql`(${held})` : sql`lower(${held})`
  switch (op) {
    case 'eq':
      return sql`coalesce(${own} = ${text}, false)`
    case 'co':
      return sql`coalesce(${own} like ${`%${likeSafe(text)}%`}, false)`
    case 'sw':
      return sql`coalesce(${own} like ${`${likeSafe(text)}%`}, false)`
    case 'ew':
      return sql`coalesce(${own} like ${`%${likeSafe(text)}`}, false)`
    case 'gt':
      return sql`coalesce(${own} collate "C" > ${text}, false)`
    case 'ge':
      return sql`coalesce(${own} collate "C" >= ${text}, false)`
    case 'lt':
      return sql`coalesce(${own} collate "C" < ${text}, false)`
    case 'le':
      return sql`coalesce(${own} collate "C" <= ${text}, false)`
  }
}

/** Where an attribute's values are: one text, or rows with their parts. */
type Place =
  | { readonly one: RawBuilder<unknown>; readonly attribute: Attribute }
  | { readonly rows: RawBuilder<unknown>; readonly part: (name: string) => RawBuilder<unknown>; readonly attribute: Attribute }

const jsonPath = (...names: readonly (string | undefined)[]) => sql`${names.filter((name) => name !== undefined)}::text[]`

function placeOf(worked: Worked, { attribute, schema, sub }: Found): Place {
  const [plain, several] = [worked.plain[sub ? `${attribute.name}.${sub.name}` : attribute.name], worked.several[attribute.name]]
  if (plain) return { one: plain, attribute: sub ?? attribute }
  if (several) return { rows: several.from, part: (name) => several.parts[name] ?? sql`null::text`, attribute }
  if (attribute.multiValued)
    return {
      rows: sql`jsonb_array_elements(coalesce(t.document #> ${jsonPath(schema?.id, attribute.name)}, '[]')) as w(v)`,
      part: (name) => sql`(w.v ->> ${name})`,
      attribute,
    }
  if (attribute.type === 'complex' && !sub) return { one: sql`(t.document #>> ${jsonPath(schema?.id, attribute.name)})`, attribute }
  return { one: sql`(t.document #>> ${jsonPath(schema?.id, attribute.name, sub?.name)})`, attribute: sub ?? attribute }
}

const exists = (rows: RawBuilder<unknown>, condition: RawBuilder<boolean>) => sql<boolean>`exists (select 1 from ${rows} where ${condition})`

/** A filter as a condition over rows `t`; what its type does not know is nowhere. Never null, so that its opposite holds where it does not. */
export function filterSql(type: ResourceType, worked: Worked, filter: Filter): RawBuilder<boolean> {
  switch (filter.op) {
    case 'and':
      return sql`(${filterSql(type, worked, filter.of[0])} and ${filterSql(type, worked, filter.of[1])})`
    case 'or':
      return sql`(${filterSql(type, worked, filter.of[0])} or ${filterSql(type, worked, filter.of[1])})`
    case 'not':
      return sql`(not ${filterSql(type, worked, filter.of)})`
    case 'has': {
      const found = find(type, filter.path)
      if (!found) return no
      const place = placeOf(worked, found)
      return 'rows' in place ? exists(place.rows, within(place, filter.of)) : no
    }
    default:
      return leaf(type, worked, filter)
  }
}

type Leaf = Extract<Filter, { readonly path: Path }>

function leaf(type: ResourceType, worked: Worked, filter: Exclude<Leaf, { op: 'has' }>): RawBuilder<boolean> {
  const found = find(type, filter.path)
  if (!found) return (filter.op === 'ne' && filter.value !== null) || (filter.op === 'eq' && filter.value === null) ? yes : no
  const place = placeOf(worked, found)
  const present =
    'one' in place ? sql<boolean>`(${place.one} is not null)` : exists(place.rows, found.sub ? sql`${place.part(found.sub.name)} is not null` : sql`true`)
  if (filter.op === 'pr') return present
  if (filter.value === null) {
    if (filter.op === 'eq') return sql`(not ${present})`
    return filter.op === 'ne' ? present : no
  }
  const by = found.sub ?? (found.attribute.type === 'complex' ? comparedBy(found.attribute) : found.attribute)
  if (!by) throw invalid('invalidFilter', `${found.attribute.name} is compared by its parts`)
  assertComparable(by, filter.op)
  const op = filter.op === 'ne' ? 'eq' : filter.op
  const is = 'one' in place ? compare(by, op, place.one, filter.value) : exists(place.rows, compare(by, op, place.part(by.name), filter.value))
  return filter.op === 'ne' ? sql`(not ${is})` : is
}

/** What is asked of one value of several. */
function within(place: Extract<Place, { rows: unknown }>, filter: Filter): RawBuilder<boolean> {
  switch (filter.op) {
    case 'and':
      return sql`(${within(place, filter.of[0])} and ${within(place, filter.of[1])})`
    case 'or':
      return sql`(${within(place, filter.of[0])} or ${within(place, filter.of[1])})`
    case 'not':
      return sql`(not ${within(place, filter.of)})`
    case 'has':
      return no
    default: {
      const part = place.attribute.subAttributes?.find(({ name }) => name.toLowerCase() === filter.path.name.toLowerCase())
      const held = part && filter.path.sub === undefined ? place.part(part.name) : undefined
      const present = held ? sql<boolean>`(${held} is not null)` : no
      if (filter.op === 'pr') return present
      if (filter.value === null) return filter.op === 'eq' ? sql`(not ${present})` : filter.op === 'ne' ? present : no
      if (!part || !held) return filter.op === 'ne' ? yes : no
      assertComparable(part, filter.op)
      return filter.op === 'ne' ? sql`(not ${compare(part, 'eq', held, filter.value)})` : compare(part, filter.op, held, filter.value)
    }
  }
}

/** By what rows are put in order; undefined for what has no one value. */
export function orderSql(type: ResourceType, worked: Worked, path: Path): RawBuilder<unknown> | undefined {
  const found = find(type, path)
  if (!found) return undefined
  const place = placeOf(worked, found)
  if ('one' in place) {
    if (place.attribute.type === 'complex') return undefined
    return place.attribute.caseExact || place.attribute.type === 'dateTime' ? place.one : sql`lower(${place.one})`
  }
  const by = found.sub ?? comparedBy(found.attribute)
  // Of several values the primary one, else the first (RFC 7644 § 3.4.2.3).
  return by && !worked.several[found.attribute.name]
    ? sql`(select lower(${place.part(by.name)}) from ${place.rows} order by coalesce(w.v ->> 'primary', 'false') desc limit 1)`
    : undefined
}
