import { everyRequirement } from '#areas/policies/server/index.ts'
import { sql } from 'kysely'
import { AppError } from '#kit/contract/errors.ts'
import type { Grant } from '#kit/server/access/authorize.ts'
import { ask, decide, openRequestOf, withdraw, type AskedOf } from '#kit/server/data/work/decision.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import { resourceOf, type Changes, type Resources, type WriteContext, type WrittenContext } from '#kit/server/data/resources/resource.ts'
import { lockRows } from '#kit/server/data/store/locking.ts'
import { authorizeVerb, createRow, updateRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { statusChange } from '#kit/server/data/work/work-guard.ts'
import { putExclusions, removeExclusion, visibleTo } from '#areas/scores/server/index.ts'
import { exemptionGrant, exemptionWork } from '#areas/exemptions/contract/exemption-work.ts'
import type { exemption } from '#areas/exemptions/contract/exemption.ts'
import { mayDecide } from './rules.ts'

export const asked = (resources: Resources): AskedOf<'GRANTED' | 'REJECTED'> => ({
  question: exemptionGrant,
  resource: resourceOf(resources, 'exemption'),
  decides: mayDecide,
})

/** Before an exemption leaves its request: the decision is written about what was submitted, or the request is taken back. */
export async function answerRequest(context: WriteContext<typeof exemption>): Promise<void> {
  const { tx, resources, before, changes, action } = context
  const { from, to } = statusChange(exemptionWork, context)
  if (before === undefined || from !== 'REQUESTED' || to === from) return
  const question = asked(resources)
  const request = await openRequestOf(tx, question, before.id)
  if (action !== 'bulk_undo' && (to === 'GRANTED' || to === 'REJECTED')) {
    if (request === undefined) throw new AppError('CONFLICT', 'exemptions.errors.not_asked')
    const read = authorizeVerb(tx, question.resource, 'read')
    await decide(tx, read, question, resources, before.id, { request: request.id, outcome: to, reason: changes.status_reason ?? null })
  } else if (request !== undefined) await withdraw(tx, authorizeVerb(tx, question.resource, 'update'), question, resources, before.id)
}

/** What a write of an exemption leads to: what is requested is asked for as it stands now, and what is granted leaves requirements out. */
export async function afterExemption(context: WrittenContext<typeof exemption>): Promise<void> {
  const { tx, grant, resources, before, after, changes } = context
  if (!after) return
  const { from, to } = statusChange(exemptionWork, { before, changes })
  const now = String(after.status)
  if (now === 'REQUESTED') await submit(context, after.id)
  const moved = before !== undefined && from !== to
  if (now === 'GRANTED') await leaveOut(tx, after.id)
  else if (moved && from === 'GRANTED') await removeExclusion(tx, 'exemption', after.id)
  if (moved && now === 'GRANTED' && after.renewed_from_id !== null && String(after.start_date) <= tx.today)
    await replace(tx, grant, resources, after.renewed_from_id)
}

/** What may be said of somebody's request without making it one's own: the requirements that they could not name, and who follows it. */
const completing: ReadonlySet<string> = new Set(['controls', 'actions', 'manager', 'group'])

/**
 * Asks for what is requested as it is now. Whoever changed it asks, and so decides no more; who only names the requirements of a request that named none leaves
 * it its asker's, and so does a grouping whose perimeters have changed.
 */
async function submit({ tx, grant, resources, before, changes }: WrittenContext<typeof exemption>, id: number): Promise<void> {
  const question = asked(resources)
  const update = authorizeVerb(tx, question.resource, 'update')
  const open = before ? await openRequestOf(tx, question, id) : undefined
  const named = (open?.submitted.en.controls ?? []) as readonly unknown[]
  const completed = open !== undefined && (grant.work !== undefined || (named.length === 0 && Object.keys(changes).every((name) => completing.has(name))))
  await (completed ? ask(tx, update, question, resources, id, null, open.asked_by) : ask(tx, update, question, resources, id))
}

/** Dates decide, and none before the decision: nothing is excused afterwards. */
async function leaveOut(tx: Tx, id: number): Promise<void> {
  const row = await tx.first(sql<{
    from: string
    to: string
    perimeters: number[]
    lineages: number[]
  }>`select greatest(e.start_date, coalesce(e.decided_on, e.start_date)) as "from", e.end_date as "to",
      array(select l.target_id from exemption__perimeters l where l.customer_id = e.customer_id and l.owner_id = e.id order by 1) as perimeters,
      array(select distinct c.lineage_id from exemption__controls l join ${everyRequirement(tx.customerId)} c on c.id = l.target_id
        where l.customer_id = e.customer_id and l.owner_id = e.id order by 1) as lineages
    from exemption e where e.customer_id = ${tx.customerId} and e.id = ${id}`)
  if (row) await putExclusions(tx, { ...row, kind: 'EXEMPTION', source: 'exemption', source_id: id })
}

/** What granting a request would leave out, where its reader may open the perimeter; at most as many as a preview takes. */
export async function foreseenBy(tx: Tx, id: number): Promise<{ kind: 'EXEMPTION'; perimeter: number; lineages: number[] }[]> {
  const visible = visibleTo(tx.who)
  const rows = await tx.run(sql<{ perimeter: number; lineages: number[] }>`select p.target_id as perimeter,
      array(select distinct c.lineage_id from exemption__controls l join ${everyRequirement(tx.customerId)} c on c.id = l.target_id
        where l.customer_id = e.customer_id and l.owner_id = e.id order by 1) as lineages
    from exemption e join exemption__perimeters p on p.customer_id = e.customer_id and p.owner_id = e.id
      join perimeter on perimeter.customer_id = p.customer_id and perimeter.id = p.target_id and perimeter.type = 'INTERNAL' and not perimeter.archived
    where e.customer_id = ${tx.customerId} and e.id = ${id} and e.status = 'REQUESTED' order by 1 limit 500`)
  return rows.filter(({ perimeter, lineages }) => visible(perimeter) && lineages.length > 0).map((row) => ({ kind: 'EXEMPTION', ...row }))
}

/** A renewal takes the place of what it carries on, once it has begun; whoever may grant the one may end the other. */
async function replace(tx: Tx, grant: Grant, resources: Resources, id: number): Promise<void> {
  const old = await tx.first(sql<{ status: string }>`select status from exemption where customer_id = ${tx.customerId} and id = ${id}`)
  if (old?.status === 'GRANTED')
    await updateRow(tx, grant, resourceOf(resources, 'exemption'), resources, id, { status: 'CLOSED', close_reason: 'REPLACED' }, { action: 'replaced' })
}

/** Fields that a renewal takes over from what it carries on. */
const carried = ['name_en', 'name_fr', 'reason', 'compensating', 'residual_risk'] as const
const referred = ['register', 'tag', 'measure', 'manager', 'group'] as const

interface Renewal {
  readonly start_date: string
  readonly end_date: string
  readonly reason?: string | undefined
}

/** Asks anew for what was granted, as a request of its own: the old one ends on its day whatever becomes of it. Answers the new row's id. */
export async function renew(tx: Tx, resources: Resources, id: number, { reason, ...days }: Renewal): Promise<number> {
  const exemptions = resourceOf(resources, 'exemption')
  await getRow(tx, authorizeVerb(tx, exemptions, 'read'), exemptions, resources, id)
  const old = await tx.first(sql<
    Changes & { decided_on: string | null; renewals: number; links: Record<'perimeters' | 'controls' | 'actions', number[]>; again: boolean }
  >`select e.*,
      jsonb_build_object('perimeters', ${linked('perimeters')}, 'controls', ${linked('controls')}, 'actions', ${linked('actions')}) as links,
      exists (select 1 from exemption n where n.customer_id = e.customer_id and n.renewed_from_id = e.id and n.status in ('REQUESTED', 'GRANTED')) as again
    from exemption e where e.customer_id = ${tx.customerId} and e.id = ${id} for no key update of e`)
  if (!old || !['GRANTED', 'CLOSED'].includes(String(old.status)) || old.first_granted_on === null)
    throw new AppError('CONFLICT', 'exemptions.errors.not_renewable')
  if (old.again) throw new AppError('CONFLICT', 'exemptions.errors.renewed_already')
  const row = await createRow(
    tx,
    authorizeVerb(tx, exemptions, 'create'),
    exemptions,
    resources,
    {
      ...Object.fromEntries(carried.map((name) => [name, old[name]])),
      ...Object.fromEntries(referred.map((name) => [name, old[`${name}_id`]])),
      ...old.links,
      // Of a grouping it is asked for the perimeters of today.
      ...(old.tag_id !== null && { perimeters: [] }),
      ...days,
      ...(reason && { reason }),
      renewed_from: id,
      renewals: old.renewals + 1,
    },
    'renew',
  )
  return row.id
}

const linked = (field: string) =>
  sql`array(select l.target_id from ${sql.table(`exemption__${field}`)} l where l.customer_id = e.customer_id and l.owner_id = e.id order by 1)`

/** One action, from the one exemption or linked to several; whoever may not add it, or not change one of them, does neither. */
export async function planAction(
  tx: Tx,
  resources: Resources,
  { exemptions: ids, name, ...place }: { readonly name: string; readonly program: number; readonly perimeter: number; readonly exemptions: readonly number[] },
): Promise<{ readonly id: number }> {
  const [exemptions, actions] = [resourceOf(resources, 'exemption'), resourceOf(resources, 'remediation')]
  const update = authorizeVerb(tx, exemptions, 'update')
  const wanted = [...new Set(ids)].toSorted((a, b) => a - b)
  const [first] = wanted
  const source = wanted.length === 1 && first !== undefined ? { source: 'EXEMPTION', source_object: { entity: 'exemption', id: first } } : {}
  const made = await createRow(tx, authorizeVerb(tx, actions, 'create'), actions, resources, { [`name_${tx.who.lang}`]: name, ...place, ...source })
  // After the action, in the order of their ids (decision 17).
  const { refused } = await lockRows(
    tx,
    update,
    exemptions,
    wanted.map((id) => ({ id })),
    'update',
  )
  for (const refusal of refused.values()) throw refusal
  const known = await tx.run(sql<{ id: number; actions: number[] }>`select e.id, ${linked('actions')} as actions from exemption e
    where e.customer_id = ${tx.customerId} and e.id = any(${wanted}::bigint[]) order by e.id`)
  for (const row of known) await updateRow(tx, update, exemptions, resources, row.id, { actions: [...row.actions, made.id] }, { action: 'plan' })
  return made
}
