import { afterAll, beforeAll, expect, test } from 'vitest'
import { touchedHeader } from '#kit/contract/touched.ts'
import { readersOf } from '#kit/server/data/people/readers.ts'
import { makeWorld, objectOf, type World } from '#tools/test/actions-world.ts'
import { resources } from '#app/server/registry.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.app.close())

/** Sends as the pilot; answers what came back with the entities that it names, none where the header is missing. */
async function send(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, payload?: object, key?: string) {
  const headers = { cookie: world.pilot.cookie, 'x-vigie': '1', ...(key && { 'idempotency-key': key }) }
  const answer = await world.app.http.inject({ method, url: `/api${path}`, headers, ...(payload && { payload }) })
  const named = answer.headers[touchedHeader]
  return { status: answer.statusCode, body: answer.json(), touched: named === undefined ? [] : String(named).split(',') }
}

const both = expect.arrayContaining(['remediation', 'program'])

test('the answer to a write names what it changed, and whose rows tell something of that', async () => {
  const made = await send('POST', '/remediation', { name_en: 'Lock doors', program: world.plan, perimeter: world.lyon })
  expect(made).toMatchObject({ status: 200, touched: both })
  const { id, version } = objectOf(made)
  expect(await send('PUT', '/remediation/bulk', { rows: [{ id, version }], changes: { priority: 75 } })).toMatchObject({ status: 200, touched: both })
  expect(await send('DELETE', `/remediation/${id}`)).toMatchObject({ status: 200, touched: both })
})

test('it names what was written, wherever it was sent', async () => {
  const action = await world.action()
  expect(await send('POST', '/solution/fork_run', { id: await world.solution(), perimeter_id: world.lyon, remediation_id: action.id })).toMatchObject({
    status: 200,
    touched: both,
  })
})

test('a read names nothing, nor does a post that only reads, nor a write that was refused', async () => {
  for (const [method, path, body] of [
    ['GET', '/program', undefined],
    ['POST', '/program/page', {}],
    ['GET', '/auth/check', undefined],
    ['POST', '/program', {}],
  ] as const)
    expect((await send(method, path, body)).touched).toEqual([])
})

test('what is derived of other entities’ rows follows them, however far', () => {
  const readers = readersOf(resources)
  expect(readers.get('remediation')).toContain('program')
  expect(readers.get('control')).toEqual(expect.arrayContaining(['policy_version', 'policy']))
})
