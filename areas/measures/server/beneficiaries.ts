import { sql } from 'kysely'
import { invalidField } from '#kit/contract/errors.ts'
import type { Grant } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import { lockRow } from '#kit/server/data/store/locking.ts'
import { updateRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { measureRules } from './rules.ts'

interface Served {
  /** The whole list of perimeters besides its own. */
  readonly perimeters: readonly number[]
  readonly serves_self?: boolean | undefined
  /** Those that accept at once, where the writer may decide; unless said, all of these do. */
  readonly accept?: readonly number[]
}

/** Sets whom a measure serves; a new one is only offered unless the writer may decide there too (MEA-27). */
export async function serve(tx: Tx, grant: Grant, resources: Resources, id: number, { perimeters, serves_self, accept = perimeters }: Served): Promise<void> {
  const measures = resourceOf(resources, 'measure')
  const row = await lockRow(tx, grant, measures, resources, id, 'update')
  if (perimeters.includes(row.perimeter_id as number)) throw invalidField('perimeters', 'measures.errors.own_perimeter')
  if (new Set(perimeters).size < perimeters.length) throw invalidField('perimeters', 'kit.errors.duplicate')
  const internal = await tx.run(
    sql<{
      id: number
    }>`select id from perimeter where customer_id = ${tx.customerId} and id = any(${perimeters}::bigint[]) and type = 'INTERNAL' and not archived`,
  )
  if (internal.length < perimeters.length) throw invalidField('perimeters', 'kit.errors.missing_reference')
  const changed = await writeBeneficiaries(tx, id, perimeters, await writablePerimeters(tx, accept))
  if (serves_self !== undefined) await updateRow(tx, grant, measures, resources, id, { serves_self }, { action: 'serve' })
  tx.audit({
    entity: 'measure',
    object_id: id,
    action: 'beneficiaries',
    version: row.version,
    details: JSON.stringify({ perimeters, links: { beneficiaries: { entity: 'perimeter', ...changed } } }),
  })
}

/** Of some perimeters, those whose measures the person may write. */
export async function writablePerimeters(tx: Tx, ids: readonly number[]): Promise<number[]> {
  const rule = measureRules.update((column) => sql.ref(column === 'perimeter_id' ? 'p.id' : `p.${column}`), tx.who)
  const rows = await tx.run(
    sql<{ id: number }>`select p.id from perimeter p where p.customer_id = ${tx.customerId} and p.id = any(${ids}::bigint[]) and ${asSql(rule)}`,
  )
  return rows.map((row) => row.id)
}

/** Perimeters accept what they are offered of a measure; answers those that did. Whether the writer may decide for them is the caller's to ask. */
export async function acceptBenefits(tx: Tx, id: number, perimeters: readonly number[]): Promise<number[]> {
  const rows = await tx.run(sql<{ id: number }>`update measure_beneficiary set accepted = true, accepted_by = ${tx.who.memberId}, accepted_at = moment()
    where customer_id = ${tx.customerId} and measure_id = ${id} and perimeter_id = any(${perimeters}::bigint[]) returning perimeter_id as id`)
  return audited(tx, id, rows, 'accept_benefit')
}

/** Perimeters decline what they are offered of a measure, or end what they had accepted. */
export async function declineBenefits(tx: Tx, id: number, perimeters: readonly number[]): Promise<number[]> {
  const rows = await tx.run(sql<{ id: number }>`delete from measure_beneficiary
    where customer_id = ${tx.customerId} and measure_id = ${id} and perimeter_id = any(${perimeters}::bigint[]) returning perimeter_id as id`)
  return audited(tx, id, rows, 'decline_benefit')
}

/** What perimeters had accepted of a measure is only offered to them again. */
async function reopenBenefits(tx: Tx, id: number, perimeters: readonly number[]): Promise<number[]> {
  const rows = await tx.run(sql<{ id: number }>`update measure_beneficiary set accepted = false, accepted_by = null, accepted_at = null
    where customer_id = ${tx.customerId} and measure_id = ${id} and perimeter_id = any(${perimeters}::bigint[]) and accepted returning perimeter_id as id`)
  return audited(tx, id, rows, 'reopen_benefit')
}

function audited(tx: Tx, id: number, rows: readonly { readonly id: number }[], action: 'accept_benefit' | 'decline_benefit' | 'reopen_benefit'): number[] {
  const accepted = action === 'accept_benefit'
  for (const { id: perimeter } of rows) {
    const links = { beneficiaries: { entity: 'perimeter', added: accepted ? [perimeter] : [], removed: accepted ? [] : [perimeter] } }
    tx.audit({ entity: 'measure', object_id: id, action, details: JSON.stringify({ perimeter, links }) })
  }
  return rows.map((row) => row.id)
}

/** Accepts an offer for a perimeter, declines it, or, with null, takes back that it was accepted: it is only offered again. */
export async function answerOffer(
  tx: Tx,
  id: number,
  { perimeter, accepted }: { readonly perimeter: number; readonly accepted: boolean | null },
): Promise<void> {
  const answer = accepted === null ? reopenBenefits : accepted ? acceptBenefits : declineBenefits
  if ((await answer(tx, id, [perimeter])).length === 0) throw invalidField('perimeter', 'kit.errors.missing_reference')
}

/** Sets who is served, and answers who was added and who removed; new ones are only offered unless the writer may also write there. Ended benefits go to history. */
export async function writeBeneficiaries(
  tx: Tx,
  id: number,
  perimeters: readonly number[],
  acceptable: readonly number[] = [],
): Promise<{ added: number[]; removed: number[] }> {
  const rows = await tx.run(sql<{ perimeter_id: number; added: boolean }>`with wanted as (select unnest(${perimeters}::bigint[]) as perimeter_id),
    ended as (delete from measure_beneficiary b where b.customer_id = ${tx.customerId} and b.measure_id = ${id}
      and not exists (select 1 from wanted w where w.perimeter_id = b.perimeter_id) returning b.*),
    kept as (insert into measure_beneficiary_history (customer_id, measure_id, perimeter_id, accepted, accepted_by, accepted_at, valid_from, valid_to)
      select customer_id, measure_id, perimeter_id, accepted, accepted_by, accepted_at, valid_from, moment() from ended),
    fresh as (insert into measure_beneficiary (customer_id, measure_id, perimeter_id, accepted, accepted_by, accepted_at)
      select ${tx.customerId}, ${id}, perimeter_id, perimeter_id = any(${acceptable}::bigint[]),
        case when perimeter_id = any(${acceptable}::bigint[]) then ${tx.who.memberId}::bigint end,
        case when perimeter_id = any(${acceptable}::bigint[]) then moment() end
      from wanted on conflict do nothing returning perimeter_id)
    select perimeter_id, false as added from ended union all select perimeter_id, true from fresh`)
  const of = (added: boolean) => rows.filter((row) => row.added === added).map((row) => row.perimeter_id)
  return { added: of(true), removed: of(false) }
}
