import { afterAll, beforeAll, expect, test } from 'vitest'
import { resources } from '#app/server/registry.ts'
import { systemGrant } from '#kit/server/access/authorize.ts'
import { systemWho } from '#kit/server/access/who.ts'
import { resourceOf } from '#kit/server/data/resources/resource.ts'
import { updateRow } from '#kit/server/data/store/store.ts'
import { workbookOf } from '#tools/test/sheet-file.ts'
import { makeWorld, objectOf, type Row, type World } from '#tools/test/actions-world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.app.close())

const ofPeople = async (): Promise<Row[]> =>
  (await world.pilot.post('/review/page', { queryParams: { filters: [{ name: 'source', selected_options: ['USER'] }] } })).body.objects as Row[]

let nights = 0
async function night(): Promise<void> {
  nights += 1
  await world.app.queue.tick(new Date(Date.now() + nights * 86_400_000))
  await world.app.jobs()
}

test('people who are gone and still hold objects are looked at once, until they change again', async () => {
  const [gone, idle] = [await world.app.member(world.customer, 'contributor'), await world.app.member(world.customer, 'contributor')]
  await world.action({ manager: gone.memberId })
  for (const { memberId } of [gone, idle]) objectOf(await world.pilot.put(`/member/${memberId}`, { disabled: true }))
  expect(await ofPeople()).toHaveLength(1)
  await night()
  await night()
  const [review, ...more] = await ofPeople()
  expect(more).toEqual([])
  expect(review).toMatchObject({ status: 'OPEN', target_type: 'USER', target: { entity: 'member', id: gone.memberId }, perimeter: null })
  expect([review.description_en, review.description_fr]).toEqual(['Reassign one object', 'Réaffecter un objet'])
  expect((await world.local.get(`/review/${review.id}`)).status).toBe(404)
  objectOf(await world.pilot.put(`/review/${review.id}`, { status: 'CLOSED' }))
  await night()
  expect(await ofPeople()).toHaveLength(1)
})

test('a change under a name of its own is a change: whoever is closed in many, or leaves by another way than by hand, is looked at, too', async () => {
  const gone = await world.app.member(world.customer, 'contributor')
  await world.action({ manager: gone.memberId })
  const before = (await ofPeople()).length
  await world.app.db.transaction(world.customer, async (tx) => {
    tx.act(systemWho(world.customer, 'test', 'test', 'en', 'Europe/Paris'))
    await updateRow(
      tx,
      systemGrant('people whom an identity provider names', tx.who),
      resourceOf(resources, 'member'),
      resources,
      gone.memberId,
      { disabled: true },
      { action: 'single_sign_on' },
    )
  })
  expect(await ofPeople()).toHaveLength(before + 1)
})

const ofSource = async (source: string): Promise<Row[]> =>
  (await world.pilot.post('/review/page', { queryParams: { filters: [{ name: 'source', selected_options: [source] }] } })).body.objects as Row[]

test('a version that is published asks the perimeters that follow the one before to adopt it, once, and again with the next', async () => {
  const { pilot } = world
  const policy = objectOf(await pilot.post('/policy', { name_en: 'House rules' }))
  const [first] = (await pilot.post('/policy_version/page', { queryParams: { filters: [{ name: 'policy', selected_options: [policy.id] }] } })).body.objects
  const publish = async (name: string, begun?: Row) => {
    const draft = begun ?? objectOf(await pilot.post(`/policy/${policy.id}/draft`, {}))
    objectOf(await pilot.post('/control', { policy_version: draft.id, name_en: name }))
    expect((await pilot.post(`/policy_version/${draft.id}/publish`)).status).toBe(200)
    return draft.id as number
  }
  await publish('Rule A', first)
  expect((await pilot.post(`/policy/${policy.id}/apply`, { perimeters: [world.lyon] })).status).toBe(200)
  expect(await ofSource('POLICY')).toEqual([])
  const second = await publish('Rule B')
  const [review, ...more] = await ofSource('POLICY')
  expect(more).toEqual([])
  expect(review).toMatchObject({ target_type: 'POLICY', target: { entity: 'policy', id: policy.id }, perimeter: null, description: 'Adopt version 2' })
  expect((await world.local.get(`/review/${review.id}`)).status).toBe(404)
  await night()
  expect(await ofSource('POLICY')).toHaveLength(1)
  objectOf(await pilot.put(`/review/${review.id}`, { status: 'CLOSED' }))
  await night()
  expect(await ofSource('POLICY')).toHaveLength(1)
  const [application] = (await pilot.post('/policy_application/page')).body.objects
  expect(application.policy_version.name).toBe('v1')
  objectOf(await pilot.post(`/policy_application/${application.id}/adopt`, { policy_version: second }))
  await publish('Rule C')
  expect((await ofSource('POLICY')).map(({ description, status }) => [status, description])).toEqual([
    ['OPEN', 'Adopt version 3'],
    ['CLOSED', 'Adopt version 2'],
  ])
})

test('actions that come with a file and are for no measure ask for their plan to be mapped, once for each plan', async () => {
  const program = objectOf(await world.pilot.post('/program', { name_en: 'Audit 2026' }))
  const send = async (name: string) =>
    world.pilot.upload(
      '/remediation/import',
      'actions.xlsx',
      await workbookOf(
        ['name_en', 'program', 'perimeter'],
        [
          [`${name} 1`, 'Audit 2026', 'Lyon'],
          [`${name} 2`, 'Audit 2026', 'Lyon'],
        ],
      ),
    )
  expect((await send('First')).status).toBe(200)
  await world.app.jobs()
  const [review, ...more] = await ofSource('ACTION_MAPPING')
  expect(more).toEqual([])
  expect(review).toMatchObject({ target_type: 'ACTION_MAPPING', target: { entity: 'program', id: program.id }, perimeter: null })
  await send('Second')
  await world.app.jobs()
  expect(await ofSource('ACTION_MAPPING')).toHaveLength(1)
  await world.action({ program: program.id })
  objectOf(await world.pilot.put(`/review/${review.id}`, { status: 'CLOSED' }))
  await send('Third')
  await world.app.jobs()
  expect((await ofSource('ACTION_MAPPING')).map(({ status }) => status)).toEqual(['OPEN', 'CLOSED'])
})
