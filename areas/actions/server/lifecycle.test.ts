import { afterAll, beforeAll, expect, test } from 'vitest'
import { remediationStatuses, type RemediationStatus } from '#areas/actions/contract/lifecycle.ts'
import { dayFromNow, makeWorld, objectOf, proof, type World } from '#tools/test/actions-world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.app.close())

const target = dayFromNow(30)
/** What a change to a status needs beside the status itself. */
const needs: Record<RemediationStatus, object> = {
  TO_PLAN: {},
  PLANNED: {},
  ONGOING: {},
  STANDBY: { status_reason: 'Waiting for budget' },
  FINISHED: proof,
  CANCELLED: { status_reason: 'Out of scope' },
}
const allowed: Record<RemediationStatus, readonly RemediationStatus[]> = {
  TO_PLAN: remediationStatuses,
  PLANNED: remediationStatuses,
  ONGOING: remediationStatuses,
  STANDBY: remediationStatuses,
  FINISHED: ['FINISHED', 'TO_PLAN', 'ONGOING'],
  CANCELLED: ['CANCELLED', 'TO_PLAN', 'ONGOING'],
}
const messages: Record<RemediationStatus, string> = {
  TO_PLAN: 'Moved to “To plan”',
  PLANNED: 'The action is now planned',
  ONGOING: 'The action is now ongoing',
  STANDBY: 'The action is now on hold',
  FINISHED: 'The action is now finished',
  CANCELLED: 'The action is now cancelled',
}

for (const from of remediationStatuses) {
  for (const to of remediationStatuses) {
    test(`${from} → ${to} is ${allowed[from].includes(to) ? 'done' : 'refused'}`, async () => {
      const action = await world.action({ status: from, target_date: target, ...needs[from] })
      const { status, body } = await world.pilot.put(`/remediation/${action.id}`, { status: to, ...needs[to] })
      if (!allowed[from].includes(to)) {
        expect(body).toMatchObject({
          ok: false,
          code: 'INVALID',
          errors: { status: [expect.stringContaining('Reopen the action first')] },
        })
        return
      }
      expect([status, body.message]).toEqual([200, from === to ? 'Saved' : messages[to]])
      expect(body.object).toMatchObject({
        status: to,
        done_date: to === 'FINISHED' ? dayFromNow(0) : null,
        progress: to === 'FINISHED' ? 100 : 0,
      })
      expect(body.object.status_reason).toBe(to === 'STANDBY' ? 'Waiting for budget' : to === 'CANCELLED' ? 'Out of scope' : null)
    })
  }
}

test('planned and ongoing actions need a target date, and keep needing it', async () => {
  const { id } = await world.action()
  for (const status of ['PLANNED', 'ONGOING']) {
    expect((await world.pilot.put(`/remediation/${id}`, { status })).body).toMatchObject({
      ok: false,
      errors: { target_date: ['A planned or ongoing action needs a target date'] },
    })
  }
  await world.pilot.put(`/remediation/${id}`, { status: 'PLANNED', target_date: target })
  expect((await world.pilot.put(`/remediation/${id}`, { target_date: null, postponement_reason: 'Unknown' })).body).toMatchObject({
    ok: false,
    errors: { target_date: [expect.any(String)] },
  })
})

test('dates propose the status of a new action', async () => {
  const status = async (fields: object) => (await world.action(fields)).status
  expect(await status({ start_date: dayFromNow(-3), target_date: target })).toBe('ONGOING')
  expect(await status({ start_date: dayFromNow(3), target_date: target })).toBe('PLANNED')
  expect(await status({ target_date: target })).toBe('TO_PLAN')
  expect(await status({ start_date: dayFromNow(-3) })).toBe('TO_PLAN')
  expect(await status({ start_date: dayFromNow(-3), target_date: target, status: 'TO_PLAN' })).toBe('TO_PLAN')
})

test('on hold and cancelled need a reason, said in the change itself', async () => {
  const { id } = await world.action({ target_date: target })
  expect((await world.pilot.put(`/remediation/${id}`, { status: 'STANDBY' })).body.errors).toEqual({
    status_reason: ['Say why the action is on hold'],
  })
  expect((await world.pilot.put(`/remediation/${id}`, { status: 'CANCELLED' })).body.errors).toEqual({
    status_reason: ['Say why the action is cancelled'],
  })
  await world.pilot.put(`/remediation/${id}`, { status: 'STANDBY', status_reason: 'Budget' })
  expect((await world.pilot.put(`/remediation/${id}`, { status_reason: null })).body.ok).toBe(false)
  expect((await world.pilot.put(`/remediation/${id}`, { status: 'CANCELLED' })).body.ok).toBe(false)
})

test('the first target date is kept; later ones are counted and say why', async () => {
  const { id } = await world.action({ target_date: dayFromNow(5) })
  const put = (body: object) => world.pilot.put(`/remediation/${id}`, body)
  expect(objectOf(await put({ target_date: dayFromNow(10) }))).toMatchObject({ initial_target_date: null, postponements: 0 })
  expect(objectOf(await put({ status: 'PLANNED' }))).toMatchObject({ initial_target_date: dayFromNow(10), postponements: 0 })
  expect((await put({ target_date: dayFromNow(20) })).body.errors).toEqual({
    postponement_reason: ['Say why the target date changes'],
  })
  expect(objectOf(await put({ target_date: dayFromNow(20), postponement_reason: 'Supplier' }))).toMatchObject({
    postponements: 1,
    postponement_reason: 'Supplier',
    initial_target_date: dayFromNow(10),
  })
  expect(objectOf(await put({ target_date: dayFromNow(30), postponement_reason: 'Supplier' }))).toMatchObject({
    postponements: 2,
  })
  expect(objectOf(await put({ target_date: dayFromNow(15), postponement_reason: 'Sooner' }))).toMatchObject({ postponements: 2 })
  expect(objectOf(await put({ target_date: dayFromNow(15), name_en: 'Same date' }))).toMatchObject({ postponements: 2 })
})

test('the target date follows the start date; one in the past only warns', async () => {
  expect(
    (
      await world.pilot.post('/remediation', {
        name_en: 'x',
        program: world.plan,
        start_date: dayFromNow(3),
        target_date: dayFromNow(1),
      })
    ).body.errors,
  ).toEqual({ target_date: ['Target date must be after start date'] })
  const late = await world.action({ target_date: dayFromNow(-1) })
  expect(late).toMatchObject({ late: true, warning: { status: true, message: 'The target date is in the past' } })
  expect(await world.action({ target_date: dayFromNow(0) })).toMatchObject({ late: false, warning: { status: false } })
  expect(objectOf(await world.pilot.put(`/remediation/${late.id}`, { status: 'FINISHED', ...proof }))).toMatchObject({
    late: false,
    warning: { status: false },
  })
})

test('a proof is needed to finish, by link or file, unless the plan says otherwise', async () => {
  const { id } = await world.action()
  const finish = (body: object = {}, action = id) => world.pilot.put(`/remediation/${action}`, { status: 'FINISHED', ...body })
  expect((await finish()).body).toMatchObject({
    ok: false,
    code: 'PROOF_REQUIRED_ACTION',
    message: 'Missing files or link to close the action',
  })
  const file = objectOf(await world.pilot.upload('/file', 'report.pdf', '%PDF-1.4\n%âãÏÓ\n1 0 obj\n<<>>\nendobj\ntrailer\n<<>>\n%%EOF\n')).id
  expect(objectOf(await finish({ proof_files: [file] }))).toMatchObject({
    status: 'FINISHED',
    proof_files: [{ id: file, name: 'report.pdf' }],
  })
  const other = await world.action(proof)
  expect(other.proofs).toMatchObject([{ url: proof.proofs[0]?.url, date: dayFromNow(0), author: { id: world.pilot.memberId } }])
  expect((await finish({ proofs: [] }, other.id)).body.code).toBe('PROOF_REQUIRED_ACTION')
  expect((await finish({}, other.id)).status).toBe(200)
  const free = objectOf(await world.pilot.post('/program', { name_en: 'No proof', proof_required_action: 'NO' })).id
  expect((await finish({}, (await world.action({ program: free })).id)).status).toBe(200)
})

test('finished tasks need their proofs where the plan asks for them; open ones warn', async () => {
  const strict = objectOf(await world.pilot.post('/program', { name_en: 'Task proofs', proof_required_task: 'YES' })).id
  const { id, tasks, progress } = await world.action({
    program: strict,
    ...proof,
    tasks: [{ name: 'One', status: 'DONE' }, { name: 'Two' }, { name: 'Three' }],
  })
  expect([progress, tasks[1].status]).toEqual([33, 'TO_DO'])
  expect((await world.pilot.put(`/remediation/${id}`, { status: 'FINISHED' })).body).toMatchObject({
    code: 'PROOF_REQUIRED_TASK',
    message: 'Missing files or link in task to close the action',
  })
  const finished = objectOf(
    await world.pilot.put(`/remediation/${id}`, {
      status: 'FINISHED',
      tasks: [{ id: tasks[0].id, name: 'One', status: 'DONE', proof_url: 'https://intranet.example/1' }, { name: 'New' }],
    }),
  )
  expect(finished).toMatchObject({
    progress: 100,
    warning: { status: true, message: 'Some tasks are not done' },
    tasks: [{ id: tasks[0].id }, { name: 'New', status: 'TO_DO' }],
  })
})

test('a day of completion can be told later, never in the future nor of an action that is not finished', async () => {
  const { id } = await world.action(proof)
  expect((await world.pilot.put(`/remediation/${id}`, { done_date: dayFromNow(-1) })).body.errors).toHaveProperty('done_date')
  expect(objectOf(await world.pilot.put(`/remediation/${id}`, { status: 'FINISHED', done_date: dayFromNow(-5) })).done_date).toBe(dayFromNow(-5))
  expect((await world.pilot.put(`/remediation/${id}`, { done_date: dayFromNow(40) })).body.errors).toHaveProperty('done_date')
  expect((await world.pilot.put(`/remediation/${id}`, { done_date: null })).body.errors).toHaveProperty('done_date')
})

test('plan, priority and one person or group in charge are checked, all wrong fields at once', async () => {
  const group = objectOf(await world.pilot.post('/group', { name: 'Network team' })).id
  const refused = await world.pilot.post('/remediation', {
    name_en: 'x',
    priority: 60,
    manager: world.pilot.memberId,
    group,
    status: 'PLANNED',
  })
  expect(refused.body.errors).toEqual({
    program: ['Action plan required'],
    priority: ['Invalid priority for the chosen scale'],
    group: ['Choose a manager or a group, not both'],
    target_date: [expect.any(String)],
  })
  const { id } = await world.action({ manager: world.pilot.memberId })
  expect(objectOf(await world.pilot.put(`/remediation/${id}`, { group }))).toMatchObject({ manager: null, group: { id: group } })
  expect(objectOf(await world.pilot.put(`/remediation/${id}`, { manager: world.pilot.memberId }))).toMatchObject({ group: null })
})

test('many actions change status together or not at all, and the change is undone once', async () => {
  const made = [await world.action({ target_date: target }), await world.action({ target_date: target })]
  const bare = await world.action()
  const bulk = (rows: { id: number }[], changes: object) => world.pilot.put('/remediation/bulk', { rows: rows.map(({ id }) => ({ id })), changes })
  const refused = await bulk([...made, bare], { status: 'PLANNED' })
  expect(refused.body).toMatchObject({
    ok: false,
    errors: { [`rows.${bare.id}`]: ['A planned or ongoing action needs a target date'] },
  })
  const { undo } = objectOf(await bulk(made, { status: 'CANCELLED', status_reason: 'Merged' }))
  expect((await world.pilot.post('/remediation/bulk/undo', { undo })).status).toBe(200)
  expect(objectOf(await world.pilot.get(`/remediation/${made[0].id}`))).toMatchObject({ status: 'TO_PLAN', status_reason: null })
})
