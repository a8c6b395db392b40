import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ListQuery } from '#kit/contract/list-query.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import { systemWho, type Who } from '#kit/server/access/who.ts'
import { listPage, type Row } from '#kit/server/data/list-engine.ts'
import type { Resource } from '#kit/server/data/resource.ts'
import { asPast } from '#kit/server/data/select-row.ts'
import type { Tx } from '#kit/server/data/transaction.ts'
import { fillOrganisation, sampleBody, type Ids } from './fill-organisation.ts'
import { resources, rightsOf } from './registry.ts'
import { testApp, type Person, type TestApp } from './test-app.ts'

let app: TestApp
let pilot: Person
let ids: Ids

type Read = (tx: Tx, resource: Resource) => Promise<unknown>
/** What every entity answered, by its name. */
type Answers = Map<string, unknown>

const roles = ['global_pilote'] as const
const who = (): Who => ({ ...systemWho(pilot.customerId, 'test', 'test'), memberId: pilot.memberId, roles, rights: rightsOf(roles) })

const query: ListQuery = { sort: [], filters: [], global_search: '', page: 1, per_page: 1000 }

/** All rows with all their fields. */
const whole: Read = async (tx, resource) => {
  const fields = Object.keys(resource.def.fields)
  const { objects, total } = await listPage(tx, authorize(tx.who, resource.def.rights.read), resource, resources, query, { fields })
  return { total, objects: objects.map((row) => asPast(row)).toSorted((a: Row, b: Row) => a.id - b.id) }
}

async function everything(read: Read, open: (tx: Tx) => void): Promise<Answers> {
  const answers: Answers = new Map()
  for (const [name, resource] of resources)
    await app.db.transaction(pilot.customerId, async (tx) => {
      tx.act(who())
      open(tx)
      answers.set(name, JSON.parse(JSON.stringify(await read(tx, resource))))
    })
  return answers
}

/** What is answered now, with the moment at which it was. */
async function remember(read: Read): Promise<{ at: Date; answers: Answers }> {
  const answers = await everything(read, () => {})
  const at = new Date()
  // What happens next happens in another millisecond.
  await pause(2)
  return { at, answers }
}

beforeAll(async () => {
  app = await testApp()
  pilot = await app.member((await app.customer('Ours')).id, 'global_pilote')
  ids = await fillOrganisation(app, pilot, 'Alpha')
}, 120_000)
afterAll(() => app.close())

interface Listed {
  readonly total: number
  readonly objects: readonly Row[]
}

/** The fields that two answers do not share, each with an example. */
function differences(then: Listed, past: Listed): Map<string, [unknown, unknown]> {
  const found = new Map<string, [unknown, unknown]>()
  const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b)
  const ids = (rows: readonly Row[]) => rows.map(({ id }) => id)
  if (then.total !== past.total || !same(ids(then.objects), ids(past.objects))) found.set('id', [ids(then.objects), ids(past.objects)])
  for (const row of then.objects) {
    const other = past.objects.find(({ id }) => id === row.id)
    for (const key of Object.keys({ ...row, ...other })) if (other && !same(row[key], other[key])) found.set(key, [row[key], other[key]])
  }
  return found
}

test('whatever is written since, each entity answers of a moment what it answered then: rows, links, owned rows, files, references and derived values', async () => {
  const filled = await remember(whole)
  for (const { def } of resources.values()) {
    const id = ids.get(def.name)?.[0]
    if (def.rights.update === null) continue
    const wanted = sampleBody(def.fields, { word: 'Beta', ids })
    if ((await pilot.put(`/${def.name}/${id}`, wanted)).status === 200) continue
    for (const [key, value] of Object.entries(wanted)) await pilot.put(`/${def.name}/${id}`, { [key]: value })
  }
  const changed = await remember(whole)
  for (const { def } of [...resources.values()].toReversed())
    if (def.rights.delete !== null) for (const id of ids.get(def.name) ?? []) await pilot.delete(`/${def.name}/${id}`)
  const removed = await remember(whole)
  expect(changed.answers).not.toEqual(filled.answers)
  expect(removed.answers).not.toEqual(changed.answers)
  const others = new Map<string, unknown>()
  for (const [n, { at, answers }] of [filled, changed, removed].entries()) {
    const past = await everything(whole, (tx) => tx.readPast(at))
    for (const [name, answer] of answers)
      for (const [field, pair] of differences(answer as Listed, past.get(name) as Listed)) others.set(`${name}.${field}`, [n, ...pair])
  }
  // What is secret stands as it is now, or not at all, and the pairs of a set are those of today.
  for (const field of ['auth_config.client_secret_set', 'auth_config.key', 'mapping_set.pairs']) others.delete(field)
  expect(Object.fromEntries(others)).toEqual({})
})
