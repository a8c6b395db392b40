import { sql, type RawBuilder } from 'kysely'
import { AppError } from '#kit/contract/errors.ts'
import type { WrittenRow } from '#kit/contract/event.ts'
import { systemGrant } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { resourceOf } from '#kit/server/data/resources/resource.ts'
import type { DomainEvent, Tx } from '#kit/server/data/database/transaction.ts'
import { updateRows } from '#kit/server/data/store/update-rows.ts'
import type { GuardContext } from '#kit/server/data/work/work-resource.ts'
import type { LongJob } from '#kit/server/http/area.ts'
import { perimeterRules } from '#areas/organisation/server/index.ts'
import type { tag } from '#areas/organisation/contract/tag.ts'
import type { exemption } from '#areas/exemptions/contract/exemption.ts'

/** What a grouping lists, and what an exemption does. */
const members = (customer: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
  sql<number[]>`array(select l.target_id from public.tag__perimeters l where l.customer_id = ${customer} and l.owner_id = ${id} order by 1)`
const listed = (customer: RawBuilder<unknown>, id: RawBuilder<unknown>) =>
  sql<number[]>`array(select l.target_id from public.exemption__perimeters l where l.customer_id = ${customer} and l.owner_id = ${id} order by 1)`

const same = (one: readonly number[], other: readonly number[]) => one.join() === other.toSorted((a, b) => a - b).join()

/**
 * Perimeters or one grouping, never both (PER-08, FRM-45); naming the one releases the other. Of a grouping the server lists the perimeters: until it is granted those that the
 * grouping has, from then on what was decided about.
 */
export async function guardGrouping(context: GuardContext<typeof exemption>, { from, to }: { readonly from: string; readonly to: string }): Promise<void> {
  const { tx, grant, before, changes, action, refuse } = context
  if (grant.work !== undefined) return
  const previousTag = before?.tag_id ?? null
  if (before !== undefined && previousTag !== null && from === 'REQUESTED' && to === 'GRANTED') return stillSo(tx, before.id, previousTag)
  const { tag, perimeters } = changes
  if (tag === undefined && perimeters === undefined && (previousTag === null || from === to || to !== 'REQUESTED')) return
  const known = before === undefined ? [] : await listedOf(tx, before.id)
  const named = perimeters !== undefined && perimeters !== null && perimeters.length > 0
  // A row that is sent back whole names nothing anew.
  const anew = named && !(previousTag !== null && (tag ?? previousTag) === previousTag && same(known, perimeters))
  if (anew && (tag ?? null) !== null && action !== 'bulk_undo') return refuse('tag', 'kit.errors.place_twice')
  const wanted = tag === undefined ? (anew ? null : previousTag) : tag
  changes.tag = wanted
  if (wanted === null) return
  // What is frozen was refused already, and lists what it did.
  if (to === 'GRANTED' || to === 'CLOSED') return
  changes.perimeters = await take(context, wanted, known)
}

const listedOf = async (tx: Tx, id: number): Promise<number[]> => {
  const row = await tx.first(sql<{ ids: number[] }>`select ${listed(sql`${tx.customerId}::bigint`, sql`${id}::bigint`)} as ids`)
  return row?.ids ?? []
}

/** The perimeters of a grouping, which is held until the end; refused without any, and to whoever may not open all of them and of those that are given up. */
async function take({ tx, grant, refuse }: GuardContext<typeof exemption>, tagId: number, known: readonly number[]): Promise<number[]> {
  // A grouping that is not there is refused as any reference is.
  if (!(await hold(tx, tagId))) return []
  const p = rowRef('p')
  const row = await tx.first(sql<{ ids: number[]; beyond: boolean }>`with m as (select ${members(sql`${tx.customerId}::bigint`, sql`${tagId}::bigint`)} as ids)
    select m.ids, exists (select 1 from perimeter p where p.customer_id = ${tx.customerId} and (p.id = any(m.ids) or p.id = any(${known}::bigint[]))
      and not coalesce(${asSql(perimeterRules.read(p, grant.who))}, false)) as beyond from m`)
  if (!row || row.ids.length === 0) refuse('tag', 'exemptions.errors.grouping_empty')
  else if (row.beyond) refuse('tag', 'exemptions.errors.grouping_beyond')
  return row?.ids ?? []
}

/** Nobody lists other perimeters in it until the transaction is over. */
const hold = (tx: Tx, tagId: number) => tx.first(sql`select 1 from tag t where t.customer_id = ${tx.customerId} and t.id = ${tagId} for share of t`)

/** Nobody grants for other perimeters than those that were looked at: a grouping that has changed meanwhile is looked at again. */
async function stillSo(tx: Tx, id: number, tagId: number): Promise<void> {
  await hold(tx, tagId)
  const row = await tx.first(
    sql<{
      now: number[]
      asked: number[]
    }>`select ${members(sql`${tx.customerId}::bigint`, sql`${tagId}::bigint`)} as now, ${listed(sql`${tx.customerId}::bigint`, sql`${id}::bigint`)} as asked`,
  )
  if (row?.now.length === 0) throw new AppError('CONFLICT', 'exemptions.errors.grouping_empty')
  if (row?.now.join() !== row?.asked.join()) throw new AppError('CONFLICT', 'exemptions.errors.grouping_changed')
}

/** Requests for a grouping are brought to its perimeters in a transaction of its own, since exemptions are locked before groupings (0017). */
export async function followGrouping(tx: Tx, { id }: DomainEvent<WrittenRow<typeof tag>>): Promise<void> {
  const asked = await tx.first(sql`select 1 from exemption where customer_id = ${tx.customerId} and tag_id = ${id} and status = 'REQUESTED' limit 1`)
  if (asked) tx.enqueue({ name: groupingJob.name, data: { tag: id } })
}

/** Brought along in one transaction; the next ones in the next. */
const atOnce = 200

/** Asks anew, in the name of whoever asked, for what is requested for a grouping whose perimeters have changed. */
export const groupingJob: LongJob = {
  name: 'exemption_grouping',
  runLong: async ({ data, apart, resources }) => {
    const { tag: tagId = 0 } = data as { readonly tag?: number }
    for (;;) {
      const found = await apart(async (tx) => {
        const rows = await tx.run(sql<{ id: number; perimeters: number[] }>`select e.id, ${members(sql`e.customer_id`, sql`e.tag_id`)} as perimeters
          from exemption e where e.customer_id = ${tx.customerId} and e.tag_id = ${tagId} and e.status = 'REQUESTED'
            and ${members(sql`e.customer_id`, sql`e.tag_id`)} <> ${listed(sql`e.customer_id`, sql`e.id`)} order by e.id limit ${atOnce}`)
        await updateRows(
          tx,
          systemGrant('exemptions of a grouping', tx.who),
          resourceOf(resources, 'exemption'),
          resources,
          rows.map(({ id, perimeters }) => ({ id, changes: { perimeters } })),
          { action: 'grouping' },
        )
        return rows.length
      })
      if (found < atOnce) return
    }
  },
}
