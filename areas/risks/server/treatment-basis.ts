import { everyGap } from '#areas/gaps/server/index.ts'
import { everyAction } from '#areas/actions/server/index.ts'
import { sql } from 'kysely'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { measureWorths } from '#areas/scores/server/index.ts'

/** What a treatment rests on besides the risk itself: kept with what is asked, and compared with it (docs/decisions/0076). */
export interface TreatmentBasis {
  /** What each linked measure is worth, in steps of five percents, since controls move it a little every day; null: it does not count. */
  readonly measures: readonly { readonly id: number; readonly worth: number | null }[]
  readonly actions: readonly { readonly id: number; readonly status: string; readonly target_date: string | null }[]
  readonly gaps: readonly { readonly id: number; readonly status: string }[]
}

const step = 5

/** Of some risks at once, by id: four statements, however many. */
export async function treatmentBases(tx: Tx, ids: readonly number[]): Promise<ReadonlyMap<number, TreatmentBasis>> {
  if (ids.length === 0) return new Map()
  const mine = sql`r.customer_id = ${tx.customerId} and r.id = any(${ids}::bigint[])`
  const rows = await tx.run(sql<{ id: number; measures: number[]; actions: TreatmentBasis['actions']; gaps: TreatmentBasis['gaps'] }>`select r.id,
      array(select l.target_id from risk__measures l where l.customer_id = r.customer_id and l.owner_id = r.id order by 1) as measures,
      (select coalesce(jsonb_agg(jsonb_build_object('id', a.id, 'status', a.status, 'target_date', a.target_date) order by a.id), '[]') from risk__actions l
        join ${everyAction(tx.customerId)} a on a.id = l.target_id where l.customer_id = r.customer_id and l.owner_id = r.id) as actions,
      (select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'status', g.status) order by g.id), '[]') from risk__gaps l
        join ${everyGap(tx.customerId)} g on g.id = l.target_id where l.customer_id = r.customer_id and l.owner_id = r.id) as gaps
    from risk r where ${mine} order by r.id`)
  const worths = await measureWorths(tx, [...new Set(rows.flatMap(({ measures }) => measures))])
  const stepped = (worth: number | null | undefined) => (worth === null || worth === undefined ? null : Math.round(worth / step) * step)
  // Always in this order: what is kept is compared as text.
  return new Map(
    rows.map((row) => [
      row.id,
      {
        measures: row.measures.map((id) => ({ id, worth: stepped(worths.get(id)?.worth) })),
        actions: row.actions.map(({ id, status, target_date }) => ({ id, status, target_date })),
        gaps: row.gaps.map(({ id, status }) => ({ id, status })),
      },
    ]),
  )
}

const nothing: TreatmentBasis = { measures: [], actions: [], gaps: [] }

export const treatmentBasis = async (tx: Tx, id: number): Promise<TreatmentBasis> => (await treatmentBases(tx, [id])).get(id) ?? nothing

/** Risks about which something is asked that rests on another ground by now, although they are the same themselves: five statements. */
export async function shaken(tx: Tx): Promise<number[]> {
  const asked = await tx.run(sql<{ id: number; copy: string }>`select r.id, q.copy from risk r
      join decision_request q on q.customer_id = r.customer_id and q.entity = 'risk' and q.object_id = r.id and q.question = 'approval' and q.copy_version = r.version
      left join decision d on d.customer_id = q.customer_id and d.request_id = q.id
    where r.customer_id = ${tx.customerId} and r.status = 'TO_BE_APPROVED' and d.request_id is null order by r.id`)
  const now = await treatmentBases(
    tx,
    asked.map(({ id }) => id),
  )
  return asked.flatMap(({ id, copy }) => {
    const { content } = JSON.parse(copy) as { readonly content?: unknown }
    return JSON.stringify(content) === JSON.stringify(now.get(id)) ? [] : [id]
  })
}
