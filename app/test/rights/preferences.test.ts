import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, proof, type World } from '#tools/test/actions-world.ts'
import { dayFromNow } from '#tools/test/actions-world.ts'
import { resources } from '#app/server/registry.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.app.close())

const value = async (key: string, who = world.contributor) => (await who.get(`/preference/value/${key}`)).body.object?.value

test('an organisation says whether actions need proofs, everybody reads it, and it holds (ADM-21, ACT-17)', async () => {
  expect([await value('proof_required_action'), await value('proof_required_task')]).toEqual([true, false])
  const action = await world.action({ target_date: dayFromNow(5) })
  expect((await world.pilot.put(`/remediation/${action.id}`, { status: 'FINISHED' })).status).toBe(400)
  expect((await world.auditor.put('/organisation/settings', { proof_required_action: false })).status).toBe(403)
  expect((await world.pilot.put('/organisation/settings', { proof_required_action: false })).body).toMatchObject({
    ok: true,
    object: { proof_required_action: false, proof_required_task: false },
  })
  expect(await value('proof_required_action')).toBe(false)
  expect((await world.pilot.put(`/remediation/${action.id}`, { status: 'FINISHED' })).status).toBe(200)
  await world.pilot.put('/organisation/settings', { proof_required_task: true })
  const other = await world.action({ target_date: dayFromNow(5), tasks: [{ name: 'Bare', status: 'DONE' }], ...proof })
  expect((await world.pilot.put(`/remediation/${other.id}`, { status: 'FINISHED' })).body).toMatchObject({ errors: { tasks: [expect.any(String)] } })
})

test('other preferences are read by their key; an unknown one does not exist', async () => {
  await world.pilot.put(`/program/${world.plan}`, { is_default: true })
  expect(await value('default_program')).toBe(world.plan)
  expect(await value('time_zone')).toBe('Europe/Paris')
  expect(await value('performance_scale')).toBe('PERFORMANCE')
  expect(typeof (await value('password_expiry'))).toBe('number')
  expect((await world.pilot.get('/preference/value/colour')).status).toBe(404)
})

interface Row {
  readonly id: number
  readonly key: string
  readonly value: unknown
  readonly default: unknown
  readonly name: string
  readonly meaning: string
  readonly who: readonly string[]
  readonly edit_right: boolean
}
const all = async (who = world.pilot) => (await who.get('/preference')).body.objects as Row[]
const one = async (key: string) => (await all()).find((each) => each.key === key) as Row
const put = async (key: string, given: unknown, rest: object = {}, who = world.pilot) =>
  who.put(`/preference/${(await one(key)).id}`, { key, value: given, ...rest })

test('all are told with value, default, meaning and who may change each; every entity with a default has its own (ADM-21)', async () => {
  const rows = await all()
  for (const row of rows) {
    expect(row.name).not.toMatch(/preferences\.|entities\./)
    expect(row.meaning).not.toMatch(/preferences\./)
    expect(row.who).toContain('Global pilot')
    expect([row.key, await value(row.key)]).toEqual([row.key, row.value])
  }
  const declared = [...resources.values()].filter(({ def }) => def.oneDefault)
  for (const { def } of declared) expect(rows.some(({ key }) => key.startsWith(`default_${def.name}`))).toBe(true)
  expect(rows.map(({ key }) => key)).toEqual(
    expect.arrayContaining(['performance_scale', 'default_program', 'default_runbook', 'default_scale_risk', 'password_expiry']),
  )
  expect((await all(world.auditor)).every(({ edit_right: may }) => !may)).toBe(true)
  expect((await world.contributor.get('/preference')).status).toBe(403)
})

test('one is changed by its key, within its bounds, and not over what somebody else has changed meanwhile', async () => {
  expect((await put('exemption_max_days', 90, { was: 365 })).body).toMatchObject({ message: 'Saved', object: { value: 90, default: 365 } })
  expect(await value('exemption_max_days')).toBe(90)
  expect((await put('exemption_max_days', 100, { was: 365 })).status).toBe(409)
  for (const wrong of [0, 366, 'x', null, true]) expect([wrong, (await put('exemption_max_days', wrong)).status]).toEqual([wrong, 400])
  expect((await put('language', 'de')).status).toBe(400)
  expect((await put('exemption_max_days', 30, {}, world.auditor)).status).toBe(403)
  const { id } = await one('language')
  expect((await world.pilot.put(`/preference/${id}`, { key: 'exemption_max_days', value: 30 })).status).toBe(404)
  expect((await put('password_expiry', 60)).body.object).toMatchObject({ value: 60, inherited: false })
  expect((await put('password_expiry', null)).body.object).toMatchObject({ inherited: true })
})

test('a default plan that is missing, archived or not to be changed is an invalid form (ADM-23)', async () => {
  const plan = async (body: object = {}) => (await world.pilot.post('/program', { name_en: 'Another plan', ...body })).body.object.id as number
  const chosen = await plan()
  expect((await put('default_program', chosen)).body.object).toMatchObject({ value: chosen })
  expect(await value('default_program')).toBe(chosen)
  const away = await plan()
  await world.pilot.put(`/program/${away}`, { archived: true })
  for (const wrong of [999_999, away, null, 'x', true]) {
    const { status, body } = await put('default_program', wrong)
    expect([wrong, status, body.errors]).toEqual([wrong, 400, { value: ['Invalid form'] }])
  }
  expect(await value('default_program')).toBe(chosen)
  // Of a kind of scales one of that kind.
  const risk = await value('default_scale_risk')
  expect((await put('performance_scale', risk)).status).toBe(400)
  expect((await put('performance_scale', 'PERFORMANCE')).status).toBe(200)
})
