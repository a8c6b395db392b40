import { resources } from '#app/server/registry.ts'
import { systemWho } from '#kit/server/access/who.ts'
import { resourceOf } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb, createRow, updateRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { settle } from '#areas/campaigns/server/plan/days.ts'
import { contentInForce, type CampaignRow } from '#areas/campaigns/server/scope.ts'
import { atMost, ms, type Figure } from './figure.ts'
import type { World } from './world.ts'

const [perimeters, requirements] = [500, 300]

/** A campaign of 500 perimeters and 300 requirements: how long its plan takes, and how long its start (issue on campaigns: 10 s). */
export async function campaigning(world: World): Promise<Figure[]> {
  const customer = await world.customer('Campaigns')
  await seed(world, customer)
  const within = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    world.app.db.transaction(customer, (tx) => {
      tx.act(systemWho(customer, 'bench', 'bench'))
      return work(tx)
    })
  const campaigns = resourceOf(resources, 'campaign')
  const [policy] = await world.owner<{ id: number }>('select id::int from policy where customer_id = $1', [customer])
  const began = Date.now()
  const { id } = await within((tx) =>
    createRow(tx, authorizeVerb(tx, campaigns, 'create'), campaigns, resources, {
      name_en: 'All of them',
      policy: policy?.id,
      scope: 'POLICY',
      date_start: tx.today,
      limit_date_evaluation: tx.today,
    }),
  )
  const planned = Date.now()
  await within(async (tx) => {
    const [row] = await tx.runText<CampaignRow>('select policy_id, questionnaire_id from campaign where customer_id = $1 and id = $2', [customer, id])
    if (!row) throw new Error('The campaign is gone')
    await updateRow(tx, authorizeVerb(tx, campaigns, 'update'), campaigns, resources, id, { ...(await contentInForce(tx, row)), status: 'READY' })
  })
  const ready = Date.now()
  await within((tx) => settle(tx, resources, id))
  const started = Date.now()
  const of = `${perimeters} perimeters, ${requirements} requirements`
  return [atMost(`planning a campaign of ${perimeters} perimeters`, planned - began, 10_000, ms, of), atMost(`starting it`, started - ready, 10_000, ms, of)]
}

/** Written as the owner, set by set. */
async function seed(world: World, customer: number): Promise<void> {
  const run = (text: string) => world.owner<{ id: number }>(text, [customer])
  await run(`insert into perimeter (customer_id, identifier, name_en, type, parent_id)
    select $1, 'S' || g, 'Site ' || g, 'INTERNAL', (select id from perimeter where customer_id = $1 and parent_id is null) from generate_series(1, ${perimeters}) g`)
  await run(`insert into policy (customer_id, identifier, name_en) values ($1, 'P1', 'Rules')`)
  await run(`insert into policy_version (customer_id, policy_id, number, status) select $1, id, 1, 'PUBLISHED' from policy where customer_id = $1`)
  await run(`update policy p set current_version_id = v.id from policy_version v where p.customer_id = $1 and v.customer_id = $1 and v.policy_id = p.id`)
  await world.owner('set session_replication_role = replica')
  await run(`insert into control (customer_id, policy_version_id, lineage_id, identifier, name_en, position)
    select $1, v.id, v.id * 1000 + g, 'R' || g, 'Requirement ' || g, g from policy_version v, generate_series(1, ${requirements}) g where v.customer_id = $1`)
  await run(`insert into policy_application (customer_id, policy_id, policy_version_id, perimeter_id, level) select $1, p.id, p.current_version_id, s.id, 3 from policy p, perimeter s
    where p.customer_id = $1 and s.customer_id = $1 and s.parent_id is not null`)
  await world.owner('set session_replication_role = origin')
}
