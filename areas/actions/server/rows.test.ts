import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, objectOf, proof, type World } from '#tools/test/actions-world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.app.close())

test('a priority is a level of the scale, and there is always one (ACT-06)', async () => {
  const { id, priority } = await world.action()
  expect(priority).toBe(50)
  const refused = async (value: unknown) => (await world.pilot.put(`/remediation/${id}`, { priority: value })).body.errors?.priority
  expect(await refused(60)).toEqual(['Invalid priority for the chosen scale'])
  expect(await refused(null)).toEqual(['priority must be selected'])
  expect(await refused(101)).toEqual(['Invalid priority for the chosen scale'])
  expect((await world.pilot.post('/remediation', { name_en: 'Act', program: world.plan, perimeter: world.lyon, priority: null })).body.errors).toEqual({
    priority: ['priority must be selected'],
  })
  expect(objectOf(await world.pilot.put(`/remediation/${id}`, { priority: 100 })).priority).toBe(100)
})

test('what must be proven is the organisation’s to say, and a plan’s before it (ACT-17)', async () => {
  const finish = async (fields: object = {}, changes: object = {}) => {
    const { id } = await world.action(fields)
    return (await world.pilot.put(`/remediation/${id}`, { status: 'FINISHED', ...changes })).body.code ?? 'finished'
  }
  const settings = async (change: object) => objectOf(await world.pilot.put('/organisation/settings', change))
  const bare = { tasks: [{ name: 'Write', status: 'DONE' }] }
  expect((await world.pilot.get('/organisation/settings')).body.object).toMatchObject({ proof_required_action: true, proof_required_task: false })
  expect([await finish(), await finish(proof), await finish({ ...proof, ...bare })]).toEqual(['PROOF_REQUIRED_ACTION', 'finished', 'finished'])
  expect(await settings({ proof_required_action: false, proof_required_task: true })).toMatchObject({ proof_required_action: false, proof_required_task: true })
  expect([await finish(), await finish(bare), await finish({ tasks: [{ name: 'Write', status: 'DONE', proof_url: 'https://intranet.example' }] })]).toEqual([
    'finished',
    'PROOF_REQUIRED_TASK',
    'finished',
  ])
  const plan = async (fields: object) => objectOf(await world.pilot.post('/program', { name_en: 'Strict', ...fields })).id as number
  expect(await finish({ program: await plan({ proof_required_action: 'YES' }) })).toBe('PROOF_REQUIRED_ACTION')
  expect(await finish({ program: await plan({ proof_required_task: 'NO' }), ...bare })).toBe('finished')
  await settings({ proof_required_action: true, proof_required_task: false })
  expect(await finish({ program: await plan({ proof_required_action: 'NO' }) })).toBe('finished')
  // Who only reads does not say it, and other settings stay as they are.
  expect((await world.local.put('/organisation/settings', { proof_required_action: false })).status).toBe(403)
  expect((await world.pilot.get('/organisation/settings')).body.object).toMatchObject({ mfa_mode: null, proof_required_action: true })
})

test('tasks keep their order, their people and dates, and make the progress (ACT-12)', async () => {
  const { id } = await world.action({
    tasks: [{ name: 'First', manager: world.local.memberId, target_date: '2030-01-15' }, { name: 'Second' }, { name: 'Third', status: 'DONE' }],
  })
  const row = async () => objectOf(await world.pilot.get(`/remediation/${id}`))
  const { tasks, progress } = await row()
  expect([tasks.map(({ name }: { name: string }) => name), progress]).toEqual([['First', 'Second', 'Third'], 33])
  expect(tasks[0]).toMatchObject({ manager: { id: world.local.memberId }, target_date: '2030-01-15', status: 'TO_DO', proof_url: null })
  const turned = tasks.toReversed().map((task: { id: number; name: string }) => ({
    id: task.id,
    name: task.name,
    ...(task.name === 'Second' && { status: 'DONE', proof_url: 'https://intranet.example/second' }),
  }))
  const after = objectOf(await world.pilot.put(`/remediation/${id}`, { tasks: turned }))
  expect([after.tasks.map(({ name }: { name: string }) => name), after.progress]).toEqual([['Third', 'Second', 'First'], 67])
  expect(after.tasks[2]).toMatchObject({ manager: { id: world.local.memberId }, target_date: '2030-01-15' })
})

test('labels say how many actions bear them, as far as the reader finds them (ACT-38)', async () => {
  const label = async (name_en: string) => objectOf(await world.pilot.post('/label', { name_en })).id as number
  const [audit, none, both] = [await label('Audit'), await label('Nobody'), await label('Zone')]
  const late = { target_date: '2020-01-01', status: 'ONGOING' }
  await world.action({ labels: [audit, both], ...late })
  await world.action({ labels: [audit], perimeter: world.nantes })
  await world.action({ labels: [both], status: 'FINISHED', ...proof })
  for (const person of [world.pilot, world.local, world.auditor, world.contributor]) {
    const { objects } = (await person.get('/remediation/labels')).body as {
      objects: { label: { id: number; name: string } | null; all: number; open: number; late: number }[]
    }
    expect(objects.map((line) => line.label?.name ?? null).filter((name, at) => at >= objects.length - 4 || name !== null)).toEqual(
      objects.map((line) => line.label?.name ?? null),
    )
    for (const line of objects) {
      const total = async (...more: object[]) =>
        (await person.post('/remediation/page', { queryParams: { filters: [{ name: 'labels', selected_options: [line.label?.id ?? null] }, ...more] } })).body
          .total as number
      const expected = [await total(), await total({ name: 'closed', selected_options: [false] }), await total({ name: 'late', selected_options: [true] })]
      expect([line.label?.name, line.all, line.open, line.late]).toEqual([line.label?.name, ...expected])
    }
    expect(objects.filter((line) => line.label?.id === none)).toMatchObject([{ all: 0, open: 0, late: 0 }])
  }
})

test('an action that came in without a measure is tied to one, or to what a model makes of it, and leaves the list (ACT-29)', async () => {
  const plan = objectOf(await world.pilot.post('/program', { name_en: 'Imported' })).id as number
  const [first, second] = [await world.action({ program: plan }), await world.action({ program: plan })]
  const left = async () =>
    (
      await world.pilot.post('/remediation/page', {
        queryParams: {
          filters: [
            { name: 'program', selected_options: [plan] },
            { name: 'measure', selected_options: [null] },
          ],
        },
      })
    ).body.objects.map(({ id }: { id: number }) => id)
  expect(await left()).toEqual([first.id, second.id])
  const measure = await world.measure()
  expect(objectOf(await world.pilot.put(`/remediation/${first.id}`, { measure: measure.id, version: first.version })).measure.id).toBe(measure.id)
  const elsewhere = await world.measure(world.nantes)
  expect((await world.pilot.put(`/remediation/${second.id}`, { measure: elsewhere.id })).body.errors).toEqual({ perimeter: [expect.any(String)] })
  const { measure_id } = objectOf(
    await world.pilot.post('/solution/fork_run', { id: await world.solution(), perimeter_id: world.lyon, remediation_id: second.id }),
  )
  expect(objectOf(await world.pilot.get(`/remediation/${second.id}`))).toMatchObject({ type: 'BUILD', measure: { id: measure_id } })
  expect(await left()).toEqual([])
})

test('a file that proves something says who sent it and when (ACT-13)', async () => {
  const file = await world.pilot.upload('/file', 'report.txt', 'Done')
  const { proof_files, proofs } = await world.action({
    proof_files: [file.body.object.id],
    proofs: [{ url: 'https://intranet.example/report', name: 'Report', comment: 'Signed' }],
  })
  expect(proof_files).toEqual([
    expect.objectContaining({
      name: 'report.txt',
      author: { id: world.pilot.memberId, name: expect.any(String) },
      date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}T/),
    }),
  ])
  expect(proofs).toMatchObject([
    {
      url: 'https://intranet.example/report',
      name: 'Report',
      comment: 'Signed',
      author: { id: world.pilot.memberId },
      date: expect.stringMatching(/^\d{4}-\d{2}-\d{2}$/),
    },
  ])
})
