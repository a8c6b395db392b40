import { sql } from 'kysely'
import { AppError } from '#kit/contract/errors.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import { removeRows } from '#kit/server/data/store/remove-rows.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import { takeTurn } from '#kit/server/data/store/turn.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { coverageTurn, policyTurn } from '#areas/policies/server/index.ts'
import { additionRows } from './addition-rows.ts'
import { refusalOf } from './undo-refusal.ts'

/** What a library makes beside its policies, in the order in which it goes: by the URN that the file gives it. */
const catalogue = [
  ['mapping_set', 'mapping_sets'],
  ['solution', 'reference_controls'],
  ['threat', 'threats'],
  ['scale', 'risk_matrices'],
  ['risk_matrix', 'risk_matrices'],
] as const

/** Takes back what an addition brought in, whole or not at all; history keeps it. What was there before it stays, though the file names it too. */
export async function undoAddition(tx: Tx, resources: Resources, id: number): Promise<void> {
  for (const turn of ['library import', policyTurn(), coverageTurn(), 'scales']) await takeTurn(tx, turn)
  const { customerId } = tx
  const { addition, items } = await additionRows(tx, id)
  const refusal = await refusalOf(tx, addition, items)
  if (refusal) throw new AppError('CONFLICT', `library.undo.refused.${refusal}`)
  const created = items.filter(({ status, result }) => status === 'COMPLETE' && result?.outcome === 'created')
  const urns = created.map(({ urn }) => urn)
  const remove = (entity: string, ids: readonly number[]) => {
    const resource = resourceOf(resources, entity)
    return removeRows(tx, authorize(tx.who, resource.def.rights.delete ?? 'session'), resource, resources, ids)
  }
  const policies = created.flatMap(({ result }) =>
    (result?.policies ?? []).flatMap(({ outcome, policy_id }) => (outcome === 'created' ? (policy_id ?? []) : [])),
  )
  const questions = await tx.run(sql<{ id: number }>`select q.id from question q join policy p on p.customer_id = q.customer_id and p.urn = q.framework_urn
    where q.customer_id = ${customerId} and p.customer_id = ${customerId} and p.id = any(${policies}::bigint[])`)
  await remove('policy', policies)
  await remove('question', idsOf(questions))
  for (const [entity, key] of catalogue) {
    // Only imports give URNs, and give each once: what is as old as this addition came with it.
    const rows = await tx.run(sql<{ id: number }>`select o.id from ${sql.table(entity)} o where o.customer_id = ${customerId}
      and o.created_at >= ${addition.created_at} and o.urn in (
        select jsonb_path_query(c.content, ${`$.${key}[*].urn`}::jsonpath) #>> '{}' from library l
        join library_content c on c.customer_id = l.customer_id and c.library_id = l.id and c.edition = l.edition
        where l.customer_id = ${customerId} and c.customer_id = ${customerId} and l.urn = any(${urns}::text[])) order by o.id`)
    await remove(entity, idsOf(rows))
  }
  const libraries = await tx.run(sql<{ id: number }>`select id from library where customer_id = ${customerId} and urn = any(${urns}::text[]) order by id`)
  await remove('library', idsOf(libraries))
  await tx.run(sql`update library_addition set undone_at = ${tx.now}, undone_by = ${tx.who.memberId} where customer_id = ${customerId} and id = ${id}`)
}

const idsOf = (rows: readonly { readonly id: number }[]): number[] => rows.map(({ id }) => id)
