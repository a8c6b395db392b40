import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '#app/test/worlds/test-app.ts'
import { resources } from '#app/server/registry.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import { systemWho } from '#kit/server/access/who.ts'
import { forkRow } from '#kit/server/data/store/fork.ts'
import { resourceOf } from '#kit/server/data/resources/resource.ts'
import { auditFaults } from '#tools/test/audit-faults.ts'
import { makeWorld, objectOf, proof, type World } from '#tools/test/actions-world.ts'

interface File {
  readonly id: number
  readonly name: string
  readonly comment: string | null
}
interface Task {
  readonly id: number
  readonly name: string
  readonly proof_files: readonly File[]
}

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.app.close())

let count = 0
const upload = async (by: Person = world.pilot) => objectOf(await by.upload('/file', `note ${(count += 1)}.txt`, `note ${count}`)).id as number
const uploads = async (n: number) => {
  const ids: number[] = []
  while (ids.length < n) ids.push(await upload())
  return ids
}
const tasksOf = async (id: number) => objectOf(await world.pilot.get(`/remediation/${id}`)).tasks as Task[]
const idsOf = async (id: number) => (await tasksOf(id)).map((task) => task.proof_files.map((file) => file.id))
const put = (id: number, tasks: object[], by: Person = world.pilot) => by.put(`/remediation/${id}`, { tasks })
const unreachable = ['The chosen element does not exist, or you do not have access to it']

test('a task holds files beside its link, with who sent them, when and what is said of them; they stay with it whatever its place (ACT-12, ACT-13)', async () => {
  const [a, b, c] = (await uploads(3)) as [number, number, number]
  const { id } = await world.action({ tasks: [{ name: 'First', proof_files: [a, { id: b, comment: 'Signed' }] }, { name: 'Second' }] })
  const [first, second] = (await tasksOf(id)) as [Task, Task]
  expect(first.proof_files).toEqual(
    [a, b].map((file, n) => ({
      id: file,
      name: expect.stringMatching(/^note \d+\.txt$/),
      size: expect.any(Number),
      mime: 'text/plain',
      date: expect.stringMatching(/^\d{4}-/),
      author: { id: world.pilot.memberId, name: expect.any(String) },
      comment: n === 1 ? 'Signed' : null,
    })),
  )
  const retain = ({ id: task, name }: Task) => ({ id: task, name })
  // Others come and the order turns; what is not said stays.
  expect((await put(id, [{ ...retain(second), proof_files: [c] }, retain(first)])).status).toBe(200)
  expect(await idsOf(id)).toEqual([[c], [a, b]])
  // One goes; of the other only what is said of it changes.
  const { version } = objectOf(await put(id, [retain(second), { ...retain(first), proof_files: [{ id: b, comment: 'Signed twice' }] }]))
  expect(await tasksOf(id)).toMatchObject([{ proof_files: [{ id: c, comment: null }] }, { proof_files: [{ id: b, comment: 'Signed twice' }] }])
  const { version: same } = objectOf(await put(id, [retain(second), { ...retain(first), proof_files: [b] }]))
  expect([same, (await tasksOf(id))[1]?.proof_files[0]?.comment]).toEqual([version, 'Signed twice'])
})

test('an action is proven by its own files; a task that must be proven is so by a file as by a link (ACT-17)', async () => {
  const plan = objectOf(await world.pilot.post('/program', { name_en: 'Strict', proof_required_task: 'YES' })).id as number
  const { id, proven } = await world.action({
    program: plan,
    tasks: [{ name: 'Bare', status: 'DONE' }, { name: 'Linked', status: 'DONE', proof_url: 'https://intranet.example' }, { name: 'Open' }],
  })
  const [bare, ...others] = (await tasksOf(id)) as [Task, ...Task[]]
  const rest = others.map((task) => ({ id: task.id, name: task.name }))
  const finish = async (more: object) => (await world.pilot.put(`/remediation/${id}`, { status: 'FINISHED', ...proof, ...more })).body.code ?? 'finished'
  expect(proven).toBe(false)
  expect(await finish({})).toBe('PROOF_REQUIRED_TASK')
  expect(await finish({ tasks: [{ id: bare.id, name: 'Bare' }, ...rest] })).toBe('PROOF_REQUIRED_TASK')
  expect((await put(id, [{ id: bare.id, name: 'Bare', proof_files: await uploads(1) }, ...rest])).status).toBe(200)
  expect(objectOf(await world.pilot.get(`/remediation/${id}`)).proven).toBe(false)
  expect(await finish({ tasks: [{ id: bare.id, name: 'Bare', proof_files: [] }, ...rest] })).toBe('PROOF_REQUIRED_TASK')
  // Those that are named with the change count as they are named, or stay.
  expect(await finish({ tasks: [{ id: bare.id, name: 'Bare' }, ...rest] })).toBe('finished')
})

test('a task takes five files and an action ten, its tasks’ among them; what goes makes room for what comes with it (FIL-07)', async () => {
  const ids = await uploads(12)
  const { id } = await world.action({ attachments: ids.slice(0, 5), tasks: [{ name: 'One', proof_files: ids.slice(5, 10) }, { name: 'Two' }] })
  const [one, two] = (await tasksOf(id)) as [Task, Task]
  const tasks = (proof_files: unknown) => [
    { id: one.id, name: 'One' },
    { id: two.id, name: 'Two', proof_files },
  ]
  expect((await put(id, tasks([ids[10]]))).body.errors).toEqual({ 'tasks.1.proof_files': ['Too many files'] })
  expect((await world.pilot.put(`/remediation/${id}`, { proof_files: [ids[10]] })).body.errors).toEqual({ proof_files: ['Too many files'] })
  expect((await put(id, [{ id: one.id, name: 'One', proof_files: ids.slice(5, 11) }, tasks([])[1] as object])).body.errors).toEqual({
    'tasks.0.proof_files': ['Too many files'],
  })
  expect((await world.pilot.put(`/remediation/${id}`, { attachments: ids.slice(0, 4), tasks: tasks([ids[10]]) })).status).toBe(200)
  expect((await world.pilot.put(`/remediation/${id}`, { attachments: ids.slice(0, 3), proof_files: [ids[11]] })).status).toBe(200)
  expect(await idsOf(id)).toEqual([ids.slice(5, 10), [ids[10]]])
})

test('a task takes no file that is not free and its writer’s own: nothing of another organisation, of somebody else, of another task, field or action', async () => {
  const { app, pilot } = world
  const stranger = await app.member((await app.customer('Elsewhere')).id, 'global_pilote')
  const [own, second, third] = (await uploads(3)) as [number, number, number]
  await world.action({ proof_files: [third] })
  const { id } = await world.action({ attachments: [second], tasks: [{ name: 'Holder', proof_files: [own] }, { name: 'Taker' }] })
  const [holder, taker] = (await tasksOf(id)) as [Task, Task]
  for (const file of [await upload(stranger), await upload(world.auditor), own, second, third, 999_999_999]) {
    const refused = await put(id, [
      { id: holder.id, name: 'Holder' },
      { id: taker.id, name: 'Taker', proof_files: [{ id: file, comment: 'Mine' }] },
    ])
    expect([refused.status, refused.body.errors]).toEqual([400, { 'tasks.1.proof_files': unreachable }])
  }
  expect((await put(id, [{ name: 'Taker', proof_files: [{ id: own, comment: 'x'.repeat(1001) }] }])).body.errors).toEqual({
    'tasks.0.proof_files.0.comment': ['Too big: 1,000 characters at most'],
  })
  // Nor does it move there from its own task by way of the action's fields.
  expect((await pilot.put(`/remediation/${id}`, { proof_files: [own] })).body.errors).toEqual({ proof_files: unreachable })
  expect(await idsOf(id)).toEqual([[own], []])
})

test('a contributor who works on a task proves it by files; whoever may not open the action opens none of them (SEC-19)', async () => {
  const { app, customer, contributor, local, auditor, nantes } = world
  const { id } = await world.action({ perimeter: nantes, tasks: [{ name: 'Given', manager: contributor.memberId }] })
  const [given] = (await tasksOf(id)) as [Task]
  const file = await upload(contributor)
  expect((await put(id, [{ id: given.id, name: 'Given', proof_files: [{ id: file, comment: 'Done on site' }] }], contributor)).status).toBe(200)
  expect((await tasksOf(id))[0]?.proof_files).toMatchObject([{ id: file, comment: 'Done on site', author: { id: contributor.memberId } }])
  const stranger = await app.member((await app.customer('Curious')).id, 'global_pilote')
  const nobody = await app.member(customer, 'contributor')
  const statuses = await Promise.all(
    [world.pilot, auditor, contributor, local, nobody, stranger].map(async (person) => (await person.get(`/file/${file}/download`)).status),
  )
  expect(statuses).toEqual([200, 200, 200, 404, 404, 404])
  expect((await put(id, [{ id: given.id, name: 'Given', proof_files: [] }], auditor)).status).toBe(403)
  // A file that is free goes to the task of its uploader's choice only.
  expect((await put(id, [{ id: given.id, name: 'Given', proof_files: [file, await upload()] }], contributor)).body.errors).toEqual({
    'tasks.0.proof_files': unreachable,
  })
})

test('a removed task lets go of its files, and so does a removed action; the audit knows all of it', async () => {
  const [a, b, c] = (await uploads(3)) as [number, number, number]
  const { id } = await world.action({
    attachments: [c],
    tasks: [
      { name: 'Going', proof_files: [a] },
      { name: 'Staying', proof_files: [b] },
    ],
  })
  const [going, staying] = (await tasksOf(id)) as [Task, Task]
  const held = async () => {
    const rows = await world.app.db.transaction(world.customer, (tx) =>
      tx.runText<{ id: number; child_id: number }>(
        `select id, child_id from file where customer_id = $1 and entity = 'remediation' and object_id = ${id} and detached_at is null order by id`,
        [world.customer],
      ),
    )
    return rows.map((row) => [row.id, row.child_id])
  }
  expect(await held()).toEqual([
    [a, going.id],
    [b, staying.id],
    [c, null],
  ])
  expect((await put(id, [{ id: staying.id, name: 'Staying' }])).status).toBe(200)
  expect(await held()).toEqual([
    [b, staying.id],
    [c, null],
  ])
  expect((await put(id, [{ id: staying.id, name: 'Staying', proof_files: [a, b] }])).body.errors).toEqual({ 'tasks.0.proof_files': unreachable })
  expect((await world.pilot.delete(`/remediation/${id}`)).status).toBe(200)
  expect(await held()).toEqual([])
  expect(await auditFaults(world.app)).toEqual([])
})

test('a copy takes the tasks and leaves the files of the action and of its tasks where they are', async () => {
  const [own, ofTask] = (await uploads(2)) as [number, number]
  const { id } = await world.action({
    proof_files: [own],
    tasks: [{ name: 'Step', manager: world.local.memberId, proof_url: 'https://intranet.example', proof_files: [ofTask] }],
  })
  const copy = await world.app.db.transaction(world.customer, async (tx) => {
    tx.act(systemWho(world.customer, 'test', 'test', 'en', 'Europe/Paris'))
    const grant = authorize(tx.who, 'remediation.manage')
    const left = ['measures', 'labels', 'proofs', 'source', 'source_id']
    return forkRow(tx, grant, { ...resourceOf(resources, 'remediation'), fork: { without: left } }, resources, id)
  })
  expect(objectOf(await world.pilot.get(`/remediation/${copy.id}`))).toMatchObject({
    proof_files: [],
    tasks: [{ name: 'Step', manager: { id: world.local.memberId }, proof_url: 'https://intranet.example', proof_files: [] }],
  })
  expect(await idsOf(id)).toEqual([[ofTask]])
})

test('tasks that were changed in bulk come back as they were, with their people and what is said of their files', async () => {
  const file = await upload()
  const { id, version } = await world.action({ tasks: [{ name: 'Kept', manager: world.local.memberId, proof_files: [{ id: file, comment: 'Before' }] }] })
  const [original] = (await tasksOf(id)) as [Task]
  const edited = objectOf(
    await world.pilot.put('/remediation/bulk', {
      rows: [{ id, version }],
      changes: { tasks: [{ id: original.id, name: 'Changed', manager: null, proof_files: [{ id: file, comment: 'After' }] }] },
    }),
  )
  expect(await tasksOf(id)).toMatchObject([{ name: 'Changed', manager: null, proof_files: [{ comment: 'After' }] }])
  expect((await world.pilot.post('/remediation/bulk/undo', { undo: edited.undo })).status).toBe(200)
  expect(await tasksOf(id)).toMatchObject([
    { id: original.id, name: 'Kept', manager: { id: world.local.memberId }, proof_files: [{ id: file, comment: 'Before' }] },
  ])
})
