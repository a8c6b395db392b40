import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'

let app: TestApp
let root: Person
let ids: number[]
beforeAll(async () => {
  app = await testApp()
  root = await app.signIn('root@vigie.example')
  const [one, two] = [await app.customer('Used'), await app.customer('Unused')]
  ids = [one.id, two.id]
  const pilot = await app.member(one.id, 'global_pilote')
  await app.member(one.id, 'local_pilote', { perimeterIds: [one.root] })
  expect((await pilot.post('/perimeter', { name_en: 'Plant', type: 'INTERNAL', parent: one.root })).status).toBe(200)
  const viewed = {
    method: 'POST',
    url: '/api/analytics/page_view',
    headers: { cookie: pilot.cookie, 'x-vigie': '1', 'x-page': '/cockpit' },
    payload: {},
  } as const
  expect((await app.http.inject(viewed)).statusCode).toBe(200)
})
afterAll(() => app.close())

const usage = async (asked: readonly number[], by = root) => (await by.post('/customer/usage', { ids: asked })).body.objects

test('what an organisation uses is what its licence counts, and when somebody was last active is known', async () => {
  const objects = await usage(ids)
  expect(objects.map(({ id }: { id: number }) => id)).toEqual(ids)
  for (const { id, used } of objects) {
    const { quotas } = (await root.get(`/licence?customer=${id}`)).body.object
    expect(used).toEqual(Object.fromEntries(quotas.map((quota: { name: string; used: number }) => [quota.name, quota.used])))
  }
  expect(objects).toMatchObject([
    { used: { pilots: 2, perimeters: 2 }, active_at: expect.stringMatching(/^\d{4}-/) },
    { used: { pilots: 0, perimeters: 1 }, active_at: null },
  ])
})

test('nobody is told of those that they do not see, of what is none, or of too many at once', async () => {
  expect(await usage([...ids, 99_999, 1])).toHaveLength(2)
  await app.member(1, [], { email: 'staff@vigie.example' })
  await app.db.transaction(1, (tx) => tx.runText(`update account set admin_type = 'STAFF_PLUS' where email = 'staff@vigie.example'`), { provider: true })
  const staff = await app.signIn('staff@vigie.example')
  expect(await usage(ids, staff)).toEqual([])
  expect((await root.post('/customer/usage', { ids: Array.from({ length: 101 }, (_, n) => n + 1) })).status).toBe(400)
})

test('each value of the provider’s list counts the organisations that its number opens', async () => {
  const { objects: properties } = (await root.get('/metadata_property')).body
  const first = (kind: string) => properties.find((one: { kind: string }) => one.kind === kind).identifier
  expect((await root.put(`/customer/${ids[0]}`, { branch: first('SECTOR_LOW'), country: first('COUNTRY') })).status).toBe(200)
  expect((await root.put(`/customer/${ids[1]}`, { country: first('COUNTRY') })).status).toBe(200)
  const { objects: use } = (await root.get('/metadata_property/use')).body
  expect(use).toHaveLength(3)
  const { objects: customers } = (await root.get('/customer')).body
  for (const { identifier, customers: count } of use)
    expect(customers.filter(({ sector, branch, country }: Record<string, unknown>) => [sector, branch, country].includes(identifier))).toHaveLength(count)
})

test('each number of users opens exactly those: who may come in, and who did lately', async () => {
  const [id = 0] = ids
  // One who never came, one who may not come any more, and one whose last time is long ago.
  const late = await app.member(id, 'contributor', { email: 'late@used.example' })
  const gone = await app.member(id, 'contributor', { email: 'gone@used.example' })
  await app.db.transaction(id, async (tx) => {
    await tx.runText(`update member_sign_in set last_at = present() - interval '31 days' where customer_id = ${id} and member_id = ${late.memberId}`)
  })
  const pilot = await app.member(id, 'global_pilote')
  expect((await pilot.put(`/member/${gone.memberId}`, { disabled: true })).body).toMatchObject({ ok: true })
  const people = async (active: 0 | 1, by = root) => (await by.get(`/customer/${id}/people?active=${active}`)).body
  const { objects: listed } = (await root.get('/customer')).body
  const { members } = listed.find((one: { id: number }) => one.id === id)
  const [all, active, [used]] = [await people(0), await people(1), await usage([id])]
  expect([all.total, all.objects.length]).toEqual([members, members])
  expect([active.total, active.objects.length]).toEqual([used.active_users, used.active_users])
  const emails = (rows: { email: string }[]) => rows.map(({ email }) => email)
  expect([emails(all.objects).includes('late@used.example'), emails(active.objects).includes('late@used.example')]).toEqual([true, false])
  expect([...emails(all.objects), ...emails(active.objects)]).not.toContain('gone@used.example')
  expect(active.total).toBe(all.total - 1)
  expect((await root.get('/customer/1/people')).status).toBe(404)
  expect((await people(0, await app.signIn('staff@vigie.example'))).objects).toBeUndefined()
})
