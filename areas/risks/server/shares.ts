import { sql, type RawBuilder } from 'kysely'
import type { Reader, RowRef } from '#kit/server/access/row-rule.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { measuresReadBy } from '#areas/measures/server/index.ts'

/** What has measures and says how much of each counts. */
export type Shared = 'risk' | 'risk_scenario'
export type Shares = Readonly<Record<number, number>>

/** A share as it is written: `id` of one that is there. */
export interface ShareLine {
  readonly id?: number
  readonly measure: number
  readonly share: number
}

/** The lines of a row, each with its id, as the owned rows of a form are. */
export const shareRowsIn = (entity: Shared, row: RowRef): RawBuilder<unknown> =>
  sql`(select coalesce(jsonb_agg(jsonb_build_object('id', h.id, 'measure', h.measure_id, 'share', h.share) order by h.position), '[]') from ${sql.table(`${entity}__measure_shares`)} h
    where h.customer_id = ${row('customer_id')} and h.owner_id = ${row('id')})`

/** Percent of its worth by measure, of a row, where that is not all of it. */
export const sharesIn = (entity: Shared, row: RowRef): RawBuilder<Shares> =>
  sql<Shares>`(select coalesce(jsonb_object_agg(h.measure_id, h.share), '{}') from ${sql.table(`${entity}__measure_shares`)} h where h.customer_id = ${row('customer_id')} and h.owner_id = ${row('id')})`

export const sharesBy = (lines: readonly ShareLine[]): Shares => Object.fromEntries(lines.map(({ measure, share }) => [measure, share]))

/** The lines of some rows, by their ids: one statement. */
export async function shareLinesOf(tx: Tx, entity: Shared, ids: readonly number[]): Promise<ReadonlyMap<number, readonly ShareLine[]>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.run(sql<
    ShareLine & { owner_id: number }
  >`select h.owner_id, h.id, h.measure_id as measure, h.share from ${sql.table(`${entity}__measure_shares`)} h
    where h.customer_id = ${tx.customerId} and h.owner_id = any(${ids}::bigint[]) order by h.owner_id, h.position`)
  return Map.groupBy(rows, ({ owner_id }) => owner_id)
}

/** The measures that rows are linked to with a write: what its writer may not see in a list stays in it. No statement where nothing is left out. */
export async function linkedAfter(
  tx: Tx,
  who: Reader,
  writes: readonly { readonly were: readonly number[]; readonly wanted: readonly number[] | undefined }[],
): Promise<(readonly number[])[]> {
  const left = [...new Set(writes.flatMap(({ were, wanted }) => (wanted ? were.filter((id) => !wanted.includes(id)) : [])))]
  const hidden =
    left.length === 0
      ? []
      : await tx.run(sql<{ id: number }>`select m.id from ${measuresReadBy(tx.customerId, who)} m where m.id = any(${left}::bigint[]) and not m.readable`)
  const stays = new Set(hidden.map(({ id }) => id))
  return writes.map(({ were, wanted }) => (wanted ? [...wanted, ...were.filter((id) => stays.has(id) && !wanted.includes(id))] : were))
}

interface ShareWrite {
  readonly changes: { measures?: unknown; measure_shares?: unknown }
  readonly refuse: (name: string, key: string) => void
}

/** Shares are those of measures that are linked, each said once; what is linked no more takes its share along. The shares by which a row is worked out. */
export function guardShares({ changes, refuse }: ShareWrite, measures: readonly number[], stored: readonly ShareLine[]): Shares {
  const linked = new Set(measures)
  const submitted = changes.measure_shares as readonly ShareLine[] | undefined
  if (submitted === undefined) {
    const retained = stored.filter(({ measure }) => linked.has(measure))
    if (retained.length < stored.length) changes.measure_shares = retained.map(({ id, measure, share }) => ({ id, measure, share }))
    return sharesBy(retained)
  }
  for (const [n, { measure }] of submitted.entries()) {
    if (!linked.has(measure)) refuse(`measure_shares.${n}.measure`, 'risks.errors.share_unlinked')
    else if (submitted.findIndex((one) => one.measure === measure) < n) refuse(`measure_shares.${n}.measure`, 'measures.errors.measure_listed')
  }
  return sharesBy(submitted)
}
