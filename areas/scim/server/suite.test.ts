import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, objectOf, type World } from '#tools/test/actions-world.ts'
import { directory, type ScimMethod } from '#tools/test/directory.ts'

type Line = readonly [method: ScimMethod, path: string, status: number, body?: unknown, made?: string]

interface Change {
  readonly Operations?: readonly { readonly op: string; readonly value: unknown }[]
}

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.app.close())

/** What `npm run check-scim -- --record` heard the public compliance suite send: each kind of request once, with what made the things that it names. */
const lines = JSON.parse(readFileSync(new URL('suite.recorded.json', import.meta.url), 'utf8')) as readonly Line[]

test('whatever the public compliance suite sends is answered as it expects', async () => {
  const { id, token } = objectOf(await world.pilot.post('/scim_connection', { name: 'Suite', trial: false }))
  objectOf(await world.pilot.put(`/scim_connection/${id}/mappings`, { mappings: [], default_role: 'contributor', trial: false, invites: false, version: 1 }))
  const ask = directory(world.app, token)
  const ids = new Map<string, string>()
  const named = (text: string) => text.replaceAll(/\{(r\d+)\}/g, (_, name: string) => ids.get(name) ?? '0').replaceAll('{base}', 'http://localhost/scim/v2')
  const wrong: object[] = []
  for (const [method, path, status, sent, made] of lines) {
    const body = sent === undefined || sent === null ? undefined : (JSON.parse(named(JSON.stringify(sent))) as object)
    const answer = await ask(method, named(path), { ...(body && { body }) })
    if (answer.status !== status) wrong.push({ method, path, body, status: answer.status, answered: answer.body })
    if (made) ids.set(made, answer.body.id)
    // A change is shown as it was sent.
    const [operation] = (sent as Change | undefined)?.Operations ?? []
    if (method === 'PATCH' && path.startsWith('/Users/') && operation?.op !== 'remove' && typeof operation?.value === 'string')
      expect(JSON.stringify(answer.body)).toContain(JSON.stringify(operation.value))
  }
  expect(wrong).toEqual([])
  expect(lines.length).toBeGreaterThan(100)
})
