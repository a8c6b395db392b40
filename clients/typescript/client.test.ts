import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, objectOf, type World } from '#tools/test/actions-world.ts'
import { createVigie, VigieProblem, type Vigie } from './client.ts'

let world: World
let url: string
let secret: string
let vigie: Vigie

beforeAll(async () => {
  world = await makeWorld()
  await world.app.http.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(world.app.http.server.address() as AddressInfo).port}`
  secret = objectOf(await world.pilot.post('/api_key', { name: 'Bridge', write: ['actions', 'evidence', 'gaps', 'metrics'] })).secret
  vigie = createVigie({ url, key: secret })
})
afterAll(() => world.app.close())

test('rows are created, read, changed and listed, typed by what the server says', async () => {
  const made = await vigie.post('/actions', { body: { name_en: 'Patch', program: world.plan, perimeter: world.lyon } })
  expect(await vigie.get('/actions/{id}', { id: made.id })).toMatchObject({ name_en: 'Patch', perimeter: { name: 'Lyon' } })
  const changed = await vigie.put('/actions/{id}', { id: made.id, version: made.version, body: { name_en: 'Patched' } })
  expect(changed.version).toBe(made.version + 1)
  await expect(vigie.put('/actions/{id}', { id: made.id, version: made.version, body: { name_en: 'Late' } })).rejects.toMatchObject({
    status: 412,
    code: 'PRECONDITION_FAILED',
  })
  for (let n = 0; n < 4; n += 1) await vigie.post('/actions', { body: { name_en: `More ${n}`, program: world.plan, perimeter: world.lyon } })
  const names: (string | null | undefined)[] = []
  for await (const { name } of vigie.rows('/actions', { query: { limit: 2, sort: 'id', late: false } })) names.push(name)
  expect(names).toEqual(['Patched', 'More 0', 'More 1', 'More 2', 'More 3'])
  // @ts-expect-error an address that the server does not know
  await expect(vigie.get('/members')).rejects.toMatchObject({ status: 404 })
  // @ts-expect-error a field of another kind
  const wrong = vigie.post('/actions', { body: { name_en: 7, program: world.plan } })
  await expect(wrong).rejects.toSatisfy((error) => error instanceof VigieProblem && error.errors.some(({ pointer }) => pointer === '#/name_en'))
})

test('files go up, and a post is named so that trying again does nothing twice', async () => {
  const file = await vigie.post('/evidence/files', { file: { name: 'proof.txt', content: 'All is well.' } })
  const proof = await vigie.post('/evidence', { body: { name_en: 'Proof', perimeter: world.lyon, files: [{ id: file.id }] } })
  expect(proof.files).toMatchObject([{ name: 'proof.txt' }])
  const named = { body: { name_en: 'Once', program: world.plan, perimeter: world.lyon }, idempotencyKey: 'once-1' }
  expect((await vigie.post('/actions', named)).id).toBe((await vigie.post('/actions', named)).id)
  // The connection breaks after the first was done: the second has the same name.
  let broken = true
  const flaky = createVigie({
    url,
    key: secret,
    fetch: async (input, init) => {
      const answer = await fetch(input, init)
      if (!broken) return answer
      broken = false
      throw new TypeError('fetch failed')
    },
  })
  const before = (await vigie.get('/actions', { query: { name: 'Broken' } })).objects.length
  await flaky.post('/actions', { body: { name_en: 'Broken', program: world.plan, perimeter: world.lyon } })
  expect((await vigie.get('/actions', { query: { name: 'Broken' } })).objects.length).toBe(before + 1)
})

test('too much at once is waited for as long as the server says, and told when that is too long', async () => {
  const refused = (after: string) => new Response('{"code":"THROTTLED","detail":"Slow down"}', { status: 429, headers: { 'retry-after': after } })
  const answers = [refused('1'), new Response('{"objects":[],"next_cursor":null}')]
  const waits = createVigie({ url, key: 'x', fetch: async () => answers.shift() ?? refused('9999') })
  expect(await waits.get('/actions')).toEqual({ objects: [], next_cursor: null })
  await expect(waits.get('/actions')).rejects.toMatchObject({ status: 429, code: 'THROTTLED', message: 'Slow down' })
})

test('the key goes to no other server', async () => {
  const asked: string[] = []
  const other = createVigie({
    url: `${url}/elsewhere/..//`,
    key: secret,
    retries: 0,
    fetch: async (input, init) => {
      asked.push(`${String(input)} ${init?.redirect}`)
      return new Response('{"objects":[],"next_cursor":null}')
    },
  })
  await other.get('/actions')
  expect(asked).toEqual([`${url}/public/v1/actions error`])
})
