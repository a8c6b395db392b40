import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { defineQuestion } from '#kit/contract/decision.ts'
import { byRole, everyRow } from '#kit/server/access/row-rule.ts'
import { kitApp, type Caller, type KitApp } from '#tools/test/kit-app.ts'
import { ask, decide, decisionsOf, withdraw, type AskedOf } from './decision.ts'
import { resourceOf, type Changes } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb, createRow, removeRow, updateRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'

/* No entity of today is decided about: things are, by pilots; Chloé asks about her own. */
const approval = defineQuestion({
  name: 'approval',
  outcomes: { GRANTED: { approves: true }, REJECTED: { reasoned: true } },
  openDays: 10,
})

let kit: KitApp
let asked: AskedOf<'GRANTED' | 'REJECTED'>
let id: number
let count = 0

const pilot: Caller = { member: 1 }
const contributor: Caller = { member: 2 }

beforeAll(async () => {
  kit = await kitApp()
  asked = { question: approval, resource: thing(), decides: byRole({ global_pilote: everyRow }) }
})
afterAll(() => kit.close())
beforeEach(async () => {
  id = await as(contributor, (tx) => make(tx, { name_en: 'Laptop', name_fr: 'Portable', amount: 5 }))
})

const thing = () => resourceOf(kit.resources, 'thing')
const as = <T>(caller: Caller, work: (tx: Tx) => Promise<T>, day?: string) =>
  kit.db.transaction(
    kit.customers.A,
    async (tx) => {
      tx.act(kit.who(caller))
      return work(tx)
    },
    day === undefined ? {} : { at: new Date(`${day}T10:00:00Z`) },
  )
const grantOf = (tx: Tx, verb: 'read' | 'create' | 'update' | 'delete') => authorizeVerb(tx, thing(), verb)
const make = async (tx: Tx, body: Changes) =>
  (await createRow(tx, grantOf(tx, 'create'), thing(), kit.resources, { identifier: `T${(count += 1)}`, ...body })).id
const change = (caller: Caller, of: number, body: Changes) => as(caller, (tx) => updateRow(tx, grantOf(tx, 'update'), thing(), kit.resources, of, body))
const request = (comment?: string, day?: string, caller = contributor) =>
  as(caller, (tx) => ask(tx, grantOf(tx, 'update'), asked, kit.resources, id, comment), day)
const answer = (of: number, outcome: 'GRANTED' | 'REJECTED', o: { reason?: string; by?: Caller; day?: string } = {}) =>
  as(o.by ?? pilot, (tx) => decide(tx, grantOf(tx, 'read'), asked, kit.resources, id, { request: of, outcome, reason: o.reason ?? null }), o.day)
const readDecisions = (caller: Caller = pilot, day?: string) => as(caller, (tx) => decisionsOf(tx, grantOf(tx, 'read'), thing(), kit.resources, id), day)
const states = async (day?: string) => (await readDecisions(pilot, day)).map(({ state }) => state)

test('who decided what, when and why is told with what was submitted, in the reader’s language', async () => {
  const made = await request('For the audit')
  await answer(made, 'REJECTED', { reason: 'Too dear' })
  await change(contributor, id, { name_en: 'Desktop', name_fr: 'Fixe', amount: 9 })
  const [decision] = await readDecisions()
  expect(decision).toMatchObject({
    id: made,
    question: 'approval',
    state: 'REJECTED',
    stale: true,
    comment: 'For the audit',
    reason: 'Too dear',
    asked_by: { name: 'Chloé Contributrice' },
    decided_by: { name: 'Paula Pilote' },
    asked_at: expect.any(Date),
    decided_at: expect.any(Date),
    copy: { name: 'Laptop', amount: 5, status: 'OPEN' },
  })
  expect((await readDecisions({ member: 1, lang: 'fr' }))[0]?.copy).toMatchObject({ name: 'Portable', name_en: 'Laptop' })
})

test('the copy keeps links as they were, and names nothing that its reader may not open, there or gone', async () => {
  const [own, foreign] = [await as(contributor, (tx) => make(tx, { name_en: 'Mine' })), await as(pilot, (tx) => make(tx, { name_en: 'Paula’s' }))]
  await change(pilot, id, { peers: [own, foreign] })
  await request(undefined, undefined, pilot)
  await change(pilot, id, { peers: [] })
  for (const gone of [own, foreign]) await as(pilot, (tx) => removeRow(tx, grantOf(tx, 'delete'), thing(), kit.resources, gone))
  const peers = async (caller: Caller) => {
    const [newest] = await readDecisions(caller)
    const peersThen = newest?.copy.peers as { name: string }[] | undefined
    return peersThen?.map(({ name }) => name)
  }
  expect(await peers(pilot)).toEqual(['Mine', 'Paula’s'])
  expect(await peers(contributor)).toEqual(['Mine', 'Hidden'])
})

describe('a decision is refused', () => {
  test('to who asked, and to who may not decide', async () => {
    const made = await request(undefined, undefined, pilot)
    await expect(answer(made, 'GRANTED')).rejects.toMatchObject({ status: 'FORBIDDEN', key: 'kit.errors.own_request' })
    await expect(answer(made, 'GRANTED', { by: contributor })).rejects.toMatchObject({ status: 'FORBIDDEN' })
    expect(await states()).toEqual(['OPEN'])
  })

  test('without the reason that is due, of a request that is not there, and twice', async () => {
    const made = await request()
    await expect(answer(made, 'REJECTED', { reason: ' ' })).rejects.toMatchObject({ details: { fields: { reason: [{ key: 'kit.errors.mandatory' }] } } })
    await expect(answer(made + 999, 'GRANTED')).rejects.toMatchObject({ status: 'NOT_FOUND' })
    await answer(made, 'GRANTED')
    await expect(answer(made, 'REJECTED', { reason: 'No' })).rejects.toMatchObject({ key: 'kit.errors.decided_already' })
  })

  test('when the object has changed since: it may be rejected or asked anew, not approved', async () => {
    const made = await request()
    await change(contributor, id, { amount: 6 })
    await expect(answer(made, 'GRANTED')).rejects.toMatchObject({ key: 'kit.errors.changed_since_asked' })
    const anew = await request()
    await answer(anew, 'GRANTED')
    expect(await states()).toEqual(['GRANTED', 'REPLACED'])
  })

  test('once the request has expired', async () => {
    const made = await request(undefined, '2031-03-01')
    expect(await states('2031-03-11')).toEqual(['OPEN'])
    expect(await states('2031-03-12')).toEqual(['EXPIRED'])
    await expect(answer(made, 'GRANTED', { day: '2031-03-12' })).rejects.toMatchObject({ key: 'kit.errors.request_expired' })
    await answer(made, 'GRANTED', { day: '2031-03-11' })
  })
})

test('a request is taken back by who may change the object, once', async () => {
  await request()
  const takeBack = () => as(contributor, (tx) => withdraw(tx, grantOf(tx, 'update'), asked, kit.resources, id))
  await takeBack()
  expect(await states()).toEqual(['WITHDRAWN'])
  await expect(takeBack()).rejects.toMatchObject({ key: 'kit.errors.decided_already' })
})

test('of two who decide at once one does', async () => {
  const made = await request()
  const done = await Promise.allSettled([answer(made, 'GRANTED'), answer(made, 'REJECTED', { reason: 'No' })])
  expect(done.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
})

test('neither request nor decision is changed or removed, by the server or by the owner of the tables, nor by what becomes of the object', async () => {
  const made = await request()
  await answer(made, 'GRANTED')
  await as(pilot, (tx) => removeRow(tx, grantOf(tx, 'delete'), thing(), kit.resources, id))
  const within = `set local app.customer_id = '${kit.customers.A}'`
  for (const [table, key] of [
    ['decision_request', 'id'],
    ['decision', 'request_id'],
  ] as const) {
    for (const statement of [`update ${table} set customer_id = customer_id where ${key} = ${made}`, `delete from ${table} where ${key} = ${made}`]) {
      await expect(kit.owner.query(`begin; ${within}; ${statement}`)).rejects.toThrow('is not changed once written')
      await kit.owner.query('rollback')
      await expect(as(pilot, (tx) => tx.runText(statement))).rejects.toThrow('permission denied')
    }
  }
  const { rows } = (
    (await kit.owner.query(`begin; ${within}; select copy from decision_request where id = ${made}; commit`)) as unknown as { rows: { copy: string }[] }[]
  )[2] ?? { rows: [] }
  expect(JSON.parse(rows[0]?.copy ?? '{}')).toMatchObject({ en: { name: 'Laptop' }, fr: { name: 'Portable' } })
})

test('the audit chain holds the digest of what was submitted, and what came of it', async () => {
  const made = await request()
  await answer(made, 'GRANTED')
  const lines = await as(pilot, (tx) =>
    tx.runText<{ action: string; details: string }>('select action, details from audit_log where customer_id = $1 and object_id = $2 order by seq', [
      kit.customers.A,
      id,
    ]),
  )
  expect(lines.map(({ action }) => action)).toEqual(['create', 'approval_asked', 'approval_decided'])
  expect(JSON.parse(lines[1]?.details ?? '{}')).toEqual({ request: made, copy: expect.stringMatching(/^[0-9a-f]{64}$/) })
  expect(JSON.parse(lines[2]?.details ?? '{}')).toEqual({ request: made, outcome: 'GRANTED', reason: null })
  // Whoever reads the decision is told the same digest.
  expect(JSON.parse(lines[1]?.details ?? '{}').copy).toBe((await readDecisions())[0]?.fingerprint)
})

test('nobody of another organisation finds a request', async () => {
  await request()
  const elsewhere = kit.db.transaction(kit.customers.B, async (tx) => {
    tx.act(kit.who({ customer: 'B' }))
    return tx.runText('select 1 from decision_request')
  })
  expect(await elsewhere).toEqual([])
})

test('an outcome has no name that the kit gives', () => {
  expect(() => defineQuestion({ name: 'x', outcomes: { EXPIRED: {} } })).toThrow('EXPIRED')
})
