import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { features, type Feature, type Right } from '#kit/contract/right.ts'
import type { Operation } from '#kit/server/http/api.ts'
import { flagNames } from '#areas/tenancy/contract/security-policy.ts'
import { expectation } from '#app/test/routes/route-expectation.ts'
import type { Ids } from '#app/test/worlds/fill-organisation.ts'
import { filledApp } from '#app/test/worlds/filled-app.ts'
import { withheldWithout } from '#app/server/registry.ts'
import { changesCaller, isProviders, sampleCall } from './sample-calls.ts'
import { firstOfEach, operationShape } from './shapes.ts'
import type { Answer, Person, TestApp } from '#app/test/worlds/test-app.ts'
import { nameOf, send as sendCall } from './walk-operations.ts'

/*
 * What an organisation's subscription may leave out, and every operation that is refused with it, written by hand from NAV-42 and QTA-10: what the pages of a
 * feature do. What other work reads too, such as the directory and the catalogues, stays. An entity stands for all that changes its rows.
 */
const refused: Readonly<Record<Feature, readonly string[]>> = {
  CATALOG: [
    'solution',
    'remediation_model',
    'metric_model',
    'indicator_model',
    'threat',
    'supporting_asset_model',
    'business_value_model',
    'risk_model',
    'risk_matrix',
    'question',
    'mapping_set',
    'PUT /solution/{id}/catalog_type',
    'PUT /remediation_model/{id}/catalog_type',
    'PUT /metric_model/{id}/catalog_type',
    'PUT /indicator_model/{id}/catalog_type',
    'GET /shared/{entity}',
    'GET /shared/{entity}/{id}',
    'POST /shared/{entity}/foresee',
    'POST /shared/{entity}/adopt',
    'POST /shared/{entity}/renew',
    'PUT /threat/{id}/catalog_type',
    'PUT /supporting_asset_model/{id}/catalog_type',
    'PUT /business_value_model/{id}/catalog_type',
    'PUT /risk_model/{id}/catalog_type',
    'PUT /mapping_set/{id}/catalog_type',
    'GET /mapping_set/shared',
    'GET /catalog_types',
    'GET /solution/shared',
    'GET /threat/shared',
    'GET /policy/shared',
    'GET /policy/shared/{id}',
    // Of a policy that is there: it reads what is shared.
    'POST /policy/{id}/renew',
    'GET /questionnaire/shared',
    'GET /questionnaire/shared/{id}',
  ],
  SETTINGS: [
    'category',
    'label',
    'scale',
    'GET /organisation/settings',
    'PUT /organisation/settings',
    'GET /preference',
    'PUT /preference/{id}',
    'POST /organisation/logo',
    'DELETE /organisation/logo',
  ],
  USER_GROUP: [
    'member',
    'group',
    'job_function',
    'contact',
    'POST /member/{id}/unlock',
    'PUT /member/{id}/password',
    'POST /member/{id}/invite',
    'PUT /member/{id}/approve',
    'GET /member/{id}/objects',
    'POST /evaluation/{id}/outside/{member}/user',
    'POST /member/{id}/reassign',
    'POST /member/reassign/undo',
    'GET /holder',
    'GET /holder/alone',
    'GET /holder/{id}/week',
    'GET /member/{id}/departure',
    'POST /member/{id}/departure',
    'POST /member/{id}/departure/plan',
    'POST /member/{id}/departure/preview',
    'DELETE /member/{id}/departure/plan',
    'GET /group/{id}/objects',
    'POST /group/{id}/reassign',
    'POST /group/reassign/undo',
    'POST /validate/email',
  ],
  RUNTASKS: [
    'runbook',
    'runtask',
    'runtask_model',
    'PUT /runtask_model/{id}/catalog_type',
    'occurrence',
    'POST /occurrence/{id}/answer',
    'POST /occurrence/{id}/undo',
    'POST /occurrence/{id}/approve',
    'POST /occurrence/{id}/reject',
    'POST /runtask/{id}/backfill',
    'GET /runtask/metrics',
    'GET /runtask/runbooks',
    'PUT /runbook/{id}/assignment',
    'POST /dashboard/forecast/remind',
  ],
  DASHBOARDS: [
    'dashboard',
    'GET /dashboard/sources',
    'POST /dashboard/blocks',
    'GET /dashboard/{id}/draft',
    'PUT /dashboard/{id}/draft',
    'POST /dashboard/{id}/publish',
    'POST /dashboard/{id}/recompute',
    'POST /dashboard/{id}/restore',
    'POST /dashboard/{id}/share',
    'POST /dashboard/{id}/users',
    'DELETE /dashboard/{id}/users/{user_id}',
    'POST /dashboard_link/{id}/revoke',
  ],
  INTEGRATION: [
    'GET /api_key/choices',
    'POST /api_key',
    'POST /api_key/{id}/change',
    'POST /api_key/{id}/rotate',
    'POST /api_key/{id}/revoke',
    'POST /api_key/{id}/take_over',
    'DELETE /webhook/{id}',
    'GET /webhook/choices',
    'POST /webhook',
    'POST /webhook/bulk_delete',
    'PUT /webhook/{id}',
    'POST /webhook/{id}/rotate',
    'POST /webhook/{id}/pause',
    'POST /webhook/{id}/resume',
    'POST /webhook/{id}/test',
    'POST /webhook/delivery/{id}/send',
    'POST /webhook/delivery/{id}/replay',
    'POST /webhook/delivery/{id}/give_up',
    'DELETE /customer_connector/{id}',
    'POST /customer_connector',
    'POST /customer_connector/bulk_delete',
    'POST /customer_connector/preview',
    'POST /customer_connector/test',
    'PUT /customer_connector/{id}',
    'POST /customer_connector/{id}/pause',
    'POST /customer_connector/{id}/resume',
    'POST /customer_connector/{id}/run',
    'POST /customer_connector/job/{id}/retry',
    'GET /customer_connector/{id}/tickets/places',
    'POST /customer_connector/{id}/tickets',
    'PUT /ticket_join/{id}',
    'DELETE /ticket_join/{id}',
    'POST /ticket_join/{id}/send',
    'POST /ticket',
    'POST /ticket/{id}/decide',
    'POST /ticket/{id}/renew',
    'POST /ticket/{id}/leave',
    'POST /worker',
    'POST /worker/{id}/revoke',
    'POST /worker/{id}/renew',
    'POST /scim_connection',
    'POST /scim_connection/{id}/rotate',
    'POST /scim_connection/{id}/revoke',
    'POST /scim_connection/{id}/take_over',
    'POST /scim_connection/{id}/pause',
    'POST /scim_connection/{id}/try',
    'PUT /scim_connection/{id}/mappings',
  ],
}

const notIncluded = 'This feature is not included in your subscription, contact support'
const switchedOff = 'Coverage score feature is disabled'

let app: TestApp
let pilot: Person
let customerId: number
let ids: Ids

beforeAll(async () => {
  ;({ app, pilot, ids } = await filledApp())
  customerId = pilot.customerId
})
afterAll(() => app.close())

const set = (change: string, value: unknown) =>
  app.db.transaction(1, (tx) => tx.runText(`update ${change} = $1 where id = $2`, [value, change.startsWith('instance') ? 1 : customerId]), { provider: true })
const setFeatures = (had: readonly string[]) => set('customer set features', had)

/** Calls that change rows of an entity, as the kit derives them. */
const changes =
  (entity: string) =>
  ({ method, path }: Operation) =>
    method !== 'GET' && (path === `/${entity}` || new RegExp(`^/${entity}/(\\{id\\}|bulk|bulk/undo|bulk_delete|order|fork|import)$`).test(path))

function expectedOf(entries: readonly string[]): string[] {
  return entries.flatMap((entry) => {
    if (entry.includes(' ')) return [entry]
    return app.api.operations
      .filter(changes(entry))
      .map(nameOf)
      .concat(app.api.operations.some(({ path }) => path === `/${entry}/import_template`) ? [`GET /${entry}/import_template`] : [])
  })
}

async function send(operation: Operation, passing: Person): Promise<Answer> {
  // Nothing that is there: what is refused is refused before anything is looked for, and what is not does no harm.
  return sendCall(changesCaller(operation) ? passing : pilot, operation, sampleCall(operation, { ids: new Map(), word: 'Features', whole: false }))
}

/** Those of some operations that an organisation is refused without some features, in the words of its subscription. */
async function refusedWithout(missing: readonly string[], operations: readonly Operation[]): Promise<Operation[]> {
  const passing = await app.member(customerId, 'global_pilote')
  await setFeatures(features.filter((one) => !missing.includes(one)))
  const refusals: Operation[] = []
  for (const operation of operations) {
    const { status, body } = await send(operation, passing)
    if (body.message !== notIncluded) continue
    expect([nameOf(operation), status, body.ok]).toEqual([nameOf(operation), 403, false])
    refusals.push(operation)
  }
  await setFeatures(features)
  return refusals
}

describe('an organisation without a feature', () => {
  /**
   * Those refused without any feature at all. A feature takes no call away from whoever has it, so what is not among these is refused nobody for the lack of one.
   * What the kit makes for every entity knows features by its right alone: where no feature withholds that, one entity stands for all.
   */
  let sold: Operation[]
  beforeAll(async () => {
    const withheld = withheldWithout([])
    const asked = app.api.operations.filter((each) => each.access !== 'public' && !isProviders(each))
    const gated = asked.filter(({ access }) => withheld.has(access as Right))
    sold = await refusedWithout(features, [...new Set([...gated, ...firstOfEach(asked, operationShape)])])
  })

  const withPages = features.filter((feature) => refused[feature].length > 0)
  const pages = [...withPages.map((one) => [one]), features.filter((one) => !withPages.includes(one))]
  test.each(pages)('is refused what the pages of %s do, in the words of its subscription, and nothing else', async (...missing) => {
    const byRight = (withheld: ReadonlySet<Right>) => sold.filter(({ access }) => withheld.has(access as Right))
    const gated = byRight(withheldWithout([]))
    const withheld = byRight(withheldWithout(features.filter((one) => !missing.includes(one))))
    // One of each right is asked for; what looks at a feature beyond its right is asked for itself.
    const beyond = sold.filter((operation) => !gated.includes(operation))
    const refusals = await refusedWithout(missing, [...firstOfEach(gated, ({ access }) => access), ...beyond])
    expect(refusals.filter((operation) => gated.includes(operation))).toEqual(firstOfEach(withheld, ({ access }) => access))
    expect([...withheld, ...refusals.filter((operation) => beyond.includes(operation))].map(nameOf).toSorted()).toEqual(
      expectedOf(missing.flatMap((feature) => refused[feature])).toSorted(),
    )
  })

  test('is refused nothing that no feature is named for, whichever it lacks', () => {
    const named = new Set(expectedOf(features.flatMap((feature) => refused[feature])))
    expect(sold.map(nameOf).filter((name) => !named.has(name))).toEqual([])
  })

  test('has no page of it either: every feature that a page needs stands in the table', () => {
    const needed = new Set(Object.values(expectation).flatMap((line) => [...line.matchAll(/@(\w+)/g)].map(([, name]) => name)))
    expect([...needed].map(String).toSorted()).toEqual(Object.keys(refused).toSorted())
  })

  test('keeps what it had set, and is led by first steps that it can take', async () => {
    // Who has called for less than an hour's worth of everything.
    const pilot = await app.member(customerId, 'global_pilote')
    await pilot.put('/organisation/settings', { sector: 'Energy' })
    await setFeatures(features.filter((one) => one !== 'SETTINGS'))
    for (const step of [
      'policy-industry',
      'policy-regulations',
      'policy-certifications',
      'policy-import-mapping',
      'perimeter-mapping',
      'action-plans',
      'action-plans-mapping',
      'security-objectives',
      'security-bases',
    ])
      expect((await pilot.put('/onboarding', { step, state: 'SKIPPED' })).status).toBe(200)
    expect((await pilot.get('/onboarding')).body.object.offered).toBe(false)
    await setFeatures(features)
    expect((await pilot.get('/onboarding')).body.object.offered).toBe(true)
    expect((await pilot.get('/organisation/settings')).body.object.sector).toBe('Energy')
  })
})

describe('the flag of the new coverage', () => {
  const asked = () => [
    `/policy/score?type=COVERAGE`,
    `/policy/score?type=coverage&policy=${ids.get('policy')?.[0]}`,
    '/score/explanation?figure=COVERAGE',
    '/score/moved?figure=COVERAGE&from=2026-01-01',
  ]
  const answers = async () => {
    const messages = []
    for (const path of asked()) messages.push((await pilot.get(path)).body.message)
    return messages
  }
  const off = () => asked().map(() => switchedOff)

  test('off closes every call that speaks of it, wherever it was switched off, the organisation’s own word before its instance’s (POL-24, NAV-35)', async () => {
    expect(await answers()).not.toContain(switchedOff)
    await set('customer set flags', { new_policy_coverage: false })
    expect(await answers()).toEqual(off())
    expect((await pilot.get('/policy/score?type=COVERAGE')).status).toBe(400)
    expect((await pilot.get('/policy/score?type=PERFORMANCE')).status).toBe(200)
    await set('customer set flags', {})
    expect(await answers()).not.toContain(switchedOff)
    await set('instance set flags', { new_policy_coverage: false })
    expect(await answers()).toEqual(off())
    await set('customer set flags', { new_policy_coverage: true })
    expect(await answers()).not.toContain(switchedOff)
    await set('instance set flags', {})
    await set('customer set flags', {})
  })

  test('is the only flag that closes calls: the others change how pages look', async () => {
    const pages = new Set(Object.values(expectation).flatMap((line) => [...line.matchAll(/\?(\w+)/g)].map(([, name]) => name)))
    expect(pages.has('coverage')).toBe(true)
    expect([...flagNames]).toEqual(['se_campaigns', 'security_base_v2', 'new_policy_coverage', 'action_plan_v2', 'dashboard_section_edit'])
  })
})
