import { scaleLevels, everyScale } from '#areas/scales/server/index.ts'
import { sql, type RawBuilder } from 'kysely'
import { notFound } from '#kit/contract/errors.ts'
import type { Level } from '#kit/contract/level.ts'
import type { Grant } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import { levelsOf } from '#kit/server/data/resources/levels.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { levelsWith } from '#areas/indicators/contract/levels.ts'
import type { IndicatorPlace } from '#areas/indicators/contract/calls.ts'
import type { Worked } from './read-facts.ts'
import { indicatorRules, readsAll, wholeGrouping } from './rules.ts'

const t = rowRef('t')

/** An indicator as its values are shown, with what its reader may look at. */
export interface Shown extends Worked {
  readonly name: string
  readonly unit: string | null
  readonly target: number | null
  readonly bounds: readonly number[] | null
  readonly scale: string | null
  readonly own_levels: readonly Level[] | null
  readonly reads_all: boolean
  /** The grouping that it is about, and the perimeter that stands for it; whether its reader looks at it as a whole. */
  readonly grouping: { readonly name: string; readonly root: number; readonly seen: boolean } | null
  readonly recalculating: boolean
  readonly measures: number
}

/** Answers an indicator to whoever may read it. */
export async function indicatorOf(tx: Tx, { who }: Grant, id: number): Promise<Shown> {
  const found =
    await tx.first(sql<Shown>`select t.id, t.type, t.periodicity, t.formula, t.parent_id, t.is_global, t.tag_id, t.perimeter_aggregation, coalesce(${localizedText(t, 'name', who.lang)}, t.identifier) as name,
      t.unit, t.target_value::float8 as target, t.bounds, coalesce(${localizedText(rowRef('s'), 'name', who.lang)}, s.identifier) as scale, ${ownLevels(sql`t.scale_id`)} as own_levels,
      ${asSql(readsAll(t, who))} as reads_all, exists (select 1 from indicator_due d where d.customer_id = t.customer_id and d.indicator_id = t.id) as recalculating,
      case when g.id is not null then jsonb_build_object('name', ${localizedText(rowRef('g'), 'name', who.lang)}, 'seen', coalesce(${asSql(wholeGrouping(t, who))}, false),
        'root', (select p.id from perimeter p where p.customer_id = t.customer_id and p.parent_id is null order by p.id limit 1)) end as grouping,
      (select count(*)::int from indicator__measures l where l.customer_id = t.customer_id and l.owner_id = t.id) as measures
    from indicator t left join ${everyScale(tx.customerId)} s on s.id = t.scale_id left join tag g on g.customer_id = t.customer_id and g.id = t.tag_id
    where t.customer_id = ${tx.customerId} and t.id = ${id} and ${asSql(indicatorRules.read(t, who))}`)
  if (!found) throw notFound('indicators.errors.no_indicator')
  return found
}

/** The levels of a scale that is named which have a place among a hundred, as JSON. */
export const ownLevels = (scale: RawBuilder<unknown>): RawBuilder<readonly Level[] | null> =>
  sql<
    readonly Level[] | null
  >`(select jsonb_agg(jsonb_build_object('value', l.value, 'low', l.low, 'high', l.high, 'name_en', l.name_en, 'name_fr', l.name_fr, 'color', l.color) order by l.value)
    from ${scaleLevels(sql`t.customer_id`, scale)} l where l.low is not null and l.high is not null)`

/** The levels that an indicator is read by: its own scale's, else the default one's. */
export async function levelsFor(tx: Tx, { type, own_levels, bounds }: Pick<Shown, 'type' | 'own_levels' | 'bounds'>) {
  if (type === 'ACTIVITY') return []
  const levels = own_levels ?? (await levelsOf(tx)).indicator ?? []
  return levelsWith(levels, bounds).map(({ value, low, high, name_en, name_fr, color }) => ({ value, low, high, name_en, name_fr, color }))
}

/** Whether the perimeter in a column is one whose values somebody looks at; what stands for a grouping is for whoever looks at that. */
export function visible({ reads_all, grouping }: Pick<Shown, 'reads_all' | 'grouping'>, { who }: Grant, column: RawBuilder<unknown>): RawBuilder<boolean> {
  if (reads_all) return sql<boolean>`true`
  const reached = sql<boolean>`${column} = any(${[...who.perimeterIds]}::bigint[])`
  if (!grouping) return reached
  return grouping.seen ? sql<boolean>`(${reached} or ${column} = ${grouping.root})` : sql<boolean>`(${reached} and ${column} <> ${grouping.root})`
}

/** Perimeters by the order of the tree, with how deep each lies among them. What stands above a single one of them brings nothing together and is left out, the highest apart. */
export async function namedPlaces(tx: Tx, grant: Grant, ids: readonly number[], grouping: Shown['grouping'] = null): Promise<IndicatorPlace[]> {
  const p = rowRef('p')
  const name = localizedText(p, 'name', grant.who.lang)
  const rows = await tx.run(sql<{
    readonly id: number
    name: string
    parent: number | null
  }>`select p.id, coalesce(${name}, p.identifier) as name, p.parent_id as parent
    from perimeter p where p.customer_id = ${tx.customerId} and p.id = any(${[...ids]}::bigint[]) order by ${name}, p.id`)
  const known = new Set(rows.map((row) => row.id))
  // What stands for a grouping is called as it is, and above all of its perimeters.
  const top = grouping && known.has(grouping.root) ? grouping : undefined
  for (const row of rows) {
    if (row.id === top?.root) row.name = top.name
    else if (top && (row.parent === null || !known.has(row.parent))) row.parent = top.root
  }
  const children = Map.groupBy(rows, ({ parent }) => (parent !== null && known.has(parent) ? parent : null))
  const places: IndicatorPlace[] = []
  const walk = (parent: number | null, depth: number): void => {
    for (const row of children.get(parent) ?? []) {
      places.push({ id: row.id, name: row.name, depth, parent: row.parent !== null && known.has(row.parent) ? row.parent : null })
      walk(row.id, depth + 1)
    }
  }
  walk(null, 0)
  return places
}
