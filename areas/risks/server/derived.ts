import { sql, type RawBuilder } from 'kysely'
import { asSql, both, type Reader, type RowRef } from '#kit/server/access/row-rule.ts'
import { levelRanked, scaleLevels, scaleSides } from '#areas/scales/server/index.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { mayDecide } from './rules.ts'

/** Its level is above what its register lives with. */
export const isAbove = (row: RowRef): RawBuilder<boolean> =>
  sql<boolean>`exists (select 1 from risk_register g where g.customer_id = ${row('customer_id')} and g.id = ${row('register_id')} and g.appetite < ${row('current_level')})`

/** Its levels with their names and colours, and what the places are called that they come of. */
export function shownLevels(row: RowRef): RawBuilder<unknown> {
  const one = (name: 'init' | 'current' | 'target') =>
    sql`(select ${levelRanked(rowRef('l'))} from risk_register g
      join lateral ${scaleLevels(sql`g.customer_id`, sql`g.scale_id`)} l on l.value = ${row(`${name}_level`)}
      where g.customer_id = ${row('customer_id')} and g.id = ${row('register_id')})`
  const scale = sql`(select g.scale_id from risk_register g where g.customer_id = ${row('customer_id')} and g.id = ${row('register_id')})`
  return sql`jsonb_build_object('init', ${one('init')}, 'current', ${one('current')}, 'target', ${one('target')}, 'sides', ${scaleSides(row('customer_id'), scale)})`
}

const openRequest = (row: RowRef, and: RawBuilder<unknown>) => sql<boolean>`exists (select 1 from decision_request q
  left join decision d on d.customer_id = q.customer_id and d.request_id = q.id
  where q.customer_id = ${row('customer_id')} and q.entity = 'risk' and q.object_id = ${row('id')} and d.request_id is null and ${and})`

/** Of the request that nobody has answered. */
const ofRequest = (row: RowRef, selected: RawBuilder<unknown>) => sql`(select ${selected} from decision_request q
  left join decision d on d.customer_id = q.customer_id and d.request_id = q.id
  where ${row('status')} = 'TO_BE_APPROVED' and q.customer_id = ${row('customer_id')} and q.entity = 'risk' and q.object_id = ${row('id')} and d.request_id is null order by q.id desc limit 1)`

export const askedBy = (row: RowRef): RawBuilder<unknown> =>
  ofRequest(row, sql`(select jsonb_build_object('id', m.id, 'name', m.name) from member m where m.customer_id = q.customer_id and m.id = q.asked_by)`)
export const askedAt = (row: RowRef): RawBuilder<unknown> => ofRequest(row, sql`q.asked_at`)

/** What was approved, or asked, is another by now. */
export const isStale = (row: RowRef): RawBuilder<boolean> =>
  sql<boolean>`(${row('stale_reason')} is not null or (${row('status')} = 'TO_BE_APPROVED' and ${openRequest(row, sql`q.copy_version <> ${row('version')}`)}))`

/** Asked by somebody else, and the reader is one of those who decide. */
export const waitsFor = (row: RowRef, who: Reader | undefined): RawBuilder<boolean> =>
  who?.memberId == null
    ? sql<boolean>`false`
    : asSql(both(sql<boolean>`(${row('status')} = 'TO_BE_APPROVED' and not ${openRequest(row, sql`q.asked_by = ${who.memberId}`)})`, mayDecide(row, who)))
