import fc from 'fast-check'
import { sql, type RawBuilder } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { anyOf, asSql, ownedBySelf, withinPlace, withinReach, type Reader } from '#kit/server/access/row-rule.ts'
import { systemWho } from '#kit/server/access/who.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Person } from '#app/test/worlds/test-app.ts'
import { makeWorld, objectOf, type World } from '#tools/test/actions-world.ts'
import { showsEvidence, shownByRows } from './evidence-places.ts'
import { comparePlaces } from './kept-places.ts'
import { evidenceRules } from './rules.ts'

let world: World
let owner: pg.Client
/** Reaches Nantes and Lyon's neighbour by its grouping, and was given the runbook. */
let given: Person
let tag: number
let places: (number | null)[]
const evidences: number[] = []
const actions: number[] = []
const occurrences: number[] = []

beforeAll(async () => {
  world = await makeWorld()
  owner = new pg.Client(world.app.database.ownerUrl)
  await owner.connect()
  const { customer, root, lyon, nantes, pilot } = world
  places = [root, lyon, nantes, null]
  tag = objectOf(await pilot.post('/tag', { name_en: 'Sites', perimeters: [nantes] })).id
  given = await world.app.member(customer, ['local_pilote', 'contributor'], { perimeterIds: [nantes] })
  for (const perimeter of [null, null, root, lyon, nantes])
    evidences.push(objectOf(await pilot.post('/evidence', { name_en: 'Report', url: `https://intranet.example/${evidences.length}`, perimeter })).id)
  for (const perimeter of places) actions.push((await world.action({ perimeter, evidences: [evidences[actions.length]] })).id)
  const runbooks = [1, 2].map((n) => pilot.post('/runbook', { name_en: `Runbook ${n}` }))
  const [first, second] = (await Promise.all(runbooks)).map((one) => objectOf(one).id as number)
  await owner.query(`insert into assignment (customer_id, entity, object_id, member_id) values ($1, 'runbook', $2, $3)`, [customer, first, given.memberId])
  const { rows } = await owner.query<{ id: number }>(
    `insert into occurrence (customer_id, name_en, runbook_id, perimeter_id, tag_id) values ($1, 'Weekly', $2, null, null), ($1, 'Monthly', $3, $4, null), ($1, 'Yearly', $3, null, $5)
      returning id::int`,
    [customer, first, second, lyon, tag],
  )
  occurrences.push(...rows.map(({ id }) => id))
})
afterAll(async () => {
  await owner.end()
  await world.app.close()
})

const inTx = <T>(work: (tx: Tx) => Promise<T>) =>
  world.app.db.transaction(world.customer, async (tx) => {
    tx.act(systemWho(world.customer, 'test', 'test', 'en', 'Europe/Paris'))
    return work(tx)
  })

/** As the rows say it that show evidence, without what is kept of their places. */
const meant = anyOf(
  withinReach(),
  ownedBySelf,
  shownByRows(({ grouped, besides }) => anyOf(grouped ? withinPlace : withinReach(), ...(besides ? [besides] : []))),
)

/** The evidence and the readers for whom the rule says something else than the rows do: every reach there is with and without the grouping, as nobody in particular and as who has a runbook. */
async function differing(moment?: Date) {
  const reaches = places
    .filter((id) => id !== null)
    .reduce<number[][]>((all, id) => [...all, ...all.map((one) => [...one, id])], [[]])
    .flatMap((perimeters) => [0, given.memberId].flatMap((member) => [[], [tag]].map((tags) => [perimeters, tags, member] as const)))
  const local: Reader = {
    roles: ['local_pilote'],
    rights: new Set(),
    memberId: sql<number>`reach.member`,
    groupIds: [],
    perimeterIds: sql<number[]>`reach.perimeters`,
    tagIds: sql<number[]>`reach.tags`,
  }
  const t = rowRef('t')
  return inTx(async (tx) => {
    if (moment) tx.readPast(moment)
    const rows = await tx.run(sql<{ id: number; reads: boolean; meant: boolean }>`select t.id, coalesce(${asSql(evidenceRules.read(t, local))}, false) as reads,
        coalesce(${asSql(meant(t, local))}, false) as meant
      from evidence t cross join (values ${sql.join(reaches.map((reach) => sql`(${reach[0]}::bigint[], ${reach[1]}::bigint[], ${reach[2]}::bigint)`))}) reach (perimeters, tags, member)
      where t.customer_id = ${tx.customerId}`)
    expect(rows.length).toBeGreaterThanOrEqual(evidences.length * reaches.length)
    return rows.filter(({ reads, meant: should }) => reads !== should)
  })
}

const tables = ['remediation__evidences', 'remediation__task_evidences', 'occurrence__evidences'] as const
const [table, row, piece, place] = [fc.constantFrom(...tables), fc.nat(3), fc.nat(4), fc.nat(3)]
const list = fc.uniqueArray(piece, { maxLength: 3 })
const change = fc.oneof(
  fc.record({ kind: fc.constant('saved' as const), row, list, place }),
  fc.record({ kind: fc.constant('bulk' as const), rows: fc.uniqueArray(row, { minLength: 1 }), place }),
  fc.record({ kind: fc.constant('again' as const), row, list, place }),
  fc.record({ kind: fc.constant('linked' as const), table, rows: fc.uniqueArray(row, { minLength: 1 }), piece }),
  fc.record({ kind: fc.constant('unlinked' as const), table, rows: fc.uniqueArray(row, { minLength: 1 }), piece }),
  fc.record({ kind: fc.constant('turned' as const), table, piece, to: piece }),
  fc.record({ kind: fc.constant('moved' as const), table, rows: fc.uniqueArray(row, { minLength: 1 }), place }),
)
type Change = typeof change extends fc.Arbitrary<infer T> ? T : never

const ownersOf = (name: (typeof tables)[number], rows: readonly number[]) =>
  name === 'occurrence__evidences' ? rows.map((n) => occurrences[n % 3]) : rows.map((n) => actions[n])

/** What a change writes past the API, as imports and migrations may. */
function statementOf(one: Exclude<Change, { kind: 'saved' | 'bulk' | 'again' }>): RawBuilder<unknown> {
  const name = sql.table(one.table)
  const customer = sql`${world.customer}::bigint`
  if (one.kind === 'turned')
    return sql`update ${name} l set target_id = ${evidences[one.to]} where l.customer_id = ${customer} and l.target_id = ${evidences[one.piece]}
      and not exists (select from ${name} o where o.customer_id = l.customer_id and o.owner_id = l.owner_id and o.target_id = ${evidences[one.to]})`
  const owners = sql`${ownersOf(one.table, one.rows)}::bigint[]`
  if (one.kind === 'unlinked')
    return sql`delete from ${name} where customer_id = ${customer} and owner_id = any(${owners}) and target_id = ${evidences[one.piece]}`
  if (one.kind === 'linked')
    return sql`insert into ${name} (customer_id, owner_id, target_id) select ${customer}, o, ${evidences[one.piece]} from unnest(${owners}) o on conflict do nothing`
  return one.table === 'occurrence__evidences'
    ? sql`update occurrence set perimeter_id = ${places[one.place]}, tag_id = ${places[one.place] === null ? tag : null} where customer_id = ${customer} and id = any(${owners})`
    : sql`update remediation set perimeter_id = ${places[one.place]} where customer_id = ${customer} and id = any(${owners})`
}

const write = (one: Exclude<Change, { kind: 'saved' | 'bulk' | 'again' }>) =>
  inTx(async (tx) => {
    tx.audit({ entity: 'remediation', object_id: null, action: 'update' })
    await tx.run(statementOf(one))
  })

/** Refusals are as good as anything: two at once may be in each other's way. */
async function make(one: Change): Promise<void> {
  const { pilot } = world
  if (one.kind === 'bulk') {
    const rows = one.rows.map((n) => ({ id: actions[n] }))
    await pilot.put('/remediation/bulk', { rows, changes: { perimeter: places[one.place] } })
  } else if (one.kind === 'saved' || one.kind === 'again') {
    const fields = { evidences: one.list.map((n) => evidences[n]), perimeter: places[one.place] }
    const id = actions[one.row] as number
    if (one.kind === 'saved') await pilot.put(`/remediation/${id}`, fields)
    else if ((await pilot.delete(`/remediation/${id}`)).status === 200) actions[one.row] = (await world.action(fields)).id
  } else await write(one).catch(() => {})
}

/** Another server that is cut off before it commits. */
async function cutOff(one: Change): Promise<void> {
  if (one.kind === 'saved' || one.kind === 'bulk' || one.kind === 'again') return
  const client = new pg.Client(world.app.database.appUrl)
  client.on('error', () => {})
  await client.connect()
  await client.query(`begin; set local app.customer_id = '${world.customer}'`)
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  const { kind, table: name } = one
  const to = places[1]
  await client.query(
    kind === 'moved'
      ? `update remediation set perimeter_id = ${to} where customer_id = ${world.customer}`
      : `delete from ${name} where customer_id = ${world.customer}`,
  )
  await owner.query('select pg_terminate_backend($1)', [rows[0]?.pid])
  await client.end().catch(() => {})
}

test('whatever writes links and rows, one after the other, at once and cut off, who reads evidence is what the rows say that show it, today and of a day gone by', async () => {
  expect(await differing()).toEqual([])
  const before = new Date()
  await fc.assert(
    fc.asyncProperty(fc.array(fc.array(change, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 5 }), fc.boolean(), async (rounds, cut) => {
      for (const [n, round] of rounds.entries()) {
        await Promise.all(round.map(make))
        if (cut && n === 0 && round[0]) await cutOff(round[0])
      }
      expect(await differing()).toEqual([])
      expect(await inTx(comparePlaces)).toBe(0)
    }),
    { numRuns: 25, seed: 12 },
  )
  expect(await differing(before)).toEqual([])
}, 120_000)

test('what is kept wrongly all the same is put right at night', async () => {
  const { customer, lyon, nantes } = world
  for (const one of actions) await world.pilot.put(`/remediation/${one}`, { evidences: [evidences[0]], perimeter: lyon })
  const wrong = [
    `delete from evidence_place where object_id = ${actions[0]}`,
    `update evidence_place set perimeter_id = ${nantes} where object_id = ${actions[1]}`,
    `insert into evidence_place (customer_id, entity, object_id, field, evidence_id, perimeter_id) values (${customer}, 'gone', 1, 'evidences', ${evidences[1]}, ${lyon})`,
  ]
  for (const statement of wrong) await owner.query(statement)
  expect(await differing()).not.toEqual([])
  expect(await inTx(comparePlaces)).toBe(3)
  expect(await differing()).toEqual([])
  expect(await inTx(comparePlaces)).toBe(0)
})

test('a pilot lists what an action shows that comes to their place, and no more once it has gone', async () => {
  const [id, action] = [evidences[2] as number, actions[2] as number]
  const listed = async () => {
    const { body } = await world.local.post('/evidence/page', { queryParams: { per_page: 100 } })
    return [(body.objects as { id: number }[]).some((one) => one.id === id), (await world.local.get(`/evidence/${id}`)).status === 200]
  }
  for (const one of actions) await world.pilot.put(`/remediation/${one}`, { evidences: [], perimeter: world.nantes })
  await owner.query('delete from occurrence__evidences; delete from remediation__task_evidences')
  const seen = [await listed()]
  for (const fields of [{ evidences: [id] }, { perimeter: world.lyon }, { perimeter: world.nantes }]) {
    objectOf(await world.pilot.put(`/remediation/${action}`, fields))
    seen.push(await listed())
  }
  expect(seen).toEqual([
    [false, false],
    [false, false],
    [true, true],
    [false, false],
  ])
})

test('whoever reads in many places is told the total that is there, whatever was written since, and it is counted again only then', async () => {
  const { customer, lyon, nantes, root, pilot } = world
  const sites: number[] = []
  for (let n = 0; n < 21; n += 1) sites.push(objectOf(await pilot.post('/perimeter', { name_en: `Site ${n}`, parent: root })).id)
  const regional = await world.app.member(customer, ['local_pilote', 'contributor'], { perimeterIds: [lyon, ...sites] })
  const listed = async () => {
    const { status, body } = await regional.post('/evidence/page', { queryParams: { per_page: 500 } })
    expect(status).toBe(200)
    return body as { readonly total: number; readonly objects: readonly object[] }
  }
  const counts = async () => {
    const spy = vi.spyOn(pg.Client.prototype, 'query')
    const { total, objects } = await listed()
    const sent = spy.mock.calls.filter(([statement]: unknown[]) => (statement as { text?: string } | undefined)?.text?.startsWith('select c.total'))
    spy.mockRestore()
    expect(total).toBe(objects.length)
    return sent.length
  }
  expect([await counts(), await counts(), await counts()]).toEqual([1, 0, 0])
  expect(objectOf(await pilot.put(`/remediation/${actions[2]}`, { evidences: [evidences[2]], perimeter: lyon })).id).toBe(actions[2])
  expect([await counts(), await counts()]).toEqual([1, 0])
  await fc.assert(
    fc.asyncProperty(fc.array(fc.tuple(change, change), { minLength: 1, maxLength: 4 }), async (pairs) => {
      for (const [one, other] of pairs) {
        // Somebody lists while two write.
        await Promise.all([make(one), make(other), listed()])
        await cutOff(one)
        await counts()
      }
    }),
    { numRuns: 12 },
  )
  objectOf(await pilot.post('/evidence', { name_en: 'Another', url: 'https://intranet.example/another', perimeter: sites[3] }))
  const { total } = await listed()
  objectOf(await pilot.post('/evidence', { name_en: 'Elsewhere', url: 'https://intranet.example/elsewhere', perimeter: nantes }))
  expect((await listed()).total).toBe(total)
})

test('every entity whose rows show evidence has what keeps their places', async () => {
  const { rows } = await owner.query<{ table: string; name: string; arguments: number }>(
    `select tgrelid::regclass::text as table, tgname as name, tgnargs as arguments from pg_trigger where tgenabled = 'A' and tgname ~ '^(place|evidence)_'`,
  )
  const kept = rows.map((one) => `${one.table} ${one.name} ${one.arguments}`).toSorted()
  const asked = showsEvidence
    .all()
    .flatMap(({ links, rows: shows }) =>
      shows
        ? [
            `${shows.table} evidence_moved ${shows.grouped ? 1 : 0}`,
            ...links.flatMap((one) => ['changed', 'ended', 'shown'].map((verb) => `${one.table} place_${verb} 0`)),
          ]
        : [],
    )
  expect(asked.length).toBeGreaterThan(10)
  expect(kept).toEqual(asked.toSorted())
})
