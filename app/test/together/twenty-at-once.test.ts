import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { objectOf } from '#tools/test/actions-world.ts'
import { makeCrowd, many, tally, type Crowd } from '#tools/test/crowd.ts'
import { watchStatements } from '#tools/test/watch-statements.ts'
import type { Answer, Person } from '#app/test/worlds/test-app.ts'

let world: Crowd
beforeAll(async () => {
  world = await makeCrowd()
})
afterAll(() => world.app.close())

const everybody = (work: (person: Person, n: number) => Promise<Answer>) => world.everybody(work)
const rows = <R extends object>(text: string) => world.rows<R>(text)
const perimeter = async (name: string, parent: number): Promise<number> => objectOf(await world.pilot.post('/perimeter', { name_en: name, parent })).id

describe('perimeters', () => {
  test('move one after the other: nobody is refused for it, the closure is the tree’s, and another organisation reads its list meanwhile', async () => {
    const other = await world.app.member((await world.app.customer()).id, 'global_pilote')
    const [north, south] = [await perimeter('North', world.root), await perimeter('South', world.root)]
    const moved: number[] = []
    for (let n = 0; n < many; n += 1) moved.push(await perimeter(`Site ${n}`, n % 2 ? north : south))
    const read: number[] = []
    const moving = new AbortController()
    const reading = (async () => {
      while (!moving.signal.aborted) read.push((await other.post('/perimeter/page', {})).status)
    })()
    const statuses: number[] = []
    await everybody(async (person, n) => {
      const id = moved[n] ?? 0
      // Below each other, below themselves, and back: some would be a circle, which is refused by name.
      for (const parent of [moved[(n + 7) % many], moved[(n + 13) % many], id, n % 2 ? south : north, world.lyon]) {
        const { status, body } = await person.put(`/perimeter/${id}`, { parent })
        statuses.push(status)
        if (status !== 200) expect([status, Object.keys(body.errors)]).toEqual([400, ['parent']])
      }
      return person.get(`/perimeter/${id}`)
    })
    moving.abort()
    await reading
    expect(statuses).toHaveLength(5 * many)
    expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(3 * many)
    expect(new Set(read)).toEqual(new Set([200]))
    const wrong = await rows(`with recursive tree as (
        select id as ancestor_id, id as descendant_id, 0 as depth from perimeter where customer_id = $1
        union all select t.ancestor_id, p.id, t.depth + 1 from tree t join perimeter p on p.customer_id = $1 and p.parent_id = t.descendant_id),
      kept as (select ancestor_id, descendant_id, depth from perimeter_closure where customer_id = $1)
      (select 'missing' as what, * from tree except select 'missing', * from kept) union all (select 'too many', * from kept except select 'too many', * from tree)`)
    expect(wrong).toEqual([])
    expect(
      await rows(
        `select id from perimeter p where customer_id = $1 and not exists (select 1 from perimeter_closure c where c.customer_id = $1 and c.ancestor_id = ${world.root} and c.descendant_id = p.id)`,
      ),
    ).toEqual([])
  })

  test('that move below one that is being deleted end there or are refused; nothing hangs in the air', async () => {
    const doomed = await perimeter('Doomed', world.root)
    const movers: number[] = []
    for (let n = 0; n < many; n += 1) movers.push(await perimeter(`Mover ${n}`, world.root))
    const answers = await everybody((person, n) =>
      n === 4 ? person.delete(`/perimeter/${doomed}`) : person.put(`/perimeter/${movers[n]}`, { parent: doomed }),
    )
    const gone = answers[4]?.status === 200
    expect(tally(answers)).toEqual(gone ? { 200: 1, 400: many - 1 } : { 200: many - 1, 409: 1 })
    expect(
      await rows(
        `select id from perimeter p where customer_id = $1 and parent_id is not null and not exists (select 1 from perimeter q where q.customer_id = $1 and q.id = p.parent_id)`,
      ),
    ).toEqual([])
  })
})

describe('ranks', () => {
  test('of rows that are created at once are all different', async () => {
    const made = await everybody((person, n) => person.post('/category', { name_en: `Category ${n}` }))
    expect(tally(made)).toEqual({ 200: many })
    const ranks = made.map(({ body }) => body.object.order as number)
    expect(new Set(ranks).size).toBe(many)
    const ids = made.map(({ body }) => body.object.id as number)
    expect(
      tally(
        await everybody((person, n) =>
          n % 2 ? person.put('/category/order', { ids: [...ids.slice(n), ...ids.slice(0, n)] }) : person.post('/category', { name_en: `Later ${n}` }),
        ),
      ),
    ).toEqual({ 200: many })
    const all = await rows<{ position: number }>('select position from category where customer_id = $1')
    expect(new Set(all.map(({ position }) => position)).size).toBe(all.length)
  })

  test('that rows shared in an earlier version are told apart by the upgrade, in the order in which they were shown', async () => {
    const { id } = await world.app.customer()
    const shared = [
      [5, 'A'],
      [5, 'B'],
      [9, 'C'],
      [5, 'D'],
    ]
    const owner = new pg.Client(world.app.database.ownerUrl)
    await owner.connect()
    try {
      await owner.query(`set app.customer_id = '${id}'`)
      for (const [position, name] of shared)
        await owner.query('insert into category (customer_id, name_en, position) values ($1, $2, $3)', [id, name, position])
      await owner.query(await readFile(new URL('../../../migrations/20261122T0401_ranks_are_unique.sql', import.meta.url), 'utf8'))
      const { rows: ranked } = await owner.query('select name_en, position from category where customer_id = $1 order by position', [id])
      expect(ranked.map(({ name_en, position }) => `${position} ${name_en}`)).toEqual(['1 A', '2 B', '3 D', '4 C'])
    } finally {
      await owner.end()
    }
  })
})

describe('copies', () => {
  test('of one policy each get an identifier of their own', async () => {
    const policy = objectOf(await world.pilot.post('/policy', { name_en: 'Policy', identifier: 'COPIED' }))
    const copies = await everybody((person) => person.post('/policy/fork', { id: policy.id }))
    expect(tally(copies)).toEqual({ 200: many })
    expect(new Set(copies.map(({ body }) => body.object.identifier)).size).toBe(many)
  })

  test('of one measure model each get an identifier of their own', async () => {
    const id = await world.solution()
    const copies = await everybody((person) => person.post('/solution/fork', { id }))
    expect(new Set(copies.map(({ body }) => body.object.identifier)).size).toBe(many)
  })

  test('of one model into one perimeter are one measure: planned by everybody’s action, implemented by the first', async () => {
    const [planned, implemented] = [await world.solution(), await world.solution()]
    const plans = await everybody((person) => person.post('/solution/fork_run', { id: planned, perimeter_id: world.lyon, program: world.plan }))
    expect(tally(plans)).toEqual({ 200: many })
    expect(new Set(plans.map(({ body }) => body.object.measure_id)).size).toBe(1)
    const done = await everybody((person) => person.post('/solution/fork_run', { id: implemented, perimeter_id: world.lyon }))
    expect(tally(done)).toEqual({ 200: 1, 409: many - 1 })
    expect(done.find(({ status }) => status === 409)?.body.message).toBe('Cannot convert measure status')
  })
})

describe('bulk edits', () => {
  test('of the same rows are all made, each in as many statements as for one row', async () => {
    const ids: number[] = []
    for (let n = 0; n < 30; n += 1) ids.push(objectOf(await world.pilot.post('/label', { name_en: `Label ${n}` })).id)
    const colorOf = (n: number) => `#0000${(100 + n).toString(16)}`
    const edit = (person: Person, n: number, count = ids.length) =>
      person.put('/label/bulk', { rows: ids.slice(0, count).map((id) => ({ id })), changes: { color: colorOf(n) } })
    expect(tally(await everybody((person, n) => edit(person, n)))).toEqual({ 200: many })
    const one = await watchStatements(() => edit(world.pilot, 100, 1))
    const all = await watchStatements(() => edit(world.pilot, 101))
    expect(all.texts.length).toBe(one.texts.length)
    expect(one.texts.length).toBeLessThanOrEqual(14)
    const colors = await rows<{ color: string }>('select color from label where customer_id = $1')
    expect(colors.filter(({ color }) => color === colorOf(101))).toHaveLength(30)
    const [{ n } = { n: 0 }] = await rows<{ n: number }>('select count(*) as n from label_history where customer_id = $1')
    expect(n).toBe(30 * (many + 1) + 1)
  })

  test('of the same actions, and of actions of the same measures, are all made', async () => {
    const [first, second] = [await world.measure(), await world.measure()]
    const ids: number[] = []
    for (let n = 0; n < 10; n += 1) ids.push((await world.action({ type: 'BUILD', measure: n % 2 ? first.id : second.id })).id)
    const part = (n: number) => (n % 3 ? ids : n % 2 ? ids.slice(0, 5).toReversed() : ids.slice(5)).map((id) => ({ id }))
    expect(tally(await everybody((person, n) => person.put('/remediation/bulk', { rows: part(n), changes: { description: `By ${n}` } })))).toEqual({
      200: many,
    })
    const done = await everybody((person, n) =>
      n % 2
        ? person.put('/remediation/bulk', { rows: part(n), changes: { status: 'STANDBY', status_reason: 'Later' } })
        : person.put(`/remediation/${ids[n / 2]}`, { status: 'CANCELLED', status_reason: 'No more' }),
    )
    expect(Object.keys(tally(done)).every((status) => ['200', '400'].includes(status))).toBe(true)
  })

  test('name each row that somebody else changed, removed or may not see', async () => {
    const ids: number[] = []
    for (let n = 0; n < 3; n += 1) ids.push(objectOf(await world.pilot.post('/label', { name_en: `Named ${n}` })).id)
    const refused = await world.pilot.put('/label/bulk', {
      rows: [{ id: ids[0], version: 1 }, { id: ids[1], version: 7 }, { id: 999_999 }],
      changes: { color: '#112233' },
    })
    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([400, [`rows.${ids[1]}`, 'rows.999999']])
    const nameless = await world.pilot.put('/label/bulk', { rows: ids.map((id) => ({ id })), changes: { name_en: null, color: '#112233' } })
    expect([nameless.status, Object.keys(nameless.body.errors).length]).toEqual([400, 3])
    const same = await world.pilot.put('/group/bulk', {
      rows: (await Promise.all([1, 2, 3].map((n) => world.pilot.post('/group', { name: `Group ${n}` })))).map(({ body }) => ({ id: body.object.id })),
      changes: { name: 'One name' },
    })
    expect(same.status).toBe(400)
    expect(await rows("select id from label where customer_id = $1 and color = '#112233'")).toEqual([])
  })
})
