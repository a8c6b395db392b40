import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { roles } from '#kit/contract/right.ts'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'
import { dayFromNow } from '#tools/test/day-from-now.ts'

let app: TestApp
let owner: pg.Client
beforeAll(async () => {
  app = await testApp()
  owner = new pg.Client(app.database.ownerUrl)
  await owner.connect()
})
afterAll(async () => {
  await owner.end()
  await app.close()
})

const fresh = async () => app.member((await app.customer()).id, 'global_pilote')
const limit = (who: Person, quotas: Readonly<Record<string, number | null>>) =>
  owner.query(`begin; set local role vigie_provider; update customer set quotas = '${JSON.stringify(quotas)}' where id = ${who.customerId}; commit`)
const licence = async (who: Person, query = '') => (await who.get(`/licence${query}`)).body.object
const quota = async (who: Person, name: string) => (await licence(who)).quotas.find((one: { name: string }) => one.name === name)
const counted = async (who: Person, name: string) => (await who.get(`/licence/counted?quota=${name}`)).body
const staff = async (type: string) => {
  const email = `${type.toLowerCase()}.licence@staff.example`
  await app.member(1, 'contributor', { email })
  await owner.query(`begin; set local role vigie_provider; update account set admin_type = '${type}' where email = '${email}'; commit`)
  return app.signIn(email)
}

test('each number is the length of the list that it opens', async () => {
  const pilot = await fresh()
  await app.member(pilot.customerId, 'local_pilote')
  await app.member(pilot.customerId, 'contributor')
  await limit(pilot, { pilots: 2, policies: 12 })
  const { quotas } = await licence(pilot)
  expect(quotas.map(({ name }: { name: string }) => name).toSorted()).toEqual(['connectors', 'gaps', 'internal_perimeters', 'perimeters', 'pilots', 'policies'])
  for (const { name, used } of quotas) {
    const { objects, total } = await counted(pilot, name)
    expect([name, total, objects.length]).toEqual([name, used, used])
  }
  expect(await quota(pilot, 'pilots')).toMatchObject({ used: 2, limit: 2, refused: 'Pilots quota exceeded' })
  expect(await quota(pilot, 'policies')).toMatchObject({ limit: 12, refused: 'Quota reached: cannot create or associate policies, contact to increase' })
  expect(await quota(pilot, 'gaps')).toMatchObject({ limit: null, refused: 'Quota exceeded' })
})

describe('of many at once for the last place one gets it', () => {
  const together = async (who: Person, path: string, bodies: readonly object[]) => {
    const answers = await Promise.all(bodies.map((body) => who.post(path, body)))
    const refused = answers.filter(({ status }) => status !== 200)
    return { taken: answers.length - refused.length, messages: [...new Set(refused.map(({ body }) => body.message))] }
  }
  const hundred = Array.from({ length: 100 }, (_, n) => n)

  test('a policy', async () => {
    const pilot = await fresh()
    const { used } = await quota(pilot, 'policies')
    await limit(pilot, { policies: used + 1 })
    expect(
      await together(
        pilot,
        '/policy',
        hundred.map((n) => ({ name_en: `Policy ${n}`, identifier: `P${n}` })),
      ),
    ).toEqual({
      taken: 1,
      messages: ['Quota reached: cannot create or associate policies, contact to increase'],
    })
    expect((await quota(pilot, 'policies')).used).toBe(used + 1)
  })

  test('a perimeter, whichever of its two quotas is reached', async () => {
    for (const [name, message] of [
      ['perimeters', 'Perimeter quota exceeded'],
      ['internal_perimeters', 'Internal perimeters quota reached'],
    ] as const) {
      const pilot = await fresh()
      const [root] = (await counted(pilot, name)).objects
      await limit(pilot, { [name]: 2 })
      expect(
        await together(
          pilot,
          '/perimeter',
          hundred.map((n) => ({ name_en: `Site number ${n}`, identifier: `S${n}`, parent: root.id, type: 'INTERNAL' })),
        ),
      ).toEqual({
        taken: 1,
        messages: [message],
      })
    }
  })

  test('a pilot', async () => {
    const pilot = await fresh()
    await limit(pilot, { pilots: 2 })
    const people = hundred
      .slice(0, 40)
      .map((n) => ({ email: `last.${n}@licence.example`, firstname: 'First', lastname: `Last ${n}`, roles: ['global_pilote'] }))
    expect(await together(pilot, '/member', people)).toEqual({ taken: 1, messages: ['Pilots quota exceeded'] })
  })
})

test('a policy that is taken back from the archive counts again', async () => {
  const pilot = await fresh()
  const made = (await pilot.post('/policy', { name_en: 'Put away', identifier: 'AWAY' })).body.object
  const away = (await pilot.put(`/policy/${made.id}`, { archived: true, version: made.version })).body.object
  const { used } = await quota(pilot, 'policies')
  await limit(pilot, { policies: used })
  expect(await pilot.put(`/policy/${made.id}`, { archived: false, version: away.version })).toMatchObject({
    status: 409,
    body: { message: 'Quota reached: cannot create or associate policies, contact to increase' },
  })
  await limit(pilot, { policies: used + 1 })
  expect((await pilot.put(`/policy/${made.id}`, { archived: false, version: away.version })).status).toBe(200)
})

test('global pilots and auditors read their own, root that of each organisation and sets it; nobody else does', async () => {
  const pilot = await fresh()
  for (const role of roles) {
    const person = await app.member(pilot.customerId, role)
    const allowed = role.startsWith('global')
    expect([role, (await person.get('/licence')).status, (await person.get('/licence/counted?quota=gaps')).status]).toEqual([
      role,
      allowed ? 200 : 403,
      allowed ? 200 : 403,
    ])
    expect([role, (await person.put(`/licence/${pilot.customerId}`, { quotas: {}, ends_on: null, version: 1 })).status]).toEqual([role, 403])
  }
  const other = await fresh()
  expect((await licence(other, `?customer=${pilot.customerId}`)).id).toBe(other.customerId)
  for (const type of ['SUPPORT', 'STAFF_PLUS'])
    expect([type, (await (await staff(type)).get(`/licence?customer=${pilot.customerId}`)).status]).toEqual([type, 403])
  const root = await staff('ROOT')
  const seen = await licence(root, `?customer=${pilot.customerId}`)
  expect(seen).toMatchObject({ id: pilot.customerId, edit_right: true })
  const body = { quotas: { pilots: 5, gaps: null }, ends_on: dayFromNow(90), version: seen.version }
  expect((await root.put(`/licence/${pilot.customerId}`, body)).body.object).toMatchObject({
    ends_on: dayFromNow(90),
    days_left: 90,
    version: seen.version + 1,
  })
  expect((await root.put(`/licence/${pilot.customerId}`, body)).status).toBe(409)
  expect(await licence(pilot)).toMatchObject({ ends_on: dayFromNow(90), edit_right: false })
  expect((await root.get('/licence?customer=1')).status).toBe(404)
  expect((await root.get('/licence')).status).toBe(404)
  expect((await root.get(`/log?object=customer:${pilot.customerId}`)).body.objects[0].line).toMatchObject({ did: 'Changed quotas' })
})

test('global pilots are told 30, 7 and 1 days before the licence ends, each once, whatever was missed meanwhile', async () => {
  const pilot = await fresh()
  await app.member(pilot.customerId, 'contributor')
  const daily = async () => {
    await owner.query(
      `insert into scheduled_run (customer_id, job, next_at) values ($1, 'tenancy.licence', moment() - interval '1 minute') on conflict (customer_id, job) do update set next_at = excluded.next_at`,
      [pilot.customerId],
    )
    await app.queue.tick()
    await app.jobs()
    return (await owner.query<{ subject: string }>('select subject from outbox_mail where customer_id = $1 order by id', [pilot.customerId])).rows.map(
      ({ subject }) => subject,
    )
  }
  const ends = (days: number) =>
    owner.query(`begin; set local role vigie_provider; update customer set licence_ends_on = '${dayFromNow(days)}' where id = ${pilot.customerId}; commit`)
  await ends(31)
  const before = (await daily()).length
  const told = async () => (await daily()).slice(before)
  expect(await told()).toEqual([])
  await ends(28)
  expect(await told()).toEqual(['The licence: 28 days left'])
  expect(await told()).toHaveLength(1)
  await ends(7)
  expect(await told()).toHaveLength(2)
  await ends(1)
  expect((await told()).at(-1)).toBe('The licence: 1 day left')
  expect(await told()).toHaveLength(3)
})
