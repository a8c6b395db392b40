import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { locksOf } from '#tools/test/locks-of.ts'
import { watchStatements, type Watched } from '#tools/test/watch-statements.ts'
import { seedCatalog } from '#areas/policies/server/index.ts'
import { lockPlaces } from '#kit/server/data/database/lock-order.ts'
import type { Operation } from '#kit/server/http/api.ts'
import { zipEntries } from '#kit/server/sheets/unzip.ts'
import { fillOrganisation, type Ids } from '#app/test/worlds/fill-organisation.ts'
import { areas, resources } from '#app/server/registry.ts'
import { isProviders } from './sample-calls.ts'
import { distinctOf } from './shapes.ts'
import { testApp, type Answer, type Person, type TestApp } from '#app/test/worlds/test-app.ts'
import { distinctCallsOf, nameOf, neverFails, textOf, walk, type Judge } from './walk-operations.ts'
import { isWalkedOperation, walksEverything } from './walked.ts'

/*
 * Every operation by the people of one organisation, with ids of its own rows: what it answers is what it documents, it shows them what they ask for, and it takes
 * its locks in the one order (kit/server/data/database/lock-order.ts).
 */

/** Words that stand in everything the organisation says, and in everything that it is told here. */
const words = { said: 'Aldebaran', sent: 'Zephyrine' }

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
/** Who sends what may be left out. */
let colleague: Person
let root: Person
let document: Document
let ids: Ids = new Map()
beforeAll(async () => {
  app = await testApp()
  pilot = await app.member((await app.customer(words.said)).id, 'global_pilote')
  colleague = await another()
  root = await app.signIn('root@vigie.example')
  document = (await pilot.get('/openapi.json')).body
})
afterAll(() => app.close())

/** Another one, where a call would change what the asker may do. */
const another = () => app.member(pilot.customerId, 'global_pilote', { firstname: words.said, lastname: words.said })

/** Where a lock stands in the order. */
const placeOf = lockPlaces(resources)

/** What hangs on a row, such as its links, is locked under that row; the rest has an order. */
const ordered = (lock: string) => lock.includes(':') || resources.has(lock) || ['customer', 'instance', 'comment', 'bulk_edit', 'audit head'].includes(lock)

function outOfOrder({ what, locks }: Omit<Transaction, 'texts'>): string[] {
  const own = locks.filter(ordered)
  return own.slice(1).flatMap((lock, n) => {
    const before = own[n] ?? ''
    return (placeOf(lock) ?? 0) < (placeOf(before) ?? 0) ? [`${what}: ${before}, then ${lock}`] : []
  })
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, { readonly $ref?: string }>> }>>>>
  readonly components: { readonly responses: Readonly<Record<string, { readonly description: string }>> }
}

/** What such a call may be refused with, as far as its kind says: by hand, since the document has one description for the refusals of all operations. */
function refusalsOf({ method, access, upload }: Operation): readonly number[] {
  // What is not there may be named by a body or a query too.
  return [400, 404, ...(access === 'public' ? [] : [401, 403]), ...(method !== 'GET' || access !== 'public' ? [409] : []), ...(upload ? [413] : [])]
}

/** Whether the document says that an operation answers so: by its status, or as a refusal that its kind of call may meet, under a status and with a code that the document names. */
function isDescribed({ paths, components }: Document, operation: Operation, { status, body }: Answer): boolean {
  const { default: refused, ...named } = paths[`/api${operation.path}`]?.[operation.method.toLowerCase()]?.responses ?? {}
  if (status in named) return true
  if (refused?.$ref !== '#/components/responses/refusal' || !refusalsOf(operation).includes(status)) return false
  const documented = components.responses.refusal?.description.split('; ').find((part) => part.includes(`${status} \``))
  return documented !== undefined && body.ok === false && typeof body.message === 'string' && typeof body.code === 'string'
}

/** Each answer that an entity has in a way of its own, and each call that writes by rules of its own. */
const ofEach = ['GET /{id}', 'POST /page', 'POST ', 'PUT /{id}', 'PUT /bulk', 'DELETE /{id}', 'POST /bulk_delete']
const operations = () => distinctOf(app.api.operations.filter(({ path }) => path !== '/auth/logout').filter(isWalkedOperation), ofEach)
const isRead = (operation: Operation) => !isProviders(operation) && (operation.method === 'GET' || operation.path.endsWith('/page'))
const answered = new Set<string>()
const shown = new Set<string>()

const described: Judge = ({ operation, answer }) => !isDescribed(document, operation, answer) && `${answer.status} ${textOf(answer).slice(0, 200)}`
const parsed: Judge = ({ operation, answer }) => {
  if (answer.status !== 200 || operation.download) return undefined
  answered.add(nameOf(operation))
  const { error } = operation.answer.safeParse(answer.body)
  return error && JSON.stringify(error.issues.slice(0, 3))
}
const shows: Judge = ({ operation, answer }) => {
  if (isRead(operation) && fileOrText(answer).includes(words.said.toLowerCase())) shown.add(nameOf(operation))
  return undefined
}
/** What an answer says, also in a file whose parts are packed, as those of Excel and Word are. */
const fileOrText = (answer: Answer): string =>
  (Buffer.isBuffer(answer.body)
    ? (zipEntries(answer.body) ?? [{ read: () => answer.body as Buffer }]).map((part) => part.read().toString('utf8')).join('\n')
    : textOf(answer)
  ).toLowerCase()

describe('locks are taken in the one order by', () => {
  /** Does something, and tells what of it took its locks in another order. */
  const watched = async (what: string, work: () => Promise<unknown>) => {
    const from = transactions.length
    note(what, await watchStatements(work))
    return [...new Set(transactions.slice(from).flatMap((one) => outOfOrder(one)))]
  }

  test('what fills an organisation', async () => {
    expect(await watched('what fills an organisation', async () => void (ids = await fillOrganisation(app, pilot, words.said)))).toEqual([])
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

  test.each(groups)('$title, which answer what they document', async ({ area, removals }) => {
    const wrong: string[] = []
    const watching = async (operation: Operation, sent: () => Promise<Answer>) => {
      let answer: Answer | undefined
      wrong.push(...(await watched(nameOf(operation), async () => void (answer = await sent()))))
      return answer as Answer
    }
    const all = operations().filter((operation) => areaOf(operation) === area && takesAway(operation) === removals)
    // Nobody may comment on everything twice within a minute: what may be left out is sent by another.
    for (const [at, person] of [pilot, colleague].entries()) {
      const calls = (operation: Operation) => distinctCallsOf(operation, { ids, word: words.sent }).slice(at, at + 1)
      for (const [of, caller, instead] of [
        [all.filter((operation) => !isProviders(operation)), person, another],
        [all.filter(isProviders), root, undefined],
      ] as const) {
        const found = await walk({ operations: of, calls, person: caller, instead, watching }, { described, parsed, shows, fails: neverFails })
        expect(found).toEqual({ described: [], parsed: [], shows: [], fails: [] })
      }
    }
    expect(wrong).toEqual([])
  })

  test('jobs', async () => {
    expect(await watched('jobs', () => app.jobs())).toEqual([])
  })
})

test('every operation shows its own people what they ask for', () => {
  const reads = operations().filter(isRead)
  expect(answered.size).toBeGreaterThan(walksEverything ? 150 : 0)
  const silent = reads.map(nameOf).filter((name) => !shown.has(name))
  // Figures, counts and calls about something else.
  expect(silent.length).toBeLessThan(160)
  // Every row itself and its page are shown; what one was told oneself has a test of its own.
  expect(
    silent.filter(
      (name) =>
        /^(GET \/\w+\/\{id\}|POST \/\w+\/page)$/.test(name) && !/report|export|score|picture|shelf|library_addition|notification|ticket_join/.test(name),
    ),
  ).toEqual([])
})

describe('locks', () => {
  test('are all in the order', () => {
    const locks = [...new Set(transactions.flatMap((one) => one.locks))].filter(ordered)
    expect(locks.length).toBeGreaterThan(walksEverything ? 40 : 0)
    expect(locks.filter((lock) => placeOf(lock) === undefined)).toEqual([])
  })

  test('were watched in many transactions that take several', () => {
    expect(transactions.filter(({ locks }) => locks.length > 2).length).toBeGreaterThan(walksEverything ? 90 : 0)
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
