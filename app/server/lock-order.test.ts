import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { locksOf } from '#tools/test/locks-of.ts'
import { watchStatements, type Watched } from '#tools/test/watch-statements.ts'
import { seedCatalog } from '#areas/policies/server/index.ts'
import type { Operation } from '#kit/server/http/api.ts'
import { fillOrganisation } from './fill-organisation.ts'
import { resources } from './registry.ts'
import { changesCaller, isProviders, sampleCall } from './sample-calls.ts'
import { testApp, type TestApp } from './test-app.ts'

/** The locks of one transaction, in the order in which they were taken. */
interface Transaction {
  readonly what: string
  readonly texts: readonly string[]
  readonly locks: readonly string[]
}

let app: TestApp
const transactions: Transaction[] = []

function note(what: string, { byConnection }: Watched): void {
  for (const texts of byConnection.values()) {
    const starts = texts.flatMap((text, n) => (text.startsWith('begin') ? [n] : []))
    for (const [n, start] of starts.entries()) {
      const sent = texts.slice(start, starts[n + 1])
      transactions.push({ what, texts: sent, locks: locksOf(sent) })
    }
  }
}

/** Removals and what ends a session come last. */
const last = ({ method, path }: Operation) => (method === 'DELETE' || /bulk_delete|logout|reset$|user\/customer|language/.test(path) ? 1 : 0)

beforeAll(async () => {
  app = await testApp()
  const pilot = await app.member((await app.customer()).id, 'global_pilote')
  const root = await app.signIn('root@vigie.example')
  let ids = new Map<string, (number | string)[]>()
  note(
    'what fills an organisation',
    await watchStatements(async () => {
      ids = await fillOrganisation(app, pilot, 'Aldebaran')
    }),
  )
  note('what comes with the product', await watchStatements(() => seedCatalog(app.db, resources)))
  const [shared] = (await pilot.get('/policy/shared')).body.objects
  let copy = 0
  const adopt = async () => {
    copy = (await pilot.post('/policy/fork', { id: shared.id })).body.object.id
  }
  note('POST /policy/fork of what is shared', await watchStatements(adopt))
  note('POST /policy/{id}/renew of a copy', await watchStatements(() => pilot.post(`/policy/${copy}/renew`)))
  for (const whole of [false, true]) {
    for (const operation of app.api.operations
      .filter(({ access, path }) => access !== 'public' && path !== '/auth/logout')
      .toSorted((a, b) => last(a) - last(b))) {
      const { path, body } = sampleCall(operation, { ids, word: 'Aldebaran', whole })
      const person = changesCaller(operation) ? await app.member(pilot.customerId, 'global_pilote') : isProviders(operation) ? root : pilot
      note(
        `${operation.method} ${operation.path}`,
        await watchStatements(() => (operation.upload ? person.upload(path, 'file.txt', 'content') : person.call(operation.method, path, body))),
      )
    }
  }
  note('jobs', await watchStatements(() => app.jobs()))
}, 180_000)
afterAll(() => app.close())

/** The places of the order that the decision writes down, each a pattern of names. */
async function writtenOrder(): Promise<readonly (readonly RegExp[])[]> {
  const text = await readFile(new URL('../../docs/decisions/0017-one-order-of-locks.md', import.meta.url), 'utf8')
  return text
    .split('\n')
    .filter((line) => /^\d+\. /.test(line))
    .map((line) => [...line.matchAll(/`([^`]+)`/g)].map(([, name = '']) => new RegExp(`^${name.replace('*', '.+')}$`)))
}

/** Where a lock stands, by line and within the line: a name beats a pattern. */
function placeIn(order: readonly (readonly RegExp[])[], lock: string): number | undefined {
  const places = order.flatMap((line, n) =>
    line.flatMap((pattern, m) => (pattern.test(lock) ? [{ place: n * 100 + m, exact: !pattern.source.includes('.+') }] : [])),
  )
  return (places.find(({ exact }) => exact) ?? places[0])?.place
}

/** What hangs on a row, such as its links, is locked under that row; the rest has an order. */
const ordered = (lock: string) => lock.includes(':') || resources.has(lock) || ['customer', 'instance', 'comment', 'bulk_edit', 'audit head'].includes(lock)

function outOfOrder(order: readonly (readonly RegExp[])[], { what, locks }: Omit<Transaction, 'texts'>): string[] {
  const own = locks.filter(ordered)
  return own.slice(1).flatMap((lock, n) => {
    const before = own[n] ?? ''
    return (placeIn(order, lock) ?? 0) < (placeIn(order, before) ?? 0) ? [`${what}: ${before}, then ${lock}`] : []
  })
}

describe('locks', () => {
  test('are all in the order that is written down', async () => {
    const order = await writtenOrder()
    const locks = [...new Set(transactions.flatMap((one) => one.locks))].filter(ordered)
    expect(locks.length).toBeGreaterThan(40)
    expect(locks.filter((lock) => placeIn(order, lock) === undefined)).toEqual([])
  })

  test('are taken in that order by every operation', async () => {
    const order = await writtenOrder()
    expect(transactions.filter(({ locks }) => locks.length > 2).length).toBeGreaterThan(90)
    expect([...new Set(transactions.flatMap((one) => outOfOrder(order, one)))]).toEqual([])
  })

  test('of a made-up transaction in another order are told', async () => {
    const order = await writtenOrder()
    const texts = [
      'begin',
      'select 1 from perimeter t where t.id = 1 for no key update of t',
      "select pg_advisory_xact_lock(hashtextextended('turn perimeter tree', $1))",
      'select audit_append($1)',
    ]
    expect(locksOf(texts)).toEqual(['perimeter', 'turn: perimeter tree', 'audit head'])
    expect(outOfOrder(order, { what: 'made up', locks: locksOf(texts) })).toEqual(['made up: perimeter, then turn: perimeter tree'])
  })

  test('of rows let whoever refers to them go on, unless the row may go', () => {
    // Models that a requirement has no more take their measures along, where nobody decided anything.
    // A plan that is undone takes its actions along.
    const removes = /^DELETE|bulk_delete$|^POST \/measure\/decide\/undo$|^PUT \/control\/\{id\}\/solutions$|\/reset$|^what fills|^jobs$/
    const greedy = transactions.flatMap(({ what, texts }) =>
      removes.test(what) ? [] : texts.filter((text) => /\bfor update\b(?! skip)/.test(text)).map((text) => `${what}: ${text}`),
    )
    // What a trial or a published message is, nothing refers to.
    expect(greedy.filter((text) => !/customer_option|login_message|wiki/.test(text))).toEqual([])
  })
})
