import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, objectOf, type Row, type World } from '#tools/test/actions-world.ts'
import type { Person } from '#app/test/worlds/test-app.ts'

let world: World
let board: number

const block = (id: string, type: string, of: object | null, more: object = {}) => ({ id, type, title_en: id, ask: of, ...more })
const layout = () => ({
  sections: [{ id: 'section1', columns: 1, blocks: [block('late01', 'KPI', { source: 'rows.remediation', figure: 'remediation.late' })] }],
})
const save = async (person: Person, id: number, given: object): Promise<Row> => {
  const { version } = objectOf(await person.get(`/dashboard/${id}/draft`))
  return objectOf(await person.put(`/dashboard/${id}/draft`, { version, layout: given }))
}
const published = async (person: Person, id: number) => {
  const { version } = objectOf(await person.get(`/dashboard/${id}/draft`))
  const number = objectOf(await person.post(`/dashboard/${id}/publish`, { version })).number as number
  await world.app.jobs()
  return number
}
const visit = async (url: string) => {
  const answer = await world.app.http.inject({ method: 'GET', url: `/api${new URL(url).pathname}` })
  return { status: answer.statusCode, body: answer.json() }
}

beforeAll(async () => {
  world = await makeWorld()
  board = objectOf(await world.pilot.post('/dashboard', { name_en: 'Board', name_fr: 'Conseil', visibility: 'PUBLIC' })).id as number
  await save(world.pilot, board, layout())
  await published(world.pilot, board)
})
afterAll(() => world.app.close())

test('what opens at sign-in is each one’s own choice among what they read and what is published, until it is taken from them', async () => {
  const home = async (person: Person) => (await person.get('/auth/check')).body.user.home as number | null
  const choices = async (person: Person) => (objectOf(await person.get('/dashboard/home')).choices as Row[]).map(({ id }) => id)
  const named = objectOf(
    await world.pilot.post('/dashboard', { name_en: 'For one', users_with_access: [{ user: world.contributor.memberId, access: 'VIEW' }] }),
  ).id as number
  // Nothing of it is published yet: there would be nothing to open.
  expect((await world.contributor.put('/dashboard/home', { dashboard: named })).body.message).toBe(
    'Publish the dashboard before it opens in place of the cockpit',
  )
  await save(world.pilot, named, layout())
  await published(world.pilot, named)
  for (const [person, own, others] of [
    [world.pilot, board, []],
    [world.auditor, board, [named]],
    [world.local, board, [named]],
    [world.contributor, named, [board]],
  ] as const) {
    expect(await home(person)).toBeNull()
    expect(await choices(person)).toContain(own)
    for (const other of others) {
      expect(await choices(person)).not.toContain(other)
      expect((await person.put('/dashboard/home', { dashboard: other })).status).toBe(404)
    }
    expect((await person.put('/dashboard/home', { dashboard: own })).status).toBe(200)
    expect([await home(person), objectOf(await person.get('/dashboard/home')).dashboard]).toEqual([own, own])
    expect(objectOf(await person.get(`/dashboard/${own}/data`))).toMatchObject({ name: expect.any(String), perimeter: null, published: true })
  }
  // Taken from them, or put away: the cockpit opens again.
  expect((await world.pilot.delete(`/dashboard/${named}/users/${world.contributor.memberId}`)).status).toBe(200)
  expect([await home(world.contributor), await choices(world.contributor)]).toEqual([null, []])
  await world.pilot.put(`/dashboard/${board}`, { archived: true })
  expect(await home(world.local)).toBeNull()
  await world.pilot.put(`/dashboard/${board}`, { archived: false })
  for (const person of [world.pilot, world.auditor, world.local]) {
    expect((await person.put('/dashboard/home', { dashboard: null })).status).toBe(200)
    expect(await home(person)).toBeNull()
  }
})

test('beyond what the organisation keeps the oldest versions go, but for what a link still opens', async () => {
  const { customer, pilot } = world
  const keep = (quotas: object) =>
    world.app.db.transaction(1, (tx) => tx.runText('update customer set quotas = $1 where id = $2', [JSON.stringify(quotas), customer]), { provider: true })
  const id = objectOf(await pilot.post('/dashboard', { name_en: 'Long kept' })).id as number
  await save(pilot, id, { sections: [{ id: 'section1', blocks: [block('words1', 'TEXT', null, { text_en: 'Again' })] }] })
  const numbers = async () => (objectOf(await pilot.get(`/dashboard/${id}/shown`)).versions as Row[]).map(({ number }) => number as number)
  await keep({ dashboard_history: 10 })
  try {
    expect(await published(pilot, id)).toBe(1)
    const link = objectOf(await pilot.post(`/dashboard/${id}/share`, { name: 'Kept' }))
    for (let n = 2; n <= 11; n += 1) await published(pilot, id)
    // The first is still opened by its link.
    expect(await numbers()).toEqual([11, 10, 9, 8, 7, 6, 5, 4, 3, 2, 1])
    expect((await visit(link.url)).status).toBe(200)
    expect(objectOf(await pilot.get(`/dashboard/${id}/draft`))).toMatchObject({ number: 12, kept: 10, goes: 2 })
    await pilot.post(`/dashboard_link/${link.id}/revoke`, {})
    await published(pilot, id)
    expect(await numbers()).toEqual([12, 11, 10, 9, 8, 7, 6, 5, 4, 3])
  } finally {
    await keep({})
  }
  expect(objectOf(await pilot.get(`/dashboard/${id}/draft`))).toMatchObject({ kept: 50, goes: null })
  const staff = await world.app.signIn('root@vigie.example')
  for (const wrong of [9, 101])
    expect((await staff.put(`/customer/${customer}`, { quotas: { dashboard_history: wrong } })).body.errors).toHaveProperty(['quotas.dashboard_history'])
})

test('a link of an organisation that is suspended opens nothing, until that is taken up again', async () => {
  const { url } = objectOf(await world.pilot.post(`/dashboard/${board}/share`, {})) as unknown as { url: string }
  const suspend = (disabled: boolean) =>
    world.app.db.transaction(1, (tx) => tx.runText('update customer set disabled = $1 where id = $2', [disabled, world.customer]), { provider: true })
  expect((await visit(url)).status).toBe(200)
  await suspend(true)
  // A page that was held ready is let go as soon as the server hears of it.
  await expect.poll(async () => (await visit(url)).status).toBe(404)
  await suspend(false)
  expect((await visit(url)).status).toBe(200)
})

test('whoever publishes has readers told, once the version is there and as far as they may read it', async () => {
  const { pilot, local, auditor, contributor } = world
  const id = objectOf(await pilot.post('/dashboard', { name_en: 'Told', visibility: 'PUBLIC' })).id as number
  await save(pilot, id, { sections: [{ id: 'section1', blocks: [block('words1', 'TEXT', null, { text_en: 'Hear' })] }] })
  const publish = async (tell: object | undefined) => {
    const { version } = objectOf(await pilot.get(`/dashboard/${id}/draft`))
    expect((await pilot.post(`/dashboard/${id}/publish`, { version, ...(tell && { tell }) })).status).toBe(200)
    await world.app.jobs()
  }
  const heard = async (person: Person) =>
    ((await person.get('/notification')).body.objects as Row[])
      .filter((one) => one.entity === 'dashboard' && one.object.id === id)
      .map(({ kind, actor }) => [kind, actor?.id])
  await publish(undefined)
  for (const person of [pilot, local, auditor, contributor]) expect(await heard(person)).toEqual([])
  // A contributor whom the dashboard does not name may not read it, and hears nothing of it.
  await publish({ members: [local.memberId, contributor.memberId] })
  expect([await heard(local), await heard(auditor), await heard(contributor)]).toEqual([[['published', pilot.memberId]], [], []])
  await publish({ readers: true })
  expect([(await heard(local)).length, await heard(auditor), await heard(pilot), await heard(contributor)]).toEqual([
    2,
    [['published', pilot.memberId]],
    [],
    [],
  ])
})

test('what is confidential stands in no part that several auditors read, only in that of whom it concerns', async () => {
  const { pilot, auditor } = world
  const concerned = await world.app.member(world.customer, 'global_auditor')
  const declared = objectOf(await pilot.post('/incident/declare', { what: 'Xylophone leak', perimeter: world.lyon, confidential: true }))
  expect((await pilot.put(`/incident/${declared.id}`, { told: [concerned.memberId] })).status).toBe(200)
  const id = objectOf(await pilot.post('/dashboard', { name_en: 'Incidents', visibility: 'PUBLIC' })).id as number
  await save(pilot, id, { sections: [{ id: 'section1', blocks: [block('rows0001', 'TABLE', { source: 'rows.incident' })] }] })
  await published(pilot, id)
  const told = async (person: Person) => JSON.stringify((await person.get(`/dashboard/${id}/shown`)).body).includes('Xylophone')
  expect([await told(pilot), await told(concerned), await told(auditor)]).toEqual([true, false, false])
  const live = async (person: Person) => JSON.stringify((await person.get(`/dashboard/${id}/data`)).body).includes('Xylophone')
  expect([await live(concerned), await live(auditor), await live(pilot)]).toEqual([true, false, true])
})
