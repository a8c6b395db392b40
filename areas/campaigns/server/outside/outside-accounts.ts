import { sql } from 'kysely'
import { systemGrant } from '#kit/server/access/authorize.ts'
import { resourceOf, type Resources, type WrittenContext } from '#kit/server/data/resources/resource.ts'
import { today } from '#kit/server/data/sql/today.ts'
import { updateRows } from '#kit/server/data/store/update-rows.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Job } from '#kit/server/http/area.ts'
import type { evaluation } from '#areas/campaigns/contract/evaluation.ts'
import type { campaign } from '#areas/campaigns/contract/campaign.ts'

/** Who answers an evaluation (`e`), or helps. */
export const namedIn = sql`(m.id = e.evaluator_id or exists (select 1 from evaluation__helpers l where l.customer_id = e.customer_id and l.owner_id = e.id and l.target_id = m.id))`

/** At once so many. */
const most = 1000

/**
 * Ends the accounts of people from outside of whom no campaign asks anything, now or later, with what could still let them in, and opens those of whom one does
 * again. `members`: only these. Who they are, their answers and the audit stay.
 */
export async function settleOutside(tx: Tx, resources: Resources, members?: readonly number[]): Promise<void> {
  const only = members ? sql`and m.id = any(${[...members]}::bigint[])` : sql``
  const rows = await tx.run(sql<{ id: number; account_id: number | null; disabled: boolean }>`select m.id, m.account_id, m.disabled from member m
    cross join lateral (select exists (select 1 from evaluation e join campaign c on c.customer_id = e.customer_id and c.id = e.campaign_id
      where e.customer_id = m.customer_id and e.status <> 'IGNORED'
        and (c.status <> 'FINISHED' or e.given_back and e.status <> 'VALIDATED' and coalesce(e.due_date + 1 >= ${today}, true))
        and (e.evaluator_id = m.id or exists (select 1 from evaluation__helpers l where l.customer_id = e.customer_id and l.owner_id = e.id and l.target_id = m.id))) as asked) a
    where m.customer_id = ${tx.customerId} and m.kind = 'OUTSIDE' and not m.archived and m.disabled = a.asked ${only} order by m.id limit ${most}`)
  if (rows.length === 0) return
  const grant = systemGrant('people from outside, for as long as they are asked', tx.who)
  await updateRows(
    tx,
    grant,
    resourceOf(resources, 'member'),
    resources,
    rows.map(({ id, disabled }) => ({ id, changes: { disabled: !disabled } })),
    { action: 'outside_settled' },
  )
  const ended = rows.filter(({ disabled }) => !disabled)
  await tx.run(sql`delete from outside_code where customer_id = ${tx.customerId} and member_id = any(${ended.map(({ id }) => id)}::bigint[])`)
  await tx.run(sql`select drop_account_tokens(a) from unnest(${ended.flatMap(({ account_id: id }) => (id === null ? [] : [id]))}::bigint[]) as a`)
}

/** Whom a campaign asks from outside. */
const askedBy = (tx: Tx, campaignId: number) =>
  tx.run(sql<{ id: number }>`select distinct m.id from evaluation e
    left join evaluation__helpers l on l.customer_id = e.customer_id and l.owner_id = e.id
    join member m on m.customer_id = e.customer_id and m.kind = 'OUTSIDE' and m.id in (e.evaluator_id, l.target_id)
    where e.customer_id = ${tx.customerId} and e.campaign_id = ${campaignId}`)

/** With a campaign's status, by whatever move, in the same transaction: accounts end with it, or begin again. */
export async function settleCampaign({ tx, resources, before, after }: WrittenContext<typeof campaign>): Promise<void> {
  if (!before || !after || before.status === after.status) return
  const people = await askedBy(tx, after.id)
  if (people.length > 0)
    await settleOutside(
      tx,
      resources,
      people.map((one) => one.id),
    )
}

/** With an evaluation that is given back after its campaign has ended, those from outside who answer it have their place again; and none once it holds. */
export async function settleGivenBack({ tx, resources, before, after }: WrittenContext<typeof evaluation>): Promise<void> {
  if (!before || !after || before.given_back === after.given_back) return
  const people = await tx.run(sql<{
    id: number
  }>`select m.id from evaluation e join member m on m.customer_id = e.customer_id and m.kind = 'OUTSIDE' and ${namedIn}
    where e.customer_id = ${tx.customerId} and e.id = ${after.id} order by m.id`)
  if (people.length > 0)
    await settleOutside(
      tx,
      resources,
      people.map((one) => one.id),
    )
}

/** What a campaign's status does not tell, such as somebody who answers no longer: until then they find nothing (`asked_outside`). */
export const outsideEnds: Job = { name: 'campaigns.outside_ends', schedule: '15 0 * * *', run: ({ tx, resources }) => settleOutside(tx, resources) }
