import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Operation } from '#kit/server/http/api.ts'
import type { Ids } from '#app/test/worlds/fill-organisation.ts'
import { filledApp, filledPilot, filledWord } from '#app/test/worlds/filled-app.ts'
import { hostileKeys as keys, hostileQuery, poisoned } from '#app/test/walks/poison.ts'
import { changesCaller, isProviders, sampleCall } from '#app/test/walks/sample-calls.ts'
import { firstOfEach, operationShape } from '#app/test/walks/shapes.ts'
import type { Person, TestApp } from '#app/test/worlds/test-app.ts'
import { nameOf } from '#app/test/walks/walk-operations.ts'
import { isWalkedOperation, walksEverything } from '#app/test/walks/walked.ts'

/** Written out: as a literal it would set the prototype and vanish. */
const withPrototype = (json: string) => json.replace(/^\{/, '{"__proto__":{"admin":true},').replace(',}', '}')

let app: TestApp
let pilot: Person
let root: Person
let ids: Ids
beforeAll(async () => {
  ;({ app, pilot, ids } = await filledApp())
  root = await app.signIn('root@vigie.example')
})
// A session for each test: all calls of many entities by one would be a flood, which is refused before anything is looked at.
beforeEach(async () => {
  pilot = await app.signIn(filledPilot)
})
afterAll(() => app.close())

const sampled = (operation: Operation) => sampleCall(operation, { ids, word: filledWord, whole: true })
/** Calls that end the session that makes them, or change what it may do, are tried without one. */
const operations = () =>
  app.api.operations.filter((operation) => !operation.upload && operation.path !== '/auth/logout' && !changesCaller(operation)).filter(isWalkedOperation)
const callerOf = (operation: Operation) => (isProviders(operation) ? root : pilot)

async function send(operation: Operation, path: string, body: string | undefined, person: Person | undefined): Promise<{ status: number; text: string }> {
  const answer = await app.http.inject({
    method: operation.method,
    url: `/api${path}`,
    headers: { 'x-vigie': '1', ...(body !== undefined && { 'content-type': 'application/json' }), ...(person && { cookie: person.cookie }) },
    ...(body !== undefined && { payload: body }),
  })
  return { status: answer.statusCode, text: answer.body }
}

/** One operation of each shape: what the kit makes for every entity reads what it is sent by one code. Keys that no call has are refused in `every-input`, values of fields in `every-shape`. */
const shapes = () => firstOfEach(operations(), operationShape)

describe('names of every object', () => {
  test('as the prototype of a body break no operation', async () => {
    const failing: string[] = []
    for (const operation of shapes().filter(({ method }) => method !== 'GET')) {
      const { path, body } = sampled(operation)
      for (const json of [withPrototype(JSON.stringify(body ?? {})), JSON.stringify({ constructor: { prototype: { admin: true } } })]) {
        const { status } = await send(operation, path, json, callerOf(operation))
        if (status >= 500) failing.push(`${nameOf(operation)} ${json.slice(0, 60)}: ${status}`)
      }
    }
    expect(failing).toEqual([])
    expect(({} as { admin?: boolean }).admin).toBeUndefined()
  })

  test('as keys of a body or a query break no operation that is open to all', async () => {
    const failing: string[] = []
    for (const operation of operations().filter(({ access }) => access === 'public')) {
      const { path, body } = sampled(operation)
      for (const url of [path, `${path}${path.includes('?') ? '&' : '?'}${hostileQuery}`, `${path.split('?')[0]}?${hostileQuery}`])
        for (const sent of operation.method === 'GET'
          ? [undefined]
          : [JSON.stringify(body ?? {}), JSON.stringify(poisoned(body ?? {})), JSON.stringify(poisoned({}))]) {
          const { status } = await send(operation, url, sent, undefined)
          if (status >= 500) failing.push(`${operation.method} ${url.slice(0, 120)}: ${status}`)
        }
    }
    expect(failing).toEqual([])
  })

  test('as keys of bulk changes are each refused by name', async () => {
    for (const key of [...keys, '__proto__']) {
      const { status, text } = await send(
        { method: 'PUT' } as Operation,
        '/label/bulk',
        `{"rows":[{"id":${ids.get('label')?.[0]}}],"changes":{${JSON.stringify(key)}:1}}`,
        pilot,
      )
      expect([key, status]).toEqual([key, 400])
      if (key !== '__proto__') expect(Object.keys((JSON.parse(text) as { errors: object }).errors)).toEqual([key])
    }
  })

  test('in a path break no operation', async () => {
    const failing: string[] = []
    const named = [...keys, '__proto__']
    for (const [n, operation] of shapes()
      .filter(({ path }) => path.includes('{'))
      .entries())
      for (const key of operation.method === 'GET' ? [named[n % named.length], named[(n + 5) % named.length]] : [named[n % named.length]]) {
        const url = operation.path.replaceAll(/\{\w+\}/g, key ?? '')
        const { status } = await send(operation, url, operation.method === 'GET' ? undefined : '{}', callerOf(operation))
        if (status >= 500) failing.push(`${operation.method} ${url}: ${status}`)
      }
    expect(failing).toEqual([])
  })
})

/** Values that no form sends: what cannot be stored, what is no number that people mean, what is too much. */
const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`
const values: readonly string[] = [
  '"a\\u0000b"',
  '"\\ud800"',
  '"\\u202e"',
  '1e308',
  '-0',
  '1152921504606846976',
  '0.1',
  '-1',
  'true',
  'null',
  '""',
  '[]',
  '{}',
  '[null]',
  '[[[]]]',
  '{"constructor":1}',
  deep(5000),
  `"${'x'.repeat(200_000)}"`,
  `{"${'k'.repeat(100_000)}":1}`,
  '"9999-99-99"',
  '"infinity"',
]
const mark = '\u0001here\u0001'

/** The body with each of its leaves in turn marked as a place to put something else. */
function marked(value: unknown): unknown[] {
  if (value === null || typeof value !== 'object') return [mark]
  const entries = Object.entries(value)
  const inside = entries.flatMap(([key, child]) =>
    marked(child).map((other) => (Array.isArray(value) ? value.map((one: unknown, n) => (n === Number(key) ? other : one)) : { ...value, [key]: other })),
  )
  return [mark, ...inside]
}

describe('hostile values', () => {
  test('in any place of a body break no operation', async () => {
    const failing: string[] = []
    let [turn, tried] = [0, 0]
    for (const operation of shapes().filter(({ method, body }) => method !== 'GET' && body)) {
      const { path, body } = sampled(operation)
      for (const place of marked(body ?? {})) {
        // Each place gets two of the values, and over all places each value comes often.
        for (let n = 0; n < 2; n += 1) {
          turn += 1
          const value = values[(turn * 5) % values.length] ?? ''
          const { status } = await send(
            operation,
            path,
            JSON.stringify(place).replace(JSON.stringify(mark), () => value),
            callerOf(operation),
          )
          tried += 1
          if (status >= 500) failing.push(`${nameOf(operation)} ${JSON.stringify(place).slice(0, 150)} with ${value.slice(0, 40)}: ${status}`)
        }
      }
    }
    expect(failing).toEqual([])
    expect(tried).toBeGreaterThan(walksEverything ? 1000 : 0)
  })

  test('in a query break no operation', async () => {
    const failing: string[] = []
    const texts = [
      '%00',
      '%ED%A0%80',
      '%F0',
      '1e308',
      '-0',
      '1152921504606846976',
      '99999999999999999999',
      '0x10',
      'NaN',
      'Infinity',
      '[]',
      '{}',
      '',
      '%20',
      '9999-99-99',
      'x'.repeat(5000),
    ]
    let turn = 0
    for (const operation of shapes().filter(({ query }) => query)) {
      const { path, body } = sampled(operation)
      const [bare = '', search = ''] = path.split('?')
      for (const name of new URLSearchParams(search).keys()) {
        for (let n = 0; n < 4; n += 1) {
          turn += 1
          const others = new URLSearchParams(search)
          others.delete(name)
          const url = `${bare}?${name}=${texts[(turn * 3) % texts.length]}&${others}`
          // That a name comes twice is one more fault, whatever it says.
          for (const asked of n === 0 ? [url, `${url}&${name}=again`] : [url]) {
            const { status } = await send(operation, asked, operation.method === 'GET' ? undefined : JSON.stringify(body ?? {}), callerOf(operation))
            if (status >= 500) failing.push(`${operation.method} ${asked.slice(0, 120)}: ${status}`)
          }
        }
      }
    }
    expect(failing).toEqual([])
  })
})
