import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Person } from '#app/test/worlds/test-app.ts'
import { dayFromNow, makeWorld, objectOf, type Row, type World } from '#tools/test/actions-world.ts'

let world: World
let requirement: number
let bare: number
/** Of Lyon and of Nantes, both of the model that answers the requirement. */
let measures: readonly [lyon: number, nantes: number]
/** Shown by an action of Lyon, by an answer to a task of it, by an action that improves both measures, and by nothing. */
let evidence: Readonly<Record<'acted' | 'answered' | 'shared' | 'idle', number>>
let action: number

const asked = (name: string, ...options: unknown[]) => ({ name, selected_options: options })
const make = async (name: string, fields: object = {}): Promise<number> =>
  objectOf(await world.pilot.post('/evidence', { name_en: name, perimeter: world.lyon, url: `https://intranet.example/${name}`, ...fields })).id
const found = async (by: Person, entity: string, ...filters: object[]): Promise<Row[]> =>
  (await by.post(`/${entity}/page`, { queryParams: { filters, per_page: 100 } })).body.objects
const behind = async (query: string, by: Person = world.pilot): Promise<Row> => objectOf(await by.get(`/evidence/behind?${query}`))
const ids = (rows: readonly Row[]) => rows.map(({ id }) => id as number).toSorted((a, b) => a - b)
const sorted = (...all: number[]) => all.toSorted((a, b) => a - b)

beforeAll(async () => {
  world = await makeWorld()
  const { pilot } = world
  const policy = objectOf(await pilot.post('/policy', { name_en: 'House rules', identifier: 'HOUSE' })).id as number
  const version = (await found(pilot, 'policy_version', asked('policy', policy)))[0].id
  const control = async (identifier: string) =>
    objectOf(await pilot.post('/control', { policy_version: version, identifier, name_en: `Rule ${identifier}` })).id as number
  requirement = await control('A.1')
  bare = await control('A.2')
  const solution = await world.solution()
  expect((await pilot.put(`/control/${requirement}/solutions`, { solutions: [{ solution, share: 100, to_confirm: false }] })).status).toBe(200)
  expect((await pilot.post(`/policy_version/${version}/publish`)).status).toBe(200)
  expect((await pilot.post(`/policy/${policy}/apply`, { perimeters: [world.lyon, world.nantes] })).status).toBe(200)
  const measureIn = async (perimeter: number) => (await found(pilot, 'measure', asked('solution', solution), asked('perimeter', perimeter)))[0].id as number
  measures = [await measureIn(world.lyon), await measureIn(world.nantes)]
  const [lyon, nantes] = measures
  for (const measure of measures) objectOf(await pilot.post(`/measure/${measure}/implement`, {}))

  const [acted, shared, idle] = [await make('acted', { valid_until: dayFromNow(5) }), await make('shared', { perimeter: world.nantes }), await make('idle')]
  action = (await world.action({ name_en: 'Restore', measure: lyon, evidences: [acted] })).id
  await world.action({ name_en: 'Both', type: 'UPGRADE', impact: 1, measure: nantes, perimeter: world.nantes, evidences: [shared] })
  await world.action({ name_en: 'Concerns Lyon', measure: lyon, evidences: [shared] })
  const runbook = objectOf(await pilot.post('/runbook', { name_en: 'Operations' })).id as number
  const task = objectOf(
    await pilot.post('/runtask', {
      name_en: 'Backups',
      runbook,
      measure: lyon,
      perimeter: world.lyon,
      manager: world.contributor.memberId,
      periodicity: 'MONTHLY',
      start_date: `${dayFromNow(0).slice(0, 7)}-01`,
    }),
  ).id
  const time = (await found(pilot, 'occurrence', asked('runtask', task))).toSorted((a, b) => (a.due_date < b.due_date ? -1 : 1))[0]
  const file = objectOf(await world.contributor.upload('/file', 'log.txt', 'all done')).id
  const { evidences } = objectOf(await world.contributor.post(`/occurrence/${time.id}/answer`, { answer: 'DONE', files: [file] }))
  evidence = { acted, answered: evidences[0].id, shared, idle }
})
afterAll(() => world.app.close())

test('behind a measure is what its actions and the answers to its recurring tasks show, with where it comes from and who put it in', async () => {
  const { acted, answered, shared } = evidence
  const { count, objects, filter } = await behind(`measures=${measures[0]}`)
  expect([count, ids(objects), filter]).toEqual([3, sorted(acted, answered, shared), asked('measures', measures[0])])
  expect(objects.find(({ id }: Row) => id === acted)).toMatchObject({
    state: 'EXPIRING',
    valid_until: dayFromNow(5),
    author: { id: world.pilot.memberId },
    date: dayFromNow(0),
    found: 1,
    sources: [{ entity: 'remediation', row: { id: action, name: 'Restore' }, measure: { id: measures[0] } }],
  })
  expect(objects.find(({ id }: Row) => id === answered)).toMatchObject({
    author: { id: world.contributor.memberId },
    sources: [{ entity: 'occurrence', row: { name: expect.stringContaining('Backups') }, measure: { id: measures[0] } }],
  })
  expect((await behind(`measures=${measures[1]}`)).count).toBe(1)
})

test('behind a requirement is what is behind the measures that answer it, everywhere or in one perimeter', async () => {
  const { acted, answered, shared } = evidence
  const everywhere = await behind(`requirement=${requirement}`)
  expect([everywhere.count, ids(everywhere.objects)]).toEqual([3, sorted(acted, answered, shared)])
  expect(everywhere.objects.find(({ id }: Row) => id === shared)).toMatchObject({ found: 2 })
  const nantes = await behind(`requirement=${requirement}&perimeter=${world.nantes}`)
  expect([ids(nantes.objects), nantes.filter]).toEqual([[shared], asked('measures', measures[1])])
  expect(await behind(`requirement=${bare}`)).toMatchObject({ count: 0, objects: [] })
  expect(await behind(`requirement=${bare}&perimeter=${world.lyon}`)).toMatchObject({ count: 0, objects: [] })
})

test('its count is of the rows that the list of evidence shows under its filter, for every role, and nobody is shown more than they read', async () => {
  const people = [
    world.pilot,
    world.auditor,
    world.local,
    world.contributor,
    await world.app.member(world.customer, 'local_auditor', { perimeterIds: [world.nantes] }),
    await world.app.member((await world.app.customer('Another')).id, 'global_pilote'),
  ]
  const counts: number[] = []
  for (const person of people) {
    const readable = new Set(ids(await found(person, 'evidence')))
    // Whoever has no list of measures may open none.
    const openable = new Set(ids((await found(person, 'measure')) ?? []))
    for (const query of [
      `measures=${measures[0]}`,
      `measures=${measures.join()}`,
      `requirement=${requirement}`,
      `requirement=${requirement}&perimeter=${world.nantes}`,
    ]) {
      const { count, objects, filter } = await behind(query, person)
      const listed = await found(person, 'evidence', filter)
      expect([query, count, ids(objects)]).toEqual([query, listed.length, ids(listed)])
      expect(ids(objects).filter((id) => !readable.has(id))).toEqual([])
      // A measure that was not asked for is one that they may open.
      if (query.startsWith('requirement') && filter.name === 'measures')
        expect([query, filter.selected_options.filter((id: number) => id !== 0 && !openable.has(id))]).toEqual([query, []])
      if (query.startsWith('requirement') && !query.includes('perimeter')) counts.push(count)
    }
  }
  // The local pilot of Lyon reads what an action there shows; the auditor of Nantes what stands there; the contributor what they sent.
  expect(counts).toEqual([3, 3, 3, 1, 1, 0])
  const [source] = (await behind(`measures=${measures[0]}`, world.contributor)).objects
  expect(source.sources).toMatchObject([{ entity: 'occurrence', row: { name: expect.any(String) }, measure: null }])
})

test('what a reader may not open is not named as where it comes from', async () => {
  const { objects } = await behind(`requirement=${requirement}`, world.local)
  const described = objects.find(({ id }: Row) => id === evidence.shared)
  expect(described.sources.map(({ row, measure }: Row) => [row?.name ?? null, measure?.id ?? null])).toEqual(
    expect.arrayContaining([
      ['Concerns Lyon', measures[0]],
      [null, null],
    ]),
  )
  expect(JSON.stringify(objects)).not.toContain('Both')
})

test('a measure and a requirement list their evidence among what is linked to them', async () => {
  for (const [path, field] of [
    [`measure/${measures[0]}`, 'measures'],
    [`control/${requirement}`, 'requirements'],
  ] as const)
    expect((await world.pilot.get(`/${path}/linked`)).body.objects).toContainEqual(expect.objectContaining({ entity: 'evidence', field, count: 3 }))
  expect((await world.pilot.get(`/evidence/${evidence.acted}`)).body.object).not.toHaveProperty('measures')
})

test('what is asked wrongly is refused, every wrong field named', async () => {
  const wrong = async (query: string) => Object.keys((await world.pilot.get(`/evidence/behind?${query}`)).body.errors ?? {}).toSorted()
  expect(await wrong('')).toEqual(['measures', 'requirement'])
  expect(await wrong('measures=1&requirement=2&perimeter=x')).toEqual(['perimeter'])
  expect(await wrong('measures=1&requirement=2')).toEqual(['measures', 'requirement'])
  expect(await wrong('measures=1&perimeter=3')).toEqual(['perimeter'])
  expect(await wrong('measures=1,x')).toEqual(['measures.1'])
  expect((await world.pilot.post('/evidence/page', { queryParams: { filters: [asked('measures', 'one')] } })).body.errors).toHaveProperty(['filters.measures'])
})

test('it takes as many statements for much evidence as for little', async () => {
  const spy = vi.spyOn(pg.Client.prototype, 'query')
  const sent = async (query: string) => {
    spy.mockClear()
    expect((await world.local.get(`/evidence/behind?${query}`)).status).toBe(200)
    return spy.mock.calls.length
  }
  const few = await sent(`measures=${measures[1]}`)
  for (let n = 0; n < 5; n += 1) await world.action({ measure: measures[0], evidences: [await make(`more${n}`)] })
  expect(await sent(`measures=${measures[0]}`)).toBe(few)
  expect(await sent(`requirement=${requirement}`)).toBe(few)
  // The measures of one perimeter are found before.
  expect(await sent(`requirement=${requirement}&perimeter=${world.lyon}`)).toBe(few + 1)
  spy.mockRestore()
})
