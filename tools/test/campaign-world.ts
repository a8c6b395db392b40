import type { TestApp } from '#app/test/worlds/test-app.ts'
import { resources } from '#app/server/registry.ts'
import { contentInForce, joinPerimeters, scopeOf, type CampaignRow } from '#areas/campaigns/server/scope.ts'
import { makeQuestionnaire } from '#areas/questionnaires/server/make.ts'
import { supplierSecurity } from '#areas/questionnaires/server/starter/supplier-security.ts'
import { wholeStructure } from '#areas/questionnaires/server/versions.ts'
import { systemWho } from '#kit/server/access/who.ts'
import { resourceOf, type Changes } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb, createRow, updateRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { policyWorld } from './policy-world.ts'

/** Does something as the program in an organisation. */
export const asProgram =
  (app: TestApp, customer: number) =>
  <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
    app.db.transaction(customer, (tx) => {
      tx.act(systemWho(customer, 'test', 'test', 'en', 'Europe/Paris'))
      return work(tx)
    })

/** An organisation with a published policy of three requirements in a group, a scale, and what begins a campaign in it. */
export async function campaignWorld(app: TestApp) {
  const world = await policyWorld(app)
  const group = await world.made('/control_group', { policy_version: world.draft, name_en: 'Access', identifier: 'A' })
  for (const n of [1, 2, 3]) await world.control(`Requirement ${n}`, { identifier: `A.${n}`, control_group: group.id })
  await world.publish()
  const scale: { id: number } = await world.made('/scale', {
    name_en: 'Maturity',
    type: 'eval',
    levels: [
      { name_en: 'None', value: 0, color: '#b00020', comment_required: true, remediation: 'REQUIRED', is_compliant: false },
      { name_en: 'Partly', value: 50, color: '#b06000', comment_required: false, remediation: 'APPLICABLE', is_compliant: false },
      { name_en: 'Whole', value: 100, color: '#006000', comment_required: false, remediation: 'NON_APPLICABLE', is_compliant: true },
    ],
  })
  /** A campaign on the policy that runs, of these perimeters, as if its start had come; answers its row's id and its evaluations by perimeter. */
  const started = async (perimeters: readonly number[], changes: Changes = {}) => {
    const within = asProgram(app, world.customer)
    return within(async (tx) => {
      const campaigns = resourceOf(resources, 'campaign')
      const write = authorizeVerb(tx, campaigns, 'create')
      const change = authorizeVerb(tx, campaigns, 'update')
      const row = (await createRow(tx, write, campaigns, resources, {
        name_en: 'Round',
        policy: world.policy.id,
        eval_scale: scale.id,
        perimeters: [...perimeters],
        date_start: tx.today,
        limit_date_evaluation: tx.today,
        ...changes,
      })) as CampaignRow
      const run = (await updateRow(tx, change, campaigns, resources, row.id, { ...(await contentInForce(tx, row)), status: 'READY' })) as CampaignRow
      await joinPerimeters(tx, resources, run, await scopeOf(tx, run))
      await updateRow(tx, change, campaigns, resources, row.id, { status: 'STARTED' })
      return row.id
    })
  }
  /** A published questionnaire with accumulators, weights and conditions: that about suppliers. */
  const questionnaire = () =>
    asProgram(
      app,
      world.customer,
    )((tx) =>
      makeQuestionnaire(tx, resources, {
        changes: { name_en: 'Supplier security', usage: 'EVALUATION' },
        structure: wholeStructure(supplierSecurity),
        action: 'create',
        published: true,
      }),
    )
  return { ...world, group, scale, started, questionnaire }
}
