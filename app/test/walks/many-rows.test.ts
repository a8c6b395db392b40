import fc from 'fast-check'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { authorize } from '#kit/server/access/authorize.ts'
import { systemWho } from '#kit/server/access/who.ts'
import { fieldsOfKind, linkTable } from '#kit/server/data/sql/columns.ts'
import { createRows } from '#kit/server/data/store/create-rows.ts'
import { removeRows } from '#kit/server/data/store/remove-rows.ts'
import { resourceOf, type Changes, type Resource, type Stored } from '#kit/server/data/resources/resource.ts'
import { createRow, removeRow, updateRow } from '#kit/server/data/store/store.ts'
import type { DomainEvent, Tx } from '#kit/server/data/database/transaction.ts'
import { updateRows } from '#kit/server/data/store/update-rows.ts'
import { auditFaults } from '#tools/test/audit-faults.ts'
import { searchDiffers } from '#tools/test/search-differs.ts'
import { generatedRows, type Targets } from '#tools/test/generated-rows.ts'
import { resources } from '#app/server/registry.ts'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'

let app: TestApp
let owner: pg.Client
let pilot: Person
let customer: number
let target: Targets
const events: DomainEvent[] = []

beforeAll(async () => {
  app = await testApp()
  owner = new pg.Client(app.database.ownerUrl)
  await owner.connect()
  const made = await app.customer()
  customer = made.id
  pilot = await app.member(customer, 'global_pilote')
  const { dispatch } = app.db.ports
  app.db.ports = {
    ...app.db.ports,
    dispatch: async (tx, event) => {
      events.push(event)
      await dispatch(tx, event)
    },
  }
  target = await inTransaction(async (tx) => {
    const ids = async (name: string, inputs: Changes[]) => (await createAll(tx, name, inputs)).map(({ id }) => id)
    const [policy = 0] = await ids('policy', [{ name_en: 'Policy' }])
    const version = await tx.runText<{ id: number }>('select id from policy_version where customer_id = $1 and policy_id = $2', [customer, policy])
    const policyVersion = version[0]?.id ?? 0
    return {
      categories: await ids('category', [{ name_en: 'One' }, { name_en: 'Two' }]),
      threats: await ids('threat', [{ name_en: 'Fire' }, { name_en: 'Water' }, { name_en: 'Theft' }]),
      labels: await ids('label', [
        { name_en: 'Red', color: '#aa0000' },
        { name_en: 'Blue', color: '#0000aa' },
      ]),
      policyVersion,
      program: (await ids('program', [{ name_en: 'Plan' }]))[0] ?? 0,
    }
  })
})
afterAll(async () => {
  await owner.end()
  await app.close()
})

const at = new Date('2026-03-04T05:06:07.089Z')

const inTransaction = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
  app.db.transaction(
    customer,
    (tx) => {
      tx.act({ ...systemWho(customer, 'test', 'many-rows'), memberId: pilot.memberId })
      return work(tx)
    },
    { at, background: true },
  )

/** Some hours on, in the same transaction: no row has two versions of one moment. */
const later = (tx: Tx, hours: number) => tx.runText(`set local app.moment = '${new Date(at.getTime() + hours * 3_600_000).toISOString()}'`)

const grantFor = (tx: Tx, { def }: Resource, verb: 'create' | 'update' | 'delete') => authorize(tx.who, def.rights[verb] ?? 'session')
const of = (name: string) => resourceOf(resources, name)
const createAll = (tx: Tx, name: string, inputs: readonly Changes[]) => createRows(tx, grantFor(tx, of(name), 'create'), of(name), resources, inputs)

/** Everything that the writes of an entity leave: rows, what belongs to them, histories, search, counters, the audit with its digests and its chain. */
async function left(tx: Tx, { def }: Resource): Promise<object> {
  const related = fieldsOfKind(def, 'links', 'rows').map(([name]) => linkTable(def, name))
  const tables = [def.name, ...related].flatMap((table) => [table, `${table}_history`])
  const all: Record<string, unknown> = {}
  for (const table of [...tables, 'search_document', 'identifier_counter', 'audit_log', 'audit_entry'])
    all[table] = (
      await tx.runText<{ row: object }>(`select to_jsonb(t) as row from "${table}" t where customer_id = $1 order by to_jsonb(t)::text`, [customer])
    ).map(({ row }) => row)
  return all
}

/** Runs something, looks at what it leaves once it is audited, and takes it back, ids included. */
async function leaving(resource: Resource, work: (tx: Tx) => Promise<unknown>): Promise<object> {
  const { def } = resource
  const tables = [def.name, ...fieldsOfKind(def, 'rows').map(([name]) => linkTable(def, name)), 'control_lineage']
  const sequences = tables.map((table) => `select pg_get_serial_sequence('${table}', 'id') as name`).join(' union all ')
  const { rows } = await owner.query<{ name: string }>(`select name from (${sequences}) s where name is not null`)
  for (const { name } of rows) await owner.query(`select setval('${name}', 100000)`)
  events.length = 0
  let seen: object = {}
  const done = new Error('taken back')
  await expect(
    inTransaction(async (tx) => {
      await work(tx)
      await tx.finish()
      seen = { ...(await left(tx, resource)), events: events.flatMap(eachOf) }
      throw done
    }),
  ).rejects.toBe(done)
  return seen
}

/** What is told ahead of a removal is told once for all of its rows. */
function eachOf({ name, id, payload }: DomainEvent): Pick<DomainEvent, 'name' | 'id' | 'payload'>[] {
  return name.endsWith('.leaving')
    ? (payload as { ids: number[] }).ids.map((one) => ({ name, id: one, payload: { ids: [one] } as never }))
    : [{ name, id, payload }]
}

const kinds = generatedRows(() => target)

/** Names are said once in the customer, so that none is taken. */
const distinct = (inputs: readonly Changes[]) =>
  inputs.map((input, n) => ({ ...input, ...('name_en' in input && { name_en: `${String(input.name_en)} ${n}` }) }))
/** Children that were there keep their ids where the list is as long. */
const keeping = (tx: Tx, { def }: Resource, row: Stored, changes: Changes) =>
  Promise.all(
    Object.entries(changes).map(async ([name, value]) => {
      if (def.fields[name]?.kind !== 'rows') return [name, value]
      const known = await tx.runText<{ id: number }>(`select id from "${linkTable(def, name)}" where customer_id = $1 and owner_id = $2 order by position`, [
        customer,
        row.id,
      ])
      // The last comes first, so that some move.
      return [name, (value as Changes[]).map((child, n) => ({ ...child, ...(known.at(-1 - n) && { id: known.at(-1 - n)?.id }) }))]
    }),
  ).then((entries) => Object.fromEntries(entries) as Changes)

test.each(Object.keys(kinds))('rows of %s that are written at once leave exactly what they leave one by one', async (name) => {
  const resource = of(name)
  const plan = fc.array(fc.record({ first: kinds[name]!.first(), later: kinds[name]!.later(), goes: fc.boolean() }), { minLength: 1, maxLength: 6 })
  await fc.assert(
    fc.asyncProperty(plan, async (rows) => {
      const firsts = distinct(rows.map(({ first }) => first))
      const run = (
        create: (tx: Tx) => Promise<Stored[]>,
        update: (tx: Tx, updates: { id: number; changes: Changes }[]) => Promise<unknown>,
        remove: (tx: Tx, ids: number[]) => Promise<void>,
      ) =>
        leaving(resource, async (tx) => {
          const made = await create(tx)
          expect(made).toHaveLength(rows.length)
          const updates = []
          for (const [n, row] of made.entries()) updates.push({ id: row.id, changes: await keeping(tx, resource, row, rows[n]?.later ?? {}) })
          await later(tx, 1)
          await update(tx, updates)
          await later(tx, 2)
          await remove(
            tx,
            made.filter((_, n) => rows[n]?.goes).map(({ id }) => id),
          )
        })
      const grant = (tx: Tx, verb: 'create' | 'update' | 'delete') => grantFor(tx, resource, verb)
      const together = await run(
        (tx) => createRows(tx, grant(tx, 'create'), resource, resources, firsts),
        (tx, updates) => updateRows(tx, grant(tx, 'update'), resource, resources, updates),
        (tx, ids) => removeRows(tx, grant(tx, 'delete'), resource, resources, ids),
      )
      const apart = await run(
        async (tx) => {
          const made: Stored[] = []
          for (const first of firsts) made.push(await createRow(tx, grant(tx, 'create'), resource, resources, first))
          return made
        },
        async (tx, updates) => {
          for (const { id, changes } of updates) await updateRow(tx, grant(tx, 'update'), resource, resources, id, changes)
        },
        async (tx, ids) => {
          for (const id of ids) await removeRow(tx, grant(tx, 'delete'), resource, resources, id)
        },
      )
      expect(comparable(together)).toEqual(comparable(apart))
    }),
    { numRuns: 12, seed: 20261122 },
  )
})

/** Requirements made by hand name their lineage by a random key, and several events of several rows come in another order. */
function comparable(all: object): object {
  const { events: told, ...rest } = all as { events: { name: string; id: number }[] }
  return { ...rest, events: told.toSorted((a, b) => a.id - b.id || a.name.localeCompare(b.name)) }
}

test('what is written at once is what the audit says, row by row', async () => {
  await inTransaction(async (tx) => {
    const made = await createAll(
      tx,
      'threat',
      Array.from({ length: 30 }, (_, n) => ({ name_en: `Threat ${n}` })),
    )
    const threat = of('threat')
    await updateRows(
      tx,
      grantFor(tx, threat, 'update'),
      threat,
      resources,
      made.map(({ id }, n) => ({ id, changes: n % 2 === 0 ? { name_fr: `Menace ${n}` } : { description_en: 'Described' } })),
    )
  })
  const lines = await inTransaction((tx) =>
    tx.runText("select object_id from audit_log where customer_id = $1 and entity = 'threat' and digest is not null and object_version in (1, 2)", [customer]),
  )
  expect(lines).toHaveLength(63)
  expect(await auditFaults(app)).toEqual([])
})

test.each<[string, string, (tx: Tx) => Promise<unknown>, object]>([
  [
    'a reference to nothing',
    'control',
    (tx) =>
      createAll(tx, 'control', [
        { policy_version: target.policyVersion, name_en: 'Sound', threats: [...target.threats] },
        { policy_version: target.policyVersion, name_en: 'Not', threats: [999_999] },
      ]),
    { details: { fields: { 'rows.1.threats': [{ key: 'kit.errors.missing_reference' }] } } },
  ],
  [
    'an identifier that a hook refuses',
    'threat',
    (tx) => createAll(tx, 'threat', [{ name_en: 'Sound' }, { name_en: 'Not', identifier: '1!' }]),
    { status: 'INVALID' },
  ],
  [
    'an identifier that is taken',
    'threat',
    (tx) =>
      createAll(tx, 'threat', [
        { name_en: 'A', identifier: 'TWICE' },
        { name_en: 'B', identifier: 'TWICE' },
      ]),
    { status: 'CONFLICT' },
  ],
  [
    'a version that is not the last',
    'threat',
    (tx) =>
      updateRows(tx, grantFor(tx, of('threat'), 'update'), of('threat'), resources, [
        { id: target.threats[0] ?? 0, changes: { name_fr: 'Feu' } },
        { id: target.threats[1] ?? 0, version: 99, changes: { name_fr: 'Eau' } },
      ]),
    { status: 'STALE' },
  ],
  [
    'a row that is not there',
    'threat',
    (tx) => removeRows(tx, grantFor(tx, of('threat'), 'delete'), of('threat'), resources, [target.threats[0] ?? 0, 999_999]),
    { status: 'NOT_FOUND' },
  ],
  [
    'a row that is in use',
    'category',
    async (tx) => {
      await createAll(tx, 'solution', [{ name_en: 'Uses it', category: target.categories[0] }])
      await removeRows(tx, grantFor(tx, of('category'), 'delete'), of('category'), resources, [...target.categories])
    },
    { status: 'IN_USE' },
  ],
  [
    'a name that is emptied',
    'threat',
    (tx) => updateRows(tx, grantFor(tx, of('threat'), 'update'), of('threat'), resources, [{ id: target.threats[0] ?? 0, changes: { name_en: null } }]),
    { status: 'INVALID' },
  ],
])('%s in one row refuses all, and leaves everything as it was', async (_, entity, work, refusal) => {
  const state = () => inTransaction((tx) => left(tx, of(entity)))
  const before = await state()
  await expect(inTransaction(work)).rejects.toMatchObject(refusal)
  expect(await state()).toEqual(before)
})

test('ten thousand rows take as many statements as ten', async () => {
  const threat = of('threat')
  const counts = async (count: number) => {
    const made: number[] = []
    const done = new Error('taken back')
    await expect(
      inTransaction(async (tx) => {
        const sent = async <T>(work: Promise<T>) => {
          const before = tx.statements
          const answer = await work
          made.push(tx.statements - before)
          return answer
        }
        const rows = await sent(
          createAll(
            tx,
            'threat',
            Array.from({ length: count }, (_, n) => ({ name_en: `Threat ${n}`, ...(n % 3 === 0 && { annotation: 'Noted' }) })),
          ),
        )
        expect(rows).toHaveLength(count)
        await sent(
          updateRows(
            tx,
            grantFor(tx, threat, 'update'),
            threat,
            resources,
            rows.map(({ id }, n) => ({ id, changes: n % 2 === 0 ? { name_fr: `Menace ${n}` } : { description_en: 'Described' } })),
          ),
        )
        await sent(
          removeRows(
            tx,
            grantFor(tx, threat, 'delete'),
            threat,
            resources,
            rows.map(({ id }) => id),
          ),
        )
        await sent(tx.finish())
        throw done
      }),
    ).rejects.toBe(done)
    return made
  }
  // Many first: the database plans a connection's checks of references once, for a table as long as it is then.
  const many = await counts(10_000)
  expect(await counts(10)).toEqual(many)
  expect(Math.max(...many)).toBeLessThanOrEqual(5)
})

test('what the search knows of all that was written is what it would know if it were written anew', async () => {
  expect(await searchDiffers(app.database.ownerUrl)).toEqual([])
})
