import { afterAll, beforeAll, expect, test } from 'vitest'
import { defineEntity } from '#kit/contract/entity.ts'
import { text } from '#kit/contract/field.ts'
import type { Verb } from '#kit/contract/right.ts'
import { assertGranted, authorize, onward, systemGrant, type Grant } from '#kit/server/access/authorize.ts'
import { systemWorks } from '#kit/server/access/system-works.ts'
import { kitApp, type KitApp } from '#tools/test/kit-app.ts'
import { bulkRemove, bulkUndo, bulkUpdate } from './bulk.ts'
import { forkRow } from './fork.ts'
import { listOptions, listPage, listRows } from '#kit/server/data/lists/list-engine.ts'
import { reorder } from './reorder.ts'
import { resourceOf } from '#kit/server/data/resources/resource.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import { lockRow, lockRows } from './locking.ts'
import { authorizeVerb, createRow, removeRow, updateRow } from './store.ts'
import { updateAlike } from './update-rows.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'

let kit: KitApp
let id: number
const thing = () => resourceOf(kit.resources, 'thing')
const asPilot = <T>(work: (tx: Tx) => Promise<T>) =>
  kit.db.transaction(kit.customers.A, (tx) => {
    tx.act(kit.who())
    return work(tx)
  })

beforeAll(async () => {
  kit = await kitApp()
  id = await asPilot(async (tx) => (await createRow(tx, authorizeVerb(tx, thing(), 'create'), thing(), kit.resources, { name_en: 'First' })).id)
})
afterAll(() => kit.close())

const query = { sort: [], filters: [], global_search: '', per_page: 10, page: 1 }
const works: readonly (readonly [string, Verb, (tx: Tx, grant: Grant) => Promise<unknown>])[] = [
  ['getRow', 'read', (tx, grant) => getRow(tx, grant, thing(), kit.resources, id)],
  ['listPage', 'read', (tx, grant) => listPage(tx, grant, thing(), kit.resources, query)],
  ['listRows', 'read', (tx, grant) => listRows(tx, grant, thing(), kit.resources, { search: '', limit: 10 })],
  ['listOptions', 'read', (tx, grant) => listOptions(tx, grant, thing(), { search: '', limit: 10 })],
  ['createRow', 'create', (tx, grant) => createRow(tx, grant, thing(), kit.resources, { name_en: 'Next' })],
  ['forkRow', 'create', (tx, grant) => forkRow(tx, grant, thing(), kit.resources, id)],
  ['updateRow', 'update', (tx, grant) => updateRow(tx, grant, thing(), kit.resources, id, { amount: 1 })],
  ['updateAlike', 'update', (tx, grant) => updateAlike(tx, grant, thing(), kit.resources, [], { amount: 1 }, 'update')],
  ['lockRow', 'update', (tx, grant) => lockRow(tx, grant, thing(), kit.resources, id, 'update')],
  ['lockRows', 'delete', (tx, grant) => lockRows(tx, grant, thing(), [{ id }], 'delete')],
  ['bulkUpdate', 'update', (tx, grant) => bulkUpdate(tx, grant, thing(), kit.resources, [{ id }], { amount: 1 })],
  ['removeRow', 'delete', (tx, grant) => removeRow(tx, grant, thing(), kit.resources, id)],
  ['bulkRemove', 'delete', (tx, grant) => bulkRemove(tx, grant, thing(), kit.resources, [id])],
]
/** Of each verb, what is none of its rights: others of the entity, of something else, merely being signed in, and works of the program that are about something else. */
const wrong: Readonly<Record<Verb, readonly ((who: Tx['who']) => Grant)[]>> = {
  read: [(who) => authorize(who, 'view.share'), (who) => authorize(who, 'session'), (who) => systemGrant('what follows from an action', who)],
  create: [
    (who) => authorize(who, 'thing.read'),
    (who) => authorize(who, 'thing.write'),
    (who) => authorize(who, 'session'),
    (who) => systemGrant('a member who comes in', who),
  ],
  update: [
    (who) => authorize(who, 'thing.read'),
    (who) => authorize(who, 'thing.create'),
    (who) => authorize(who, 'session'),
    (who) => systemGrant('one’s own profile', who),
  ],
  delete: [
    (who) => authorize(who, 'thing.read'),
    (who) => authorize(who, 'thing.create'),
    (who) => authorize(who, 'session'),
    (who) => systemGrant('what follows from an action', who),
  ],
}

test.each(works)('%s takes a grant of the entity’s right to %s alone', async (_, verb, work) => {
  for (const make of wrong[verb])
    await expect(asPilot((tx) => work(tx, make(tx.who)))).rejects.toThrow(/^A grant of .* does not (read|create|update|delete) thing$/)
  // Nothing of it was written, and with the right of the verb it is.
  expect(await asPilot((tx) => getRow(tx, authorizeVerb(tx, thing(), 'read'), thing(), kit.resources, id))).toMatchObject({ version: 1 })
  const undone = new Error('undone')
  await expect(
    asPilot(async (tx) => {
      await work(tx, authorizeVerb(tx, thing(), verb))
      throw undone
    }),
  ).rejects.toBe(undone)
})

test('ranks and the undo of many changes take the right to change', async () => {
  await expect(asPilot((tx) => reorder(tx, authorize(tx.who, 'thing.read'), thing(), kit.resources, [id]))).rejects.toThrow('does not update thing')
  const { undo: ticket } = await asPilot((tx) => bulkUpdate(tx, authorizeVerb(tx, thing(), 'update'), thing(), kit.resources, [{ id }], { amount: 7 }))
  await expect(asPilot((tx) => bulkUndo(tx, authorize(tx.who, 'thing.read'), thing(), kit.resources, ticket))).rejects.toThrow('does not update thing')
  await asPilot((tx) => bulkUndo(tx, authorizeVerb(tx, thing(), 'update'), thing(), kit.resources, ticket))
})

test('who may write a row is shown what they wrote', async () => {
  for (const right of ['thing.create', 'thing.write'] as const)
    expect(await asPilot((tx) => getRow(tx, authorize(tx.who, right), thing(), kit.resources, id))).toMatchObject({ id })
})

test('a grant that is none is the program’s fault: whoever called is told nothing of it', async () => {
  const wronged = await kitApp(({ api, resources }) => {
    const wrongly = {
      method: 'GET',
      path: '/wrongly',
      tag: 'thing',
      summary: 'Read a thing by no right of it',
      access: 'session',
      answer: {} as never,
    } as const
    api.add(wrongly, async ({ tx, grant }) => ({ object: await getRow(tx, grant, resourceOf(resources, 'thing'), resources, 1) }))
    return []
  })
  const answer = await wronged.call('GET', '/wrongly')
  expect([answer.status, JSON.stringify(answer.body).includes('grant')]).toEqual([500, false])
  await wronged.close()
})

/** Entities with a right of their own for each verb, called as those that the works of the program are about. */
const named = (name: string) =>
  defineEntity({
    name,
    area: 'made_up',
    title: 'name',
    fields: { name: text() },
    rights: { read: `${name}.read`, create: `${name}.create`, update: `${name}.update`, delete: null },
    list: { columns: ['name'], filters: [], sort: 'name', search: [] },
    form: [],
  })
const allowed = (grant: Grant, name: string) =>
  (['read', 'create', 'update', 'delete'] as const).filter((verb) => {
    try {
      assertGranted(grant, named(name), verb)
      return true
    } catch {
      return false
    }
  })

test('what the program does by itself is this, and takes no more than this', () => {
  expect(systemWorks).toEqual({
    'what follows from an action': {
      measure: ['update'],
      remediation: ['update', 'delete'],
      review: ['create', 'update'],
      incident: ['update'],
      gap: ['update'],
      exemption: ['update'],
      evidence: ['create'],
      risk: ['update'],
    },
    'levels of risks that follow their measures': { risk: ['update'] },
    'scenarios that follow their measures': { risk_scenario: ['update'] },
    'risks that were decided about': { risk: ['update'] },
    'scenarios that an analysis lays out': { risk_scenario: ['create', 'delete'] },
    'people who take themselves off a report': { report_schedule: ['update'] },
    'projects that rest and are taken up again': { isp_project: ['update'] },
    'exemptions whose end came': { exemption: ['update'] },
    'exemptions of a grouping': { exemption: ['update'] },
    'indicators of a measure that is reset': { indicator: ['update'] },
    'what somebody is to look at': { review: ['create'] },
    'models that requirements call for': { solution: ['create'] },
    'what policies call for': { measure: ['create', 'delete'] },
    'one’s own profile': { member: ['update'] },
    'a member who comes in': { member: ['create'] },
    'what a program is called by': { member: ['create', 'update'] },
    'people whom an identity provider names': { member: ['create', 'update'] },
    'what a ticket tells': { remediation: ['update'], occurrence: ['update'] },
    'webhooks whose receiver is gone': { webhook: ['update'] },
    'connectors whose runs fail': { review: ['create', 'update'] },
    'occurrences of recurring tasks': { occurrence: ['create', 'update', 'delete'], runtask: ['delete'] },
    'suppliers that were evaluated': { supplier: ['update'] },
    'evaluations that a campaign asks for': { evaluation: ['create', 'update', 'delete'], campaign: ['update'] },
    'people from outside, for as long as they are asked': { member: ['create', 'update'], evaluation: ['update'] },
    'what people from outside prove': { evidence: ['create'] },
    'what an answer opens': { gap: ['create'], remediation: ['create'] },
    'a gap that somebody reports': { gap: ['create'], gap_register: ['create'] },
  })
  const follows = systemGrant('what follows from an action', kit.who())
  expect([allowed(follows, 'measure'), allowed(follows, 'remediation'), allowed(follows, 'member')]).toEqual([
    ['read', 'update'],
    ['read', 'update', 'delete'],
    [],
  ])
  expect(allowed(systemGrant('one’s own profile', kit.who()), 'member')).toEqual(['read', 'update'])
  expect(allowed(systemGrant('a member who comes in', kit.who()), 'member')).toEqual(['read', 'create'])
})

test('what has no right, so no call, is for who is signed in and the code that does it', () => {
  const who = { ...kit.who(), rights: new Set(['member.update']) }
  expect(allowed(authorize(who, 'session'), 'member')).toEqual(['delete'])
  expect(allowed(authorize(who, 'member.update'), 'member')).toEqual(['read', 'update'])
})

test('what one write does to another entity takes its right too, unless the program does it by itself', () => {
  const who = { ...kit.who(), rights: new Set(['remediation.update']) }
  expect(() => onward(authorize(who, 'remediation.update'), named('measure'), 'update')).toThrow(expect.objectContaining({ status: 'FORBIDDEN' }))
  const both = { ...who, rights: new Set(['remediation.update', 'measure.update']) }
  expect(allowed(onward(authorize(both, 'remediation.update'), named('measure'), 'update'), 'measure')).toEqual(['read', 'update'])
  const follows = systemGrant('what follows from an action', who)
  expect(onward(follows, named('measure'), 'update')).toBe(follows)
})
