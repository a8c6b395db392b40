import { afterAll, beforeAll, expect, test } from 'vitest'
import { contextHeader } from '#kit/contract/page-context.ts'
import type { Operation } from '#kit/server/http/api.ts'
import { everythingOf } from '#app/test/worlds/everything.ts'
import type { Ids } from '#app/test/worlds/fill-organisation.ts'
import { filledApp, filledWord } from '#app/test/worlds/filled-app.ts'
import { sampleCall } from '#app/test/walks/sample-calls.ts'
import { distinctOf } from '#app/test/walks/shapes.ts'
import type { Person, TestApp } from '#app/test/worlds/test-app.ts'

let app: TestApp
let pilot: Person
let ids: Ids
let second: { id: number }
const email = 'both@works.example'

beforeAll(async () => {
  const filled = await filledApp()
  const { customer: first } = filled
  ;({ app, ids } = filled)
  second = await app.customer('Second')
  pilot = await app.member(first.id, 'global_pilote', { email })
  await app.member(second.id, 'global_pilote', { email })
  // The last sign-in leads to where one was; this one goes on in the first.
  pilot = await moved(await app.signIn(email), '/user/customer', { customer_id: first.id })
})
afterAll(() => app.close())

interface Told {
  readonly status: number
  readonly body: { readonly code?: string; readonly user?: { readonly context: string; readonly customer: { readonly id: number } | null } }
  readonly cookie: string | undefined
}

async function ask(cookie: string, method: Operation['method'], path: string, headers: Record<string, string> = {}, body?: unknown): Promise<Told> {
  const answer = await app.http.inject({
    method,
    url: `/api${path}`,
    headers: { cookie, 'x-vigie': '1', ...headers },
    ...(body !== undefined && { payload: body as object }),
  })
  const set = answer.headers['set-cookie']
  return {
    status: answer.statusCode,
    body: answer.headers['content-type']?.includes('json') ? answer.json() : {},
    cookie: set === undefined ? undefined : String(set).split(';')[0],
  }
}

/** The person after a call that moved their session, as the browser goes on: with the cookie of the answer. */
async function moved(person: Person, path: string, body: object, method: Operation['method'] = 'PUT'): Promise<Person> {
  const { status, cookie = person.cookie } = await ask(person.cookie, method, path, {}, body)
  expect(status).toBe(200)
  return { ...person, cookie }
}
const contextOf = async ({ cookie }: Pick<Person, 'cookie'>) => (await ask(cookie, 'GET', '/auth/check')).body.user?.context ?? ''

test('every operation of a session refuses the page of another organisation, person or mode, and has done nothing', async () => {
  const here = await contextOf(pilot)
  const [customer, member] = here.split('.')
  const others = [`${second.id}.1.NORMAL`, `${customer}.${member}.CONTRIBUTOR`, `${customer}.${member}.NORMAL.1`, `${customer}.1.NORMAL`, '']
  const before = await everythingOf(app, pilot.customerId)
  const wrong: string[] = []
  let tried = 0
  for (const operation of distinctOf(
    app.api.operations.filter(({ access }) => access !== 'public'),
    [],
  )) {
    const { path, body } = sampleCall(operation, { ids, word: filledWord, whole: true })
    // The gate of all operations compares them: each operation meets one of the others in turn, those of the members' list all.
    for (const otherContext of operation.path === '/member/page' ? others : [others[tried % others.length] ?? '']) {
      const { status, body: refusal } = await ask(pilot.cookie, operation.method, path, { [contextHeader]: otherContext }, operation.upload ? undefined : body)
      tried += 1
      if (status !== 409 || refusal.code !== 'CONTEXT_CHANGED')
        wrong.push(`${operation.method} ${operation.path} as «${otherContext}»: ${status} ${refusal.code}`)
    }
  }
  expect(wrong).toEqual([])
  expect(tried).toBeGreaterThan(250)
  const after = await everythingOf(app, pilot.customerId)
  expect([...after].filter(([name, rows]) => name !== 'session' && rows !== before.get(name)).map(([name]) => name)).toEqual([])
})

test('open operations that look at the session refuse it too; signing out ends whatever session there is', async () => {
  const headers = { [contextHeader]: `${second.id}.1.NORMAL` }
  expect((await ask(pilot.cookie, 'GET', '/user/password_policy', headers)).body.code).toBe('CONTEXT_CHANGED')
  expect((await ask(pilot.cookie, 'POST', '/user/check_password', headers, { value: 'x', context: 'user' })).body.code).toBe('CONTEXT_CHANGED')
  const other = await app.signIn(email)
  expect((await ask(other.cookie, 'POST', '/auth/logout', headers)).status).toBe(200)
  expect((await ask(other.cookie, 'GET', '/auth/check')).status).toBe(401)
})

test('a page of ours that says nothing is refused, a link that the browser follows among them; whoever calls without a browser is not asked', async () => {
  const fromPage = { 'sec-fetch-site': 'same-origin', 'sec-fetch-mode': 'navigate' }
  const file = ids.get('file')?.[0] ?? 1
  for (const [method, path] of [
    ['GET', `/file/${file}/download`],
    ['GET', '/perimeter'],
    ['POST', '/perimeter/page'],
    ['POST', '/perimeter'],
  ] as const) {
    expect((await ask(pilot.cookie, method, path, fromPage, method === 'POST' ? {} : undefined)).body.code).toBe('CONTEXT_MISSING')
  }
  expect((await ask(pilot.cookie, 'GET', '/auth/check', fromPage)).status).toBe(200)
  // Which operations are asked so all the same: none that could tell of another organisation.
  expect(app.api.operations.filter(({ tellsContext, embedded }) => tellsContext || embedded).map(({ path }) => path)).toEqual([
    '/file/{id}/preview',
    '/picture/{id}',
    '/notification/stream',
    '/customer/{id}/logo/{picture}',
    '/auth/check',
    '/archive/{id}/download',
    '/customer/{id}/archive/{archive}',
    '/leaving/archive/{id}',
  ])
  expect((await ask(pilot.cookie, 'GET', '/picture/0b0e7f3e-8e34-4b0b-8f7d-2d7c9f1f0c11', fromPage)).body.code).toBe('NOT_FOUND')
  const { cookie } = await app.signIn('root@vigie.example')
  expect((await ask(cookie, 'GET', `/customer/${pilot.customerId}/logo/0b0e7f3e-8e34-4b0b-8f7d-2d7c9f1f0c11`, fromPage)).body.code).toBe('NOT_FOUND')
  expect((await ask(pilot.cookie, 'GET', '/perimeter')).status).toBe(200)
  expect((await ask(pilot.cookie, 'GET', '/perimeter', { ...fromPage, [contextHeader]: await contextOf(pilot) })).status).toBe(200)
})

test('a tab that stayed behind neither lists nor creates where another one has gone, and goes on once the session is back', async () => {
  const here = await contextOf(pilot)
  const behind = { [contextHeader]: here }
  const there = await moved(pilot, '/user/customer', { customer_id: second.id })
  expect(await contextOf(there)).not.toBe(here)
  expect((await ask(there.cookie, 'POST', '/perimeter/page', behind, {})).body.code).toBe('CONTEXT_CHANGED')
  expect((await ask(there.cookie, 'POST', '/label', behind, { name: 'Strayed' })).body.code).toBe('CONTEXT_CHANGED')
  expect((await ask(there.cookie, 'PUT', '/user/customer', behind, { customer_id: pilot.customerId })).body.code).toBe('CONTEXT_CHANGED')
  pilot = await moved(there, '/user/customer', { customer_id: pilot.customerId })
  expect(await contextOf(pilot)).toBe(here)
  expect((await ask(pilot.cookie, 'POST', '/perimeter/page', behind, {})).status).toBe(200)
})

test('so it is with modes and with acting as somebody else', async () => {
  const here = await contextOf(pilot)
  await moved(pilot, '/user/mode', { mode: 'CONTRIBUTOR' })
  expect((await ask(pilot.cookie, 'POST', '/perimeter/page', { [contextHeader]: here }, {})).body.code).toBe('CONTEXT_CHANGED')
  await moved(pilot, '/user/mode', { mode: 'NORMAL' })
  expect((await ask(pilot.cookie, 'POST', '/perimeter/page', { [contextHeader]: here }, {})).status).toBe(200)

  const root = await moved(await app.signIn('root@vigie.example'), '/user/customer', { customer_id: pilot.customerId })
  const asRoot = { [contextHeader]: await contextOf(root) }
  const acting = await moved(root, '/auth/impersonate', { user_id: pilot.memberId }, 'POST')
  expect(await contextOf(acting)).not.toBe(here)
  expect((await ask(acting.cookie, 'POST', '/perimeter/page', asRoot, {})).body.code).toBe('CONTEXT_CHANGED')
  expect((await ask(acting.cookie, 'POST', '/perimeter/page', { [contextHeader]: here }, {})).body.code).toBe('CONTEXT_CHANGED')
})
