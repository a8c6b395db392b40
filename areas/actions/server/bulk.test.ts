import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayFromNow, makeWorld, objectOf, proof, type Row, type World } from '#tools/test/actions-world.ts'

let world: World
beforeAll(async () => {
  world = await makeWorld()
})
afterAll(() => world.app.close())

const bulk = (rows: readonly Row[], changes: object, more: object = {}) =>
  world.pilot.put('/remediation/bulk', { rows: rows.map(({ id, version }) => ({ id, version })), changes, ...more })
const now = async ({ id }: Row): Promise<Row> => objectOf(await world.pilot.get(`/remediation/${id}`))

test('moving several target dates asks each planned action why, names it, and moves them all once the reason is there', async () => {
  const [soon, later] = [dayFromNow(5), dayFromNow(20)]
  const planned = await world.action({ status: 'PLANNED', target_date: soon })
  const started = await world.action({ status: 'ONGOING', target_date: soon })
  const fresh = await world.action()
  const refused = await bulk([planned, started, fresh], { target_date: later })
  expect(refused.status).toBe(400)
  expect(Object.keys(refused.body.errors).toSorted((a, b) => a.localeCompare(b))).toEqual(
    [planned, started].map(({ id }) => `rows.${id}`).toSorted((a, b) => a.localeCompare(b)),
  )
  expect((await now(fresh)).target_date).toBeNull()
  // Without those that refuse it is done; they are moved with a reason then.
  expect((await bulk([fresh], { target_date: later })).status).toBe(200)
  expect((await bulk([planned, started], { target_date: later, postponement_reason: 'The supplier is late' })).status).toBe(200)
  for (const row of [planned, started])
    expect(await now(row)).toMatchObject({ target_date: later, postponements: 1, postponement_reason: 'The supplier is late' })
})

test('a value for those that have none leaves the others theirs, and is undone with the rest', async () => {
  const [soon, later] = [dayFromNow(5), dayFromNow(20)]
  const dated = await world.action({ status: 'STANDBY', status_reason: 'Waits', target_date: soon })
  const bare = await world.action()
  expect((await bulk([dated, bare], { status: 'PLANNED' })).body.errors).toEqual({ [`rows.${bare.id}`]: [expect.any(String)] })
  const { undo } = objectOf(await bulk([dated, bare], { status: 'PLANNED' }, { where_empty: { target_date: later } }))
  expect([(await now(dated)).target_date, (await now(bare)).target_date]).toEqual([soon, later])
  expect((await world.pilot.post('/remediation/bulk/undo', { undo })).status).toBe(200)
  expect([await now(dated), await now(bare)]).toMatchObject([
    { status: 'STANDBY', target_date: soon },
    { status: 'TO_PLAN', target_date: null },
  ])
  const unknown = await bulk([dated], { status: 'PLANNED' }, { where_empty: { no_such_field: 1 } })
  expect([unknown.status, Object.keys(unknown.body.errors)]).toEqual([400, ['no_such_field']])
})

test('an action that cannot be finished for want of a proof keeps the others from it, and says so by its name alone', async () => {
  const [proven, bare] = [await world.action(proof), await world.action()]
  const { body } = await bulk([proven, bare], { status: 'FINISHED' })
  expect(body.errors).toEqual({ [`rows.${bare.id}`]: ['Missing files or link to close the action'] })
  expect((await now(proven)).status).toBe('TO_PLAN')
})

test('several changes of the same rows follow each other at the versions that each answers, as its undo does', async () => {
  const made = [await world.action(), await world.action()]
  const versions = async () => Promise.all(made.map(async (row) => ({ id: row.id, version: (await now(row)).version })))
  const first = objectOf(await bulk(made, { description: 'One' }))
  expect(first.rows).toEqual(await versions())
  const second = objectOf(await bulk(first.rows, { description: 'Two' }))
  expect(second.rows).toEqual(await versions())
  expect((await bulk(made, { description: 'One' })).status).toBe(400)
  expect(objectOf(await world.pilot.post('/remediation/bulk/undo', { undo: second.undo })).rows).toEqual(await versions())
})
