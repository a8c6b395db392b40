import { sql, type RawBuilder } from 'kysely'
import type { RowRef } from '#kit/server/access/row-rule.ts'
import type { ScaleType } from '#areas/scales/contract/scale.ts'

/** The scales of a customer, to stand behind `from`. */
export const everyScale = (customer: unknown): RawBuilder<unknown> => sql`(select in_scale.* from scale in_scale where in_scale.customer_id = ${customer})`

/** The scale of a type that serves where none is chosen, to stand behind `from`. */
export const defaultScale = (customer: unknown, type: ScaleType): RawBuilder<unknown> =>
  sql`(select in_scale.* from scale in_scale where in_scale.customer_id = ${customer} and in_scale.type = ${sql.lit(type)} and in_scale.is_default)`

/** The scales that have a matrix, which those of risks alone have, to stand behind `from`. */
export const scalesWithMatrix = (customer: unknown): RawBuilder<unknown> =>
  sql`(select in_scale.* from scale in_scale where in_scale.customer_id = ${customer} and jsonb_typeof(in_scale.matrix) = 'array')`

/** The levels of a scale, to stand behind `from`, or behind `lateral` where the scale is one of a row. */
export const scaleLevels = (customer: unknown, scale: unknown): RawBuilder<unknown> =>
  sql`(select in_level.* from scale__levels in_level where in_level.customer_id = ${customer} and in_level.owner_id = ${scale})`

/** A level in words and colour, for people. */
export const levelShown = (level: RowRef): RawBuilder<unknown> =>
  sql`jsonb_build_object('value', ${level('value')}, 'name_en', ${level('name_en')}, 'name_fr', ${level('name_fr')}, 'color', ${level('color')})`

/** The same with its place among the levels of its scale. */
export const levelRanked = (level: RowRef): RawBuilder<unknown> => {
  const count = (which = sql``) =>
    sql`(select count(*) from scale__levels in_rank where in_rank.customer_id = ${level('customer_id')} and in_rank.owner_id = ${level('owner_id')}${which})`
  return sql`(${levelShown(level)} || jsonb_build_object('at', ${count(sql` and in_rank.value <= ${level('value')}`)}, 'of', ${count()}))`
}

/** The places of both sides of a scale with their names, lowest first: what the figures of a risk are called. */
export function scaleSides(customer: RawBuilder<unknown>, scale: RawBuilder<unknown>): RawBuilder<unknown> {
  const side = (table: 'scale__impact_levels' | 'scale__probability_levels') =>
    sql`(select coalesce(jsonb_agg(jsonb_build_object('place', p.n, 'name_en', p.name_en, 'name_fr', p.name_fr) order by p.n), '[]')
      from (select l.name_en, l.name_fr, row_number() over (order by l.position, l.id) as n from ${sql.table(table)} l
        where l.customer_id = ${customer} and l.owner_id = ${scale}) p)`
  return sql`jsonb_build_object('impacts', ${side('scale__impact_levels')}, 'probabilities', ${side('scale__probability_levels')})`
}
