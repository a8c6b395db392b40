import { afterAll, beforeAll, expect, test } from 'vitest'
import { systemWho } from '#kit/server/access/who.ts'
import { dayFromNow, makeWorld, objectOf, proof, type Row, type World } from '#tools/test/actions-world.ts'
import type { Person } from '#app/test/worlds/test-app.ts'

/*
 * What happens, and who of all roles hears of it, as the bell shows it to each of them.
 */
let world: World
let people: Record<'pilot' | 'other' | 'auditor' | 'local' | 'far' | 'watcher' | 'contributor' | 'stranger', Person>
let register: number

beforeAll(async () => {
  world = await makeWorld()
  const { app, customer, lyon, nantes, pilot, auditor, local } = world
  people = {
    pilot,
    other: await app.member(customer, 'global_pilote'),
    auditor,
    local,
    far: await app.member(customer, 'local_pilote', { perimeterIds: [nantes] }),
    watcher: await app.member(customer, 'local_auditor', { perimeterIds: [lyon] }),
    contributor: await app.member(customer, 'contributor', { perimeterIds: [lyon] }),
    stranger: await app.member(customer, 'contributor'),
  }
  register = objectOf(await pilot.post('/exemption_register', { name_en: 'Exemptions', is_default: true })).id
})
afterAll(() => world.app.close())

interface Told {
  readonly id: number
  readonly kind: string
  readonly entity: string
}
/** Who has heard what since the last time. */
async function heard(): Promise<Record<string, string[]>> {
  await world.app.jobs()
  const kindsByPerson: Record<string, string[]> = {}
  for (const [name, person] of Object.entries(people)) {
    const notifications = (await person.get('/notification')).body.objects as Told[]
    if (notifications[0]) {
      kindsByPerson[name] = notifications.map(({ kind, entity }) => `${kind} ${entity}`).toSorted()
      await person.put('/notification/read', { up_to: notifications[0].id })
    }
  }
  return kindsByPerson
}
const morning = async () => {
  await world.app.db.transaction(world.customer, async (tx) => {
    tx.act(systemWho(world.customer, 'test', 'test', 'en', 'Europe/Paris'))
    tx.enqueue({ name: 'digest.daily', data: {} })
  })
}
const exemption = async (by: Person, fields: object = {}): Promise<Row> =>
  objectOf(
    await by.post('/exemption', {
      name_en: 'Old press',
      reason: 'The maker is gone',
      register,
      perimeters: [world.lyon],
      start_date: dayFromNow(0),
      end_date: dayFromNow(90),
      ...fields,
    }),
  )

test('an exemption that is asked for is told to those who may decide, who are asked no more once one of them has', async () => {
  const { contributor, other, pilot } = people
  const { id } = await exemption(contributor)
  const asked = await Promise.all([people.other, people.local].map(async (one) => (await one.get('/notification/count')).body.unread as { kind: string }[]))
  expect(asked.map((unread) => unread.map(({ kind }) => kind))).toEqual([['to_approve'], ['to_approve']])
  objectOf(await other.post(`/exemption/${id}/grant`, { comment: 'Until the new press' }))
  expect(await heard()).toEqual({ contributor: ['decided exemption'] })
  const second = await exemption(contributor)
  expect(await heard()).toEqual({ pilot: ['to_approve exemption'], other: ['to_approve exemption'], local: ['to_approve exemption'] })
  objectOf(await pilot.post(`/exemption/${second.id}/reject`, { comment: 'Buy the new one' }))
  expect(await heard()).toEqual({ contributor: ['rejected exemption'] })
  // Whoever asks decides nothing, and is asked nothing.
  await exemption(people.local)
  expect(await heard()).toEqual({ pilot: ['to_approve exemption'], other: ['to_approve exemption'] })
})

test('what is given to somebody is told to them, or to their group where it is nobody’s in particular', async () => {
  const { contributor, stranger, pilot } = people
  await world.action({ manager: contributor.memberId, target_date: dayFromNow(20) })
  expect(await heard()).toEqual({ contributor: ['assigned remediation'] })
  const group = objectOf(await pilot.post('/group', { name: 'Firewall team', members: [contributor.memberId, stranger.memberId, pilot.memberId] })).id
  await world.action({ group, target_date: dayFromNow(20) })
  expect(await heard()).toEqual({ contributor: ['assigned remediation'], stranger: ['assigned remediation'] })
})

test('whoever is mentioned hears of it, those whom the object concerns that somebody spoke, and nobody else', async () => {
  const { contributor, local, pilot } = people
  const { id } = await world.action({ manager: contributor.memberId, target_date: dayFromNow(20) })
  await heard()
  expect((await local.post(`/remediation/${id}/comments`, { text: `@[${people.other.memberId}] can you look?` })).status).toBe(200)
  expect(await heard()).toEqual({ other: ['mentioned remediation'], contributor: ['commented remediation'], pilot: ['commented remediation'] })
  expect((await contributor.post(`/remediation/${id}/comments`, { text: 'Done' })).status).toBe(200)
  expect(await heard()).toEqual({ local: ['commented remediation'], pilot: ['commented remediation'] })
  expect((await pilot.post(`/remediation/${id}/comments`, { text: `@[${people.far.memberId}] and you?` })).status).toBe(400)
  expect(await heard()).toEqual({})
})

test('the review that an action leads to is told to the pilots of the perimeter, until one of them has closed it', async () => {
  const { contributor, other, pilot } = people
  const measure = await world.measure()
  const { id } = await world.action({ type: 'BUILD', measure: measure.id, manager: contributor.memberId, target_date: dayFromNow(20) })
  await heard()
  objectOf(await pilot.put(`/remediation/${id}`, { status: 'FINISHED', done_date: dayFromNow(0), ...proof }))
  expect(await heard()).toEqual({ other: ['to_approve review'], local: ['to_approve review'] })
  const again = await world.action({ type: 'BUILD', measure: (await world.measure()).id, target_date: dayFromNow(20) })
  objectOf(await pilot.put(`/remediation/${again.id}`, { status: 'FINISHED', done_date: dayFromNow(0), ...proof }))
  const [review] = (await pilot.get(`/remediation/${again.id}/review`)).body.objects as Row[]
  objectOf(await other.put(`/review/${review.id}`, { status: 'CLOSED' }))
  expect(await heard()).toEqual({})
})

test('an incident that somebody declares is told at once to those who answer for it, in the product', async () => {
  const { contributor, other } = people
  await heard()
  const declared = { what: 'The press asks for a ransom', perimeter: world.lyon }
  const made = objectOf(await contributor.post('/incident/declare', declared))
  expect(made.told).toHaveLength(3)
  expect(await heard()).toEqual({ pilot: ['declared incident'], other: ['declared incident'], local: ['declared incident'] })
  objectOf(await contributor.post('/incident/declare', { ...declared, confidential: true }))
  expect(await heard()).toEqual({ pilot: ['declared incident'], other: ['declared incident'] })
  expect((await other.put('/user/notifications', { choices: [{ kind: 'declared', in_app: true, mail: 'NEVER' }] })).status).toBe(200)
})

test('what is said reads as its writer saw it: people by name, objects by the name that the reader may know', async () => {
  const { contributor, local, other } = people
  const { id } = await world.action({ manager: contributor.memberId, target_date: dayFromNow(20) })
  const hidden = await exemption(people.pilot, { perimeters: [world.nantes], name_en: 'The far press' })
  await heard()
  const [{ name }] = (await world.app.db.transaction(world.customer, (tx) =>
    tx.runText('select name from member where customer_id = $1 and id = $2', [world.customer, other.memberId]),
  )) as [{ name: string }]
  expect(
    (
      await people.pilot.post(`/remediation/${id}/comments`, {
        text: `See #[exemption:${hidden.id}], @[${other.memberId}]! ${'x'.repeat(300)} @[${local.memberId}]`,
      })
    ).status,
  ).toBe(200)
  const notificationText = async (person: Person) => ((await person.get('/notification')).body.objects as { text: string | null }[])[0]?.text
  expect(await notificationText(other)).toMatch(new RegExp(`^See ${String(hidden.identifier)} The far press, @${name}! x+$`))
  expect(await notificationText(local)).toMatch(new RegExp(`^See #…, @${name}! x+$`))
  await heard()
})

test('each morning tells what is due, has become late and ends soon to whom it belongs', async () => {
  const { contributor, stranger, pilot } = people
  await world.action({ manager: contributor.memberId, target_date: dayFromNow(0) })
  await world.action({ manager: stranger.memberId, target_date: dayFromNow(-1) })
  const evidence = objectOf(
    await pilot.post('/evidence', { name_en: 'Certificate', manager: contributor.memberId, url: 'https://x.example/c', valid_until: dayFromNow(7) }),
  )
  await heard()
  // Steps that had passed when the date was set are none.
  await world.app.db.transaction(world.customer, (tx) =>
    tx.runText("update evidence set created_at = created_at - interval '2 days' where customer_id = $1 and id = $2", [world.customer, evidence.id]),
  )
  await morning()
  expect(await heard()).toEqual({ contributor: ['due_soon remediation', 'expiring evidence'], stranger: ['late remediation'] })
  await morning()
  expect(await heard()).toEqual({})
})
