import { sql } from 'kysely'
import type { z } from 'zod'
import { AppError } from '#kit/contract/errors.ts'
import { lockRow } from '#kit/server/data/store/locking.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { saveDraft } from '#areas/projects/contract/draft-calls.ts'
import type { DecisionDraft } from '#areas/projects/contract/draft-calls.ts'
import { orderOf, type DevStep } from '#areas/projects/contract/steps.ts'

type Draft = z.output<NonNullable<(typeof saveDraft)['body']>>

/** The decision that is being prepared, if one is; what it says is told to those who decide, of others that there is one. */
export async function draftOf(tx: Tx, project: number, decides: boolean): Promise<DecisionDraft | null> {
  const row = await tx.first(sql<NonNullable<DecisionDraft['said']> & Omit<DecisionDraft, 'said'>>`select d.version, d.saved_at::text as saved_at,
      (select jsonb_build_object('id', m.id, 'name', m.name) from member m where m.customer_id = d.customer_id and m.id = d.author_id) as author,
      d.decision, d.reserved, d.comment, d.decided_on::text as date, d.reservations, d.new_reservations
    from isp_decision_draft d where d.customer_id = ${tx.customerId} and d.project_id = ${project}`)
  if (!row) return null
  const { version, saved_at, author, ...content } = row
  return { version, saved_at, author, said: decides ? content : null }
}

/** Throws STALE with what is prepared by now where whoever writes has seen another draft, or none. */
export async function guardDraft(tx: Tx, project: number, seen: number | undefined): Promise<void> {
  if (seen === undefined) return
  const draft = await draftOf(tx, project, true)
  if ((draft?.version ?? 0) !== seen) throw new AppError('STALE', 'projects.errors.other_draft', { object: draft })
}

/** Keeps a decision as it is being prepared, for everybody who decides; nothing follows from it until it is recorded. Throws CONFLICT before the tests and after the end. */
export async function keepDraft(tx: Tx, resources: Resources, id: number, { seen, ...content }: Draft): Promise<void> {
  const projects = resourceOf(resources, 'isp_project')
  const row = await lockRow(tx, authorizeVerb(tx, projects, 'update'), projects, resources, id, 'update')
  const step = row.dev_step as DevStep
  if (orderOf(step) < orderOf('TEST')) throw new AppError('CONFLICT', 'projects.errors.not_prepared_yet')
  if (step === 'CLOSE') throw new AppError('CONFLICT', 'projects.errors.closed')
  await guardDraft(tx, id, seen)
  await tx.run(sql`insert into isp_decision_draft (customer_id, project_id, decision, reserved, comment, decided_on, reservations, new_reservations, author_id)
    values (${tx.customerId}, ${id}, ${content.decision}, ${content.reserved}, ${content.comment ?? null}, ${content.date ?? null}::date, ${[...content.reservations]}::bigint[],
      ${JSON.stringify(content.new_reservations)}::jsonb, ${tx.who.memberId})
    on conflict (customer_id, project_id) do update set version = isp_decision_draft.version + 1, decision = excluded.decision, reserved = excluded.reserved,
      comment = excluded.comment, decided_on = excluded.decided_on, reservations = excluded.reservations, new_reservations = excluded.new_reservations,
      author_id = excluded.author_id, saved_at = moment()`)
  tx.audit({ entity: 'isp_project', object_id: id, action: 'draft', version: row.version })
}

/** Nothing is prepared any more. */
export const dropDraft = (tx: Tx, project: number) =>
  tx.run(sql`delete from isp_decision_draft where customer_id = ${tx.customerId} and project_id = ${project}`)

/** The same by hand. */
export async function discardDraft(tx: Tx, resources: Resources, id: number, seen: number | undefined): Promise<void> {
  const projects = resourceOf(resources, 'isp_project')
  const row = await lockRow(tx, authorizeVerb(tx, projects, 'update'), projects, resources, id, 'update')
  await guardDraft(tx, id, seen)
  await dropDraft(tx, id)
  tx.audit({ entity: 'isp_project', object_id: id, action: 'discard', version: row.version })
}
