import { sql } from 'kysely'
import { can } from '#kit/server/access/authorize.ts'
import type { WrittenContext } from '#kit/server/data/resources/resource.ts'
import type { GuardContext } from '#kit/server/data/work/work-resource.ts'
import { willBe } from '#kit/server/data/work/work-guard.ts'
import type { evaluation } from '#areas/campaigns/contract/evaluation.ts'
import { inviteJobName } from './campaign-effects.ts'

type Guard = GuardContext<typeof evaluation>

const planned = ['evaluator', 'group', 'helpers', 'validator', 'validator_group', 'limit_date'] as const

/** Who answers, who validates and until when is for those who run campaigns there; whoever answers changes none of it. */
export async function guardPeople(contexts: readonly Guard[]): Promise<void> {
  for (const { tx, grant, before, changes, refuse } of contexts) {
    if (grant.work !== undefined || !before) continue
    const reaches = tx.who.roles.includes('global_pilote') || tx.who.perimeterIds.includes(before.perimeter_id ?? 0)
    if (can(grant.who, 'evaluation.manage') && reaches) continue
    // Whoever rejects says until when it is answered again.
    const theirs = changes.status === 'REJECTED' ? planned.filter((name) => name !== 'limit_date') : planned
    for (const name of theirs) if (changes[name] !== undefined) refuse(name, 'campaigns.plan.errors.pilots_name')
  }
  await settleDueDates(contexts)
}

/** The day that counts: one's own, else the campaign's. */
async function settleDueDates(contexts: readonly Guard[]): Promise<void> {
  const changed = contexts.filter(({ changes }) => changes.limit_date !== undefined)
  const [first] = changed
  if (!first) return
  const { tx } = first
  const found = await tx.run(sql<{
    id: number
    date_start: string | null
    limit: string | null
  }>`select id, date_start, limit_date_evaluation as limit from campaign
    where customer_id = ${tx.customerId} and id = any(${[...new Set(changed.map(({ before }) => before?.campaign_id ?? 0))]}::bigint[])`)
  for (const context of changed) {
    const campaign = found.find(({ id }) => id === context.before?.campaign_id)
    const own = willBe(context, 'limit_date') as string | null
    if (own !== null && campaign?.date_start && own < campaign.date_start) context.refuse('limit_date', 'campaigns.plan.errors.before_start')
    context.changes.due_date = own ?? campaign?.limit ?? null
  }
}

const asked = ['evaluator', 'group', 'helpers'] as const

/** Whoever is named while the campaign runs is invited, once. */
export function followPeople(contexts: readonly WrittenContext<typeof evaluation>[]): void {
  const named = contexts.filter(({ before, after, changes }) => before && after && asked.some((name) => changes[name] !== undefined))
  const campaigns = new Set(named.map(({ after }) => after?.campaign_id ?? 0))
  for (const id of campaigns) named[0]?.tx.enqueue({ name: inviteJobName, data: { campaign_id: id }, key: String(id) })
}
