import { sql } from 'kysely'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { answersForSomething, changeFromDirectory, createFromDirectory } from '#areas/people/server/index.ts'
import type { Step } from '#areas/scim/contract/steps.ts'
import type { Plan } from './plan.ts'

/** Does what is planned, one person after the other by id, and answers what was done. Throws what the product refuses: nothing is done then. */
export async function applyPlans(tx: Tx, resources: Resources, plans: readonly Plan[], invites: boolean): Promise<Step[]> {
  const steps: Step[] = []
  const ordered = plans.toSorted((a, b) => (a.member?.id ?? Number.MAX_SAFE_INTEGER) - (b.member?.id ?? Number.MAX_SAFE_INTEGER) || a.told.id - b.told.id)
  for (const plan of ordered) steps.push(...(await applyOne(tx, resources, plan, invites)))
  return steps
}

async function applyOne(tx: Tx, resources: Resources, plan: Plan, invites: boolean): Promise<Step[]> {
  const { told, member, create, changes, link, follows, closed, given, leaves } = plan
  const id = create ? await createFromDirectory(tx, resources, create, invites) : member?.id
  if (plan.takes !== undefined) await tx.run(sql`update scim_user set member_id = null where customer_id = ${tx.customerId} and id = ${plan.takes}`)
  if (id === undefined || plan.steps.some(({ kind }) => kind === 'WAITS_OTHER')) return [...plan.steps]
  if (changes) await changeFromDirectory(tx, resources, id, changes)
  if (link || create || plan.takes !== undefined || follows !== undefined || closed !== undefined || given !== undefined)
    await tx.run(sql`update scim_user set member_id = ${id}, follows = coalesce(${follows ?? null}::boolean, follows), closed = coalesce(${closed ?? null}::boolean, closed),
      given_perimeters = coalesce(${given ?? null}::bigint[], given_perimeters)
      where customer_id = ${tx.customerId} and id = ${told.id}`)
  const steps = plan.steps.map((step): Step => ({ ...step, member: id }))
  if (!leaves) return steps
  if (await answersForSomething(tx, resources, id)) return steps
  await changeFromDirectory(tx, resources, id, { archived: true })
  const [first] = plan.steps
  return [...steps.filter(({ kind }) => kind !== 'CLOSED'), { kind: 'ARCHIVED', name: first?.name ?? member?.email ?? '', member: id }]
}
