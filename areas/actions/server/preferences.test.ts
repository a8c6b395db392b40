import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, proof, type World } from '#tools/test/actions-world.ts'
import { dayFromNow } from '#tools/test/actions-world.ts'

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
