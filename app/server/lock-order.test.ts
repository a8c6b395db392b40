import { readFile } from 'node:fs/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { locksOf } from '#tools/test/locks-of.ts'
import { watchStatements, type Watched } from '#tools/test/watch-statements.ts'
import { seedCatalog } from '#areas/policies/server/index.ts'
import type { Operation } from '#kit/server/http/api.ts'
import { fillOrganisation, type Ids } from './fill-organisation.ts'
import { areas, resources } from './registry.ts'
import { changesCaller, isProviders, sampleCall } from './sample-calls.ts'
import { testApp, type Person, type TestApp } from './test-app.ts'

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

/** What takes something away or ends a session comes after everything else. */
const takesAway = ({ method, path }: Operation) => method === 'DELETE' || /bulk_delete|logout|reset$|user\/customer|language/.test(path)

/** The area of what an operation is about. */
const areaOf = ({ tag }: Operation) => resources.get(tag)?.def.area ?? 'none'
const groups = [false, true].flatMap((removals) =>
  [...areas.map(({ name }) => name), 'none'].map((area) => ({ area, removals, title: `${removals ? 'removals' : 'calls'} of ${area}` })),
)

let pilot: Person
let root: Person
let ids: Ids = new Map()
let order: Awaited<ReturnType<typeof writtenOrder>>
beforeAll(async () => {
  order = await writtenOrder()
  app = await testApp()
  pilot = await app.member((await app.customer()).id, 'global_pilote')
  root = await app.signIn('root@vigie.example')
})
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

function outOfOrder({ what, locks }: Omit<Transaction, 'texts'>): string[] {
  const own = locks.filter(ordered)
  return own.slice(1).flatMap((lock, n) => {
    const before = own[n] ?? ''
    return (placeIn(order, lock) ?? 0) < (placeIn(order, before) ?? 0) ? [`${what}: ${before}, then ${lock}`] : []
  })
}

describe('locks are taken in the order that is written down by', () => {
  /** Does something, and tells what of it took its locks in another order. */
  const watched = async (what: string, work: () => Promise<unknown>) => {
    const from = transactions.length
    note(what, await watchStatements(work))
    return [...new Set(transactions.slice(from).flatMap((one) => outOfOrder(one)))]
  }

  test('what fills an organisation', async () => {
    expect(await watched('what fills an organisation', async () => void (ids = await fillOrganisation(app, pilot, 'Aldebaran')))).toEqual([])
  })

  test('what comes with the product, and who adopts it', async () => {
    expect(await watched('what comes with the product', () => seedCatalog(app.db, resources))).toEqual([])
    const [shared] = (await pilot.get('/policy/shared')).body.objects
    let copy = 0
    const adopt = async () => {
      copy = (await pilot.post('/policy/fork', { id: shared.id })).body.object.id
    }
    expect(await watched('POST /policy/fork of what is shared', adopt)).toEqual([])
    expect(await watched('POST /policy/{id}/renew of a copy', () => pilot.post(`/policy/${copy}/renew`))).toEqual([])
  })

  test.each(groups)('$title', async ({ area, removals }) => {
    const wrong = []
    for (const operation of app.api.operations) {
      if (operation.access === 'public' || operation.path === '/auth/logout' || areaOf(operation) !== area || takesAway(operation) !== removals) continue
      for (const whole of [false, true]) {
        const { path, body } = sampleCall(operation, { ids, word: 'Aldebaran', whole })
        const person = changesCaller(operation) ? await app.member(pilot.customerId, 'global_pilote') : isProviders(operation) ? root : pilot
        const call = () => (operation.upload ? person.upload(path, 'file.txt', 'content') : person.call(operation.method, path, body))
        wrong.push(...(await watched(`${operation.method} ${operation.path}`, call)))
      }
    }
    expect(wrong).toEqual([])
  })

  test('jobs', async () => {
    expect(await watched('jobs', () => app.jobs())).toEqual([])
  })
})

describe('locks', () => {
  test('are all in the order that is written down', () => {
    const locks = [...new Set(transactions.flatMap((one) => one.locks))].filter(ordered)
    expect(locks.length).toBeGreaterThan(40)
    expect(locks.filter((lock) => placeIn(order, lock) === undefined)).toEqual([])
  })

  test('were watched in many transactions that take several', () => {
    expect(transactions.filter(({ locks }) => locks.length > 2).length).toBeGreaterThan(90)
  })

  test('of a made-up transaction in another order are told', () => {
    const texts = [
      'begin',
      'select 1 from perimeter t where t.id = 1 for no key update of t',
      "select pg_advisory_xact_lock(hashtextextended('turn perimeter tree', $1))",
      'select audit_append($1)',
    ]
    expect(locksOf(texts)).toEqual(['perimeter', 'turn: perimeter tree', 'audit head'])
    expect(outOfOrder({ what: 'made up', locks: locksOf(texts) })).toEqual(['made up: perimeter, then turn: perimeter tree'])
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
