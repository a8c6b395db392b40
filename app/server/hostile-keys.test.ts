import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { z } from 'zod'
import type { Operation } from '#kit/server/http/api.ts'
import type { Ids } from './fill-organisation.ts'
import { filledApp, filledPilot, filledWord } from './filled-app.ts'
import { changesCaller, isProviders, jsonOf, sampleCall } from './sample-calls.ts'
import type { Person, TestApp } from './test-app.ts'

/** Names that every object of the language answers to. */
const keys = ['constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty', 'isPrototypeOf', 'toJSON', 'then', '__defineGetter__', '__lookupSetter__']
const hostile = Object.fromEntries(keys.map((key) => [key, 1]))
/** Written out: as a literal it would set the prototype and vanish. */
const withPrototype = (json: string) => json.replace(/^\{/, '{"__proto__":{"admin":true},').replace(',}', '}')

let app: TestApp
let pilot: Person
let root: Person
let ids: Ids
beforeAll(async () => {
  ;({ app, pilot, ids } = await filledApp())
  root = await app.signIn('root@vigie.example')
}, 120_000)
// A session for each test: all calls of many entities by one would be a flood, which is refused before anything is looked at.
beforeEach(async () => {
  pilot = await app.signIn(filledPilot)
})
afterAll(() => app.close())

const nameOf = ({ method, path }: Operation) => `${method} ${path}`
const sampled = (operation: Operation) => sampleCall(operation, { ids, word: filledWord, whole: true })
/** Calls that end the session that makes them, or change what it may do, are tried without one. */
const operations = () => app.api.operations.filter((operation) => !operation.upload && operation.path !== '/auth/logout' && !changesCaller(operation))
const callers = (operation: Operation) => [undefined, isProviders(operation) ? root : pilot]

async function send(operation: Operation, path: string, body: string | undefined, person: Person | undefined): Promise<{ status: number; text: string }> {
  const answer = await app.http.inject({
    method: operation.method,
    url: `/api${path}`,
    headers: { 'x-vigie': '1', ...(body !== undefined && { 'content-type': 'application/json' }), ...(person && { cookie: person.cookie }) },
    ...(body !== undefined && { payload: body }),
  })
  return { status: answer.statusCode, text: answer.body }
}

/** Every object in a value gains the hostile keys, at any depth. */
function poisoned(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(poisoned)
  if (value === null || typeof value !== 'object') return value
  return { ...Object.fromEntries(Object.entries(value).map(([key, child]) => [key, poisoned(child)])), ...hostile }
}

const strict = (schema: z.ZodType) => jsonOf(schema).additionalProperties === false

describe('names of every object', () => {
  test('as keys of a body are refused by name or left out, and break no operation, signed in or not', async () => {
    const failing: string[] = []
    for (const operation of operations()) {
      const { path, body } = sampled(operation)
      for (const person of callers(operation)) {
        for (const json of [
          JSON.stringify(hostile),
          JSON.stringify({ ...(body as object), ...hostile }),
          withPrototype(JSON.stringify(body ?? {})),
          JSON.stringify({ constructor: { prototype: { admin: true } } }),
        ]) {
          if (operation.method === 'GET') continue
          const { status, text } = await send(operation, path, json, person)
          if (status >= 500) failing.push(`${nameOf(operation)} ${json.slice(0, 60)}: ${status}`)
          // Whoever may make the call is told each key that it does not have.
          if (person && json === JSON.stringify(hostile) && status === 400 && operation.body && strict(operation.body)) {
            const named = Object.keys((JSON.parse(text) as { errors?: object }).errors ?? {})
            if (!keys.every((key) => named.includes(key))) failing.push(`${nameOf(operation)} names ${named.join(', ')}`)
          }
        }
      }
    }
    expect(failing).toEqual([])
    expect(({} as { admin?: boolean }).admin).toBeUndefined()
  }, 180_000)

  test('as keys at any depth of a body, of bulk changes too, break no operation', async () => {
    const failing: string[] = []
    for (const operation of operations().filter(({ method }) => method !== 'GET')) {
      const { path, body } = sampled(operation)
      const { status } = await send(operation, path, JSON.stringify(poisoned(body ?? {})), isProviders(operation) ? root : pilot)
      if (status >= 500) failing.push(`${nameOf(operation)}: ${status}`)
    }
    expect(failing).toEqual([])
  }, 120_000)

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

  test('in a query or a path break no operation', async () => {
    const failing: string[] = []
    const query = [...keys, '__proto__'].map((key) => `${key}=1`).join('&')
    for (const operation of operations()) {
      const { path, body } = sampled(operation)
      for (const person of callers(operation)) {
        const asked = [`${path}${path.includes('?') ? '&' : '?'}${query}`, `${path.split('?')[0]}?${query}`]
        const named = operation.path.includes('{') ? [...keys, '__proto__'].map((key) => operation.path.replaceAll(/\{\w+\}/g, key)) : []
        // Whoever is not signed in is refused before the path is looked at.
        for (const url of [...asked, ...(operation.method === 'GET' && person ? named : named.slice(0, 2))]) {
          const { status } = await send(operation, url, operation.method === 'GET' ? undefined : JSON.stringify(body ?? {}), person)
          if (status >= 500) failing.push(`${operation.method} ${url.slice(0, 120)}: ${status}`)
        }
      }
    }
    expect(failing).toEqual([])
  }, 180_000)
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
    for (const operation of operations().filter(({ method, body }) => method !== 'GET' && body)) {
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
            isProviders(operation) ? root : pilot,
          )
          tried += 1
          if (status >= 500) failing.push(`${nameOf(operation)} ${JSON.stringify(place).slice(0, 150)} with ${value.slice(0, 40)}: ${status}`)
        }
      }
    }
    expect(failing).toEqual([])
    expect(tried).toBeGreaterThan(1000)
  }, 300_000)

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
    for (const operation of operations().filter(({ query }) => query)) {
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
            const { status } = await send(
              operation,
              asked,
              operation.method === 'GET' ? undefined : JSON.stringify(body ?? {}),
              isProviders(operation) ? root : pilot,
            )
            if (status >= 500) failing.push(`${operation.method} ${asked.slice(0, 120)}: ${status}`)
          }
        }
      }
    }
    expect(failing).toEqual([])
  }, 180_000)
})
