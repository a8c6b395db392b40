import { sql } from 'kysely'
import type { DomainEvent, Tx } from '#kit/server/data/database/transaction.ts'
import { notApplicable } from '#areas/policies/server/index.ts'
import type { ExclusionFact } from './facts.ts'

/** A requirement left out of a perimeter's score. */
export interface Exclusion {
  readonly perimeter: number
  readonly lineage: number
  readonly kind: ExclusionFact['kind']
  /** The entity that says so, such as `exemption`, and its id. */
  readonly source: string
  readonly source_id: number
  readonly from: string
  /** Last day included; null: until it is removed. */
  readonly to: string | null
}

/** Leaves a requirement out between two days; said again, the days follow. */
export async function putExclusion(tx: Tx, { perimeter, lineage, kind, source, source_id, from, to }: Exclusion): Promise<void> {
  await tx.run(sql`insert into requirement_exclusion (customer_id, perimeter_id, lineage_id, kind, source, source_id, start_on, end_on)
    values (${tx.customerId}, ${perimeter}, ${lineage}, ${kind}, ${source}, ${source_id}, ${from}, ${to})
    on conflict (customer_id, source, source_id, perimeter_id, lineage_id) do update set kind = excluded.kind, start_on = excluded.start_on, end_on = excluded.end_on`)
  tx.audit({ entity: 'requirement_exclusion', object_id: lineage, action: 'put', details: JSON.stringify({ perimeter, kind, source, source_id, from, to }) })
}

/** Counts the requirements of a source again; what was published stays. */
export async function removeExclusion(tx: Tx, source: string, source_id: number): Promise<void> {
  const gone = await tx.run(
    sql`delete from requirement_exclusion where customer_id = ${tx.customerId} and source = ${source} and source_id = ${source_id} returning 1`,
  )
  if (gone.length > 0) tx.audit({ entity: 'requirement_exclusion', object_id: source_id, action: 'remove', details: JSON.stringify({ source }) })
}

/** What a source leaves out, all of it: between two days, in each perimeter each of the requirements. */
export interface Exclusions extends Omit<Exclusion, 'perimeter' | 'lineage'> {
  readonly perimeters: readonly number[]
  readonly lineages: readonly number[]
}

/** Leaves out what a source says by now, and nothing else of it: as many statements however much that is. */
export async function putExclusions(tx: Tx, { perimeters, lineages, kind, source, source_id, from, to }: Exclusions): Promise<void> {
  await tx.run(sql`with said as (select p as perimeter_id, l as lineage_id from unnest(${perimeters}::bigint[]) as p cross join unnest(${lineages}::bigint[]) as l),
      gone as (delete from requirement_exclusion e where e.customer_id = ${tx.customerId} and e.source = ${source} and e.source_id = ${source_id}
        and not exists (select 1 from said where said.perimeter_id = e.perimeter_id and said.lineage_id = e.lineage_id))
    insert into requirement_exclusion (customer_id, perimeter_id, lineage_id, kind, source, source_id, start_on, end_on)
    select ${tx.customerId}, perimeter_id, lineage_id, ${kind}, ${source}, ${source_id}, ${from}::date, ${to}::date from said order by perimeter_id, lineage_id
    on conflict (customer_id, source, source_id, perimeter_id, lineage_id) do update set kind = excluded.kind, start_on = excluded.start_on, end_on = excluded.end_on`)
  tx.audit({ entity: 'requirement_exclusion', object_id: source_id, action: 'put', details: JSON.stringify({ perimeters, lineages, kind, source, from, to }) })
}

const source = 'control_not_applicable'

/** A perimeter said that a requirement does not apply, or moved what it said elsewhere: it counts from the day of saying. */
export async function followNotApplicable(tx: Tx, { id }: DomainEvent): Promise<void> {
  const row = await tx.first(sql<{ perimeter_id: number; lineage_id: number; known: boolean }>`select n.perimeter_id, n.lineage_id,
      exists (select 1 from requirement_exclusion e where e.customer_id = n.customer_id and e.source = ${source} and e.source_id = n.id
        and e.perimeter_id = n.perimeter_id and e.lineage_id = n.lineage_id) as known
    from ${notApplicable(tx.customerId)} n where n.id = ${id}`)
  if (!row || row.known) return
  await removeExclusion(tx, source, id)
  await putExclusion(tx, { perimeter: row.perimeter_id, lineage: row.lineage_id, kind: 'NOT_APPLICABLE', source, source_id: id, from: tx.today, to: null })
}

/** It applies again. */
export const endNotApplicable = (tx: Tx, { id }: DomainEvent): Promise<void> => removeExclusion(tx, source, id)
