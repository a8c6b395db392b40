import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { filledApp } from '#app/test/worlds/filled-app.ts'
import { resources } from '#app/server/registry.ts'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'

let app: TestApp
let pilot: Person
let leaving: Person
let staying: Person
let perimeter: number

beforeAll(async () => {
  app = await testApp()
  const { id, root } = await app.customer()
  pilot = await app.member(id, 'global_pilote')
  leaving = await app.member(id, 'contributor', { perimeterIds: [root] })
  staying = await app.member(id, 'contributor', { perimeterIds: [root] })
  perimeter = (await pilot.post('/perimeter', { name_en: 'Plant', parent: root, manager: leaving.memberId })).body.object.id
})
afterAll(() => app.close())

const user = () => `/member/${leaving.memberId}`

test('somebody who answers for an object is neither archived nor removed, and nothing else is refused (ADM-08)', async () => {
  const refused = await pilot.put(user(), { archived: true })
  expect([refused.status, refused.body.message]).toEqual([409, 'Objects are assigned to this user, please reassign them first'])
  expect((await pilot.delete(user())).body.message).toBe('Objects are assigned to this user, please reassign them first')
  expect((await pilot.put(user(), { job_title: 'Engineer' })).status).toBe(200)
})

test('the objects of a user are listed to who administers users', async () => {
  expect((await pilot.get(`${user()}/objects`)).body.objects).toMatchObject([
    { entity: 'perimeter', field: 'manager', id: perimeter, object: { name: 'Plant' } },
  ])
  expect((await staying.get(`${user()}/objects`)).status).toBe(403)
})

test('they go to a colleague at once, who must be there to take them; then the user may be archived', async () => {
  expect((await pilot.post(`${user()}/reassign`, { to: leaving.memberId })).status).toBe(400)
  expect((await pilot.post(`${user()}/reassign`, { to: 999_999 })).status).toBe(400)
  expect((await staying.post(`${user()}/reassign`, { to: staying.memberId })).status).toBe(403)
  expect((await pilot.post(`${user()}/reassign`, { to: staying.memberId })).body).toMatchObject({ message: '1 object reassigned', object: { count: 1 } })
  const moved = (await pilot.get(`/perimeter/${perimeter}`)).body.object
  expect([moved.manager.id, moved.version]).toEqual([staying.memberId, 2])
  expect((await pilot.get(`${user()}/objects`)).body.objects).toEqual([])
  expect((await pilot.put(user(), { archived: true })).status).toBe(200)
})

test('the check of people who have gone finds exactly those who still hold something, by whatever field', async () => {
  const filled = await filledApp()
  const owner = new pg.Client(filled.app.database.ownerUrl)
  await owner.connect()
  try {
    const gone = (await filled.app.member(filled.customer.id, 'contributor')).memberId
    await owner.query('update member set disabled = true where id = $1', [gone])
    const asked = { queryParams: { filters: [{ name: 'findings', selected_options: ['GONE_HOLDING'] }] } }
    const found = async () => ((await filled.pilot.post('/member/page', asked)).body.objects as { id: number }[]).some(({ id }) => id === gone)
    const listed = async () =>
      ((await filled.pilot.get(`/member/${gone}/objects`)).body.objects as { entity: string; field: string }[]).map((one) => `${one.entity}.${one.field}`)
    expect([await found(), await listed()]).toEqual([false, []])

    const held: string[] = []
    for (const { def } of resources.values())
      for (const [field, { kind, options }] of Object.entries(def.fields)) {
        if (kind !== 'ref' || options.entity !== 'member' || options.derived || options.by === 'server') continue
        const { rows } = await owner.query(
          `select id, ${field}_id as was from "${def.name}" where customer_id = $1 and ${field}_id is distinct from $2 order by id limit 1`,
          [filled.customer.id, gone],
        )
        if (rows.length === 0) continue
        const give = (to: unknown) =>
          owner.query(`update "${def.name}" set ${field}_id = $1 where customer_id = $2 and id = $3`, [to, filled.customer.id, rows[0].id])
        await give(gone)
        const names = await listed()
        expect({ field: `${def.name}.${field}`, found: await found() }).toEqual({ field: `${def.name}.${field}`, found: names.length > 0 })
        held.push(...names)
        await give(rows[0].was)
      }
    // Metrics, suppliers, risks and projects were nobody's to hand over once.
    expect(held).toEqual(
      expect.arrayContaining(['remediation.manager', 'metric.manager', 'supplier.manager', 'risk.manager', 'isp_project.manager', 'runtask.manager']),
    )
  } finally {
    await owner.end()
    await filled.app.close()
  }
})
