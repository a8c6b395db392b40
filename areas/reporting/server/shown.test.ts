import { gunzipSync } from 'node:zlib'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { buildApp, type App } from '#app/server/app.ts'
import { testPassword, type Person } from '#app/test/worlds/test-app.ts'
import { folderStorage } from '#kit/server/files/storage.ts'
import { makeWorld, objectOf, dayFromNow, type Row, type World } from '#tools/test/actions-world.ts'
import { testKey } from '#tools/test/key.ts'

let world: World
let other: App
let board: number

beforeAll(async () => {
  world = await makeWorld()
  const { app } = world
  other = await buildApp({
    databaseUrl: app.database.appUrl,
    key: testKey,
    storage: folderStorage('/nowhere'),
    version: 'test',
    work: false,
    logLevel: 'error',
    clock: app.now,
  })
  await world.action({ status: 'PLANNED', target_date: dayFromNow(-3) })
  board = await boardOf({ visibility: 'PUBLIC' })
})
afterAll(async () => {
  await other.close()
  await world.app.close()
})

/** A dashboard with one block, published. */
async function boardOf(fields: object): Promise<number> {
  const { pilot } = world
  const id = objectOf(await pilot.post('/dashboard', { name_en: 'Board', ...fields })).id as number
  const blocks = [{ id: 'late01', type: 'KPI', title_en: 'Late', ask: { source: 'rows.remediation', figure: 'remediation.late' } }]
  await pilot.put(`/dashboard/${id}/draft`, { version: 1, layout: { sections: [{ id: 'section1', columns: 1, blocks }] } })
  await publish(id)
  return id
}

async function publish(id: number): Promise<void> {
  const { version } = objectOf(await world.pilot.get(`/dashboard/${id}/draft`))
  objectOf(await world.pilot.post(`/dashboard/${id}/publish`, { version }))
  await world.app.jobs()
}

const servers = () => [world.app, other] as const
const open = (server: Pick<App, 'http'>, { cookie }: Pick<Person, 'cookie'>, id: number, headers: Record<string, string> = {}) =>
  server.http.inject({ method: 'GET', url: `/api/dashboard/${id}/shown`, headers: { cookie, ...headers } })
const shown = async (person: Pick<Person, 'cookie'>, id: number): Promise<Row[]> =>
  Promise.all(servers().map(async (server) => (await open(server, person, id)).json<{ object: Row }>().object))
const statuses = async (person: Pick<Person, 'cookie'>, id: number) => Promise.all(servers().map(async (server) => (await open(server, person, id)).statusCode))

const asProvider = (text: string, values: unknown[]) => world.app.db.transaction(1, (tx) => tx.runText(text, values), { provider: true })
const changed = async (person: Person, fields: object) => objectOf(await world.pilot.put(`/member/${person.memberId}`, fields))

/** Another session of the same person. */
async function elsewhere({ memberId }: Person): Promise<Person> {
  const { email } = objectOf(await world.pilot.get(`/member/${memberId}`))
  return world.app.signIn(email)
}

interface Loss {
  readonly role?: 'global_auditor' | 'local_pilote' | 'contributor'
  /** Where a local role is. */
  readonly at?: () => Promise<number>
  readonly id?: (person: Person, place: number) => Promise<number>
  readonly lose: (person: Person, id: number, place: number) => Promise<unknown>
  readonly told: number
  readonly back?: () => Promise<unknown>
}

const site = async (parent: number) => objectOf(await world.pilot.post('/perimeter', { name_en: 'Site', parent })).id as number

/** Every way in which somebody who was shown a version may be shown it no more. */
const losses: Readonly<Record<string, Loss>> = {
  'signs out': { lose: (person) => person.post('/auth/logout'), told: 401 },
  'has their session ended from another one': {
    lose: async (person) => {
      expect((await (await elsewhere(person)).post('/user/sessions/end_others')).status).toBe(200)
    },
    told: 401,
  },
  'changes their password in another session': {
    lose: async (person) => {
      const answer = await (
        await elsewhere(person)
      ).put('/user/password', { password: testPassword, new_password: 'Another-Horse-9', new_password_confirm: 'Another-Horse-9' })
      expect(answer.status, JSON.stringify(answer.body)).toBe(200)
    },
    told: 401,
  },
  'has another role': { lose: (person) => changed(person, { roles: ['contributor'] }), told: 404 },
  'is switched off': { lose: (person) => changed(person, { disabled: true }), told: 401 },
  'is archived': { lose: (person) => changed(person, { archived: true }), told: 401 },
  'had access until yesterday': { lose: (person) => changed(person, { access_end: dayFromNow(-1) }), told: 401 },
  'is of an organisation that is suspended': {
    lose: () => asProvider('update customer set disabled = true where id = $1', [world.customer]),
    back: () => asProvider('update customer set disabled = false where id = $1', [world.customer]),
    told: 401,
  },
  'is responsible for another place': {
    role: 'local_pilote',
    at: () => site(world.lyon),
    id: async () => boardOf({ visibility: 'PUBLIC', perimeter: world.lyon }),
    lose: (person) => changed(person, { perimeters: [world.nantes] }),
    told: 404,
  },
  'is at a place that moves elsewhere': {
    role: 'local_pilote',
    at: () => site(world.lyon),
    id: async () => boardOf({ visibility: 'PUBLIC', perimeter: world.lyon }),
    lose: async (_person, _id, place) => {
      const { version } = objectOf(await world.pilot.get(`/perimeter/${place}`))
      objectOf(await world.pilot.put(`/perimeter/${place}`, { parent: world.nantes, version }))
    },
    told: 404,
  },
  'is no longer named': {
    role: 'contributor',
    id: async (person) => {
      const id = await boardOf({ visibility: 'PRIVATE' })
      expect((await world.pilot.post(`/dashboard/${id}/users`, { user_id: person.memberId, right: 'VIEW' })).status).toBe(200)
      return id
    },
    lose: (person, id) => world.pilot.delete(`/dashboard/${id}/users/${person.memberId}`),
    told: 404,
  },
  'reads a dashboard that is made private': {
    id: () => boardOf({ visibility: 'PUBLIC' }),
    lose: async (_, id) => objectOf(await world.pilot.put(`/dashboard/${id}`, { visibility: 'PRIVATE' })),
    told: 404,
  },
  'reads a dashboard that is deleted': { id: () => boardOf({ visibility: 'PUBLIC' }), lose: (_, id) => world.pilot.delete(`/dashboard/${id}`), told: 404 },
}

test.each(Object.entries(losses))(
  'whoever %s is shown a version no more, at once and by every server',
  async (_, { role = 'global_auditor', at, id, lose, told, back }) => {
    const place = (await at?.()) ?? 0
    const person = await world.app.member(world.customer, role, at ? { perimeterIds: [place] } : {})
    const of = (await id?.(person, place)) ?? board
    for (let n = 0; n < 2; n += 1) expect(await statuses(person, of)).toEqual([200, 200])
    try {
      await lose(person, of, place)
      expect(await statuses(person, of)).toEqual([told, told])
    } finally {
      await back?.()
    }
  },
)

test('what is shown again is read of nothing but who asks and how far the log is, together for all who ask at the same time', async () => {
  const { pilot, auditor, local } = world
  const everybody = [pilot, auditor, local]
  for (const person of everybody) await open(world.app, person, board)
  const asked = vi.spyOn(pg.Client.prototype, 'query')
  const answers = await Promise.all(Array.from({ length: 30 }, (_, n) => open(world.app, everybody[n % 3] as Person, board)))
  const sent = asked.mock.calls.map(([statement]: readonly unknown[]) => (typeof statement === 'string' ? statement : (statement as { text: string }).text))
  asked.mockRestore()
  expect(answers.map(({ statusCode }) => statusCode)).toEqual(answers.map(() => 200))
  // The first goes alone, the others in one go.
  expect(sent.length).toBeLessThanOrEqual(8)
  expect(sent.filter((text) => text.includes('dashboard'))).toEqual([])
})

test('each is shown their own, and what is new at once', async () => {
  const { pilot, auditor, local } = world
  expect((await shown(pilot, board)).map(({ edit_right }) => edit_right)).toEqual([true, true])
  expect((await shown(auditor, board)).map(({ edit_right }) => edit_right)).toEqual([false, false])
  objectOf(await pilot.put(`/dashboard/${board}`, { name_en: 'Board of today' }))
  for (const person of [pilot, auditor, local]) expect((await shown(person, board)).map(({ name }) => name)).toEqual(['Board of today', 'Board of today'])
  await publish(board)
  for (const person of [pilot, auditor]) expect((await shown(person, board)).map(({ frozen }) => frozen.number)).toEqual([2, 2])
  // What a subscription leaves out is nobody's to change, although nothing of it is in the organisation's own log.
  const [{ features }] = (await asProvider('select features from customer where id = $1', [world.customer])) as [{ features: string[] }]
  await asProvider("update customer set features = array_remove(features, 'DASHBOARDS') where id = $1", [world.customer])
  expect((await shown(pilot, board)).map(({ edit_right }) => edit_right)).toEqual([false, false])
  await asProvider('update customer set features = $2 where id = $1', [world.customer, features])
  expect((await shown(pilot, board)).map(({ edit_right }) => edit_right)).toEqual([true, true])
  expect((await pilot.put('/user/mode', { mode: 'CONTRIBUTOR' })).status).toBe(200)
  expect(await statuses(pilot, board)).toEqual([404, 404])
  expect((await pilot.put('/user/mode', { mode: 'NORMAL' })).status).toBe(200)
  expect(await statuses(pilot, board)).toEqual([200, 200])
})

test('whoever has it already is told so, and whoever understands it is sent it packed', async () => {
  const { pilot, auditor } = world
  const plain = await open(world.app, pilot, board)
  const packed = await open(world.app, pilot, board, { 'accept-encoding': 'gzip, br' })
  expect(packed.headers).toMatchObject({ 'content-encoding': 'gzip', etag: plain.headers.etag, vary: 'accept-encoding', 'cache-control': 'no-store' })
  expect(gunzipSync(packed.rawPayload).toString()).toBe(plain.body)
  expect((await open(world.app, pilot, board, { 'accept-encoding': 'gzip;q=0' })).headers).not.toHaveProperty('content-encoding')
  const again = await open(world.app, pilot, board, { 'if-none-match': String(plain.headers.etag) })
  expect([again.statusCode, again.body]).toEqual([304, ''])
  expect((await open(world.app, auditor, board, { 'if-none-match': String(plain.headers.etag) })).statusCode).toBe(200)
  await world.action()
  expect((await open(world.app, pilot, board, { 'if-none-match': String(plain.headers.etag) })).statusCode).toBe(304)
})
