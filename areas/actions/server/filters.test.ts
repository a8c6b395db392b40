import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayFromNow, makeWorld, objectOf, proof, type World } from '#tools/test/actions-world.ts'

let world: World
let manager: number
beforeAll(async () => {
  world = await makeWorld()
  manager = (await world.app.member(world.customer, 'contributor', { firstname: 'Zélie', lastname: 'Quenaudon' })).memberId
  const label = objectOf(await world.pilot.post('/label', { name_en: 'Éclipse' })).id as number
  for (const day of [-40, -3, 0, 10, 40]) await world.action({ name_en: `Due ${day}`, status: 'PLANNED', target_date: dayFromNow(day), priority: 100 })
  await world.action({ name_en: 'Of Zélie', manager })
  await world.action({ name_en: 'Labelled', labels: [label], priority: 75 })
  await world.action({ name_en: 'Done', status: 'FINISHED', priority: 100, target_date: dayFromNow(-3), ...proof })
})
afterAll(() => world.app.close())

const filter = (name: string, ...selected_options: unknown[]) => ({ name, selected_options })
const list = async (filters: object[], global_search = '', person = world.pilot) =>
  ((await person.post('/remediation/page', { queryParams: { filters, global_search } })).body as { objects: { name: string }[] }).objects
    .map(({ name }) => name)
    .toSorted()
const due = (...options: unknown[]) => list([filter('target_date', ...options)])

test('a period is counted from the day that it is for the organisation', async () => {
  expect(await due({ period: 'today' })).toEqual(['Due 0'])
  expect(await due({ period: 'past' })).toEqual(['Done', 'Due -3', 'Due -40'])
  expect(await due({ period: 'next_days', days: 10 })).toEqual(['Due 0', 'Due 10'])
  expect(await due({ period: 'next_days', days: 9 })).toEqual(['Due 0'])
  expect(await due({ period: 'last_days', days: 4 })).toEqual(['Done', 'Due -3', 'Due 0'])
  expect(await due({ period: 'last_days', days: 3 })).toEqual(['Due 0'])
  expect(await due({ period: 'until_days', days: 10 })).toEqual(['Done', 'Due -3', 'Due -40', 'Due 0', 'Due 10'])
  for (const period of ['this_week', 'this_month', 'this_quarter', 'this_year']) expect(await due({ period }), period).toContain('Due 0')
  for (const period of ['this_week', 'this_month']) expect(await due({ period }), period).not.toContain('Due 40')
  // Beside «empty» and beside days of a calendar.
  expect(await due({ period: 'today' }, null)).toEqual(['Due 0', 'Labelled', 'Of Zélie'])

  const owner = new pg.Client({ connectionString: world.app.database.ownerUrl })
  await owner.connect()
  const live = async (zone: string) => {
    await owner.query('update customer set time_zone = $2 where id = $1', [world.customer, zone])
    const today = new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(new Date())
    const { rows } = await owner.query<{ name: string }>('select name_en as name from remediation where customer_id = $1 and target_date = $2', [
      world.customer,
      today,
    ])
    expect(await due({ period: 'today' }), zone).toEqual(rows.map(({ name }) => name))
  }
  try {
    await owner.query("update remediation set target_date = target_date + 1 where customer_id = $1 and name_en = 'Due 0'", [world.customer])
    // A day apart at any moment.
    await live('Pacific/Kiritimati')
    await live('Pacific/Pago_Pago')
    await owner.query("update remediation set target_date = target_date - 1 where customer_id = $1 and name_en = 'Due 0'", [world.customer])
  } finally {
    await owner.query("update customer set time_zone = 'Europe/Paris' where id = $1", [world.customer])
    await owner.end()
  }
})

test('a period that is no period, or of what is no date, is refused', async () => {
  const status = async (name: string, option: unknown) =>
    (await world.pilot.post('/remediation/page', { queryParams: { filters: [filter(name, option)] } })).status
  for (const wrong of [{ period: 'someday' }, { period: 'next_days' }, { period: 'today', days: 3 }, { period: 'last_days', days: 0 }])
    expect(await status('target_date', wrong)).toBe(400)
  for (const name of ['status', 'name', 'manager', 'cost', 'closed']) expect(await status(name, { period: 'today' }), name).toBe(400)
})

test('every view of the list counts the same rows under a period, a hidden column and a search', async () => {
  const queryParams = {
    filters: [filter('target_date', { period: 'until_days', days: 10 }), filter('date_locked', false), filter('closed', false)],
    global_search: 'due',
  }
  const total = async (path: string) => objectOf(await world.pilot.post(`/remediation/${path}`, { queryParams })).total as number
  expect((await world.pilot.post('/remediation/page', { queryParams })).body.total).toBe(4)
  expect(await total('counts')).toBe(4)
  expect(await total('stats')).toBe(4)
  const view = { list: 'remediation', name: 'Soon', state: { sort: [], search: '', filters: queryParams.filters } }
  expect(objectOf(await world.pilot.post('/view', view)).state.filters[0]).toEqual(queryParams.filters[0])
})

test('the search of a list finds who is in charge and the label, as far as their names are known', async () => {
  expect(await list([], 'quenau zel')).toEqual(['Of Zélie'])
  expect(await list([], 'eclip')).toEqual(['Labelled'])
  expect(await list([filter('closed', true)], 'eclip')).toEqual([])
  expect(objectOf(await world.pilot.post('/remediation/counts', { queryParams: { global_search: 'eclip' } })).total).toBe(1)
  // What names somebody is no word of the universal search.
  const found = (await world.pilot.get('/search?q=quenaudon')).body.objects as { entity: string }[]
  expect(found.map(({ entity }) => entity)).not.toContain('remediation')
})

test('what each filter keeps away is counted at once, and what each choice would show', async () => {
  const filters = [filter('priority', 100), filter('target_date', { period: 'past' }), filter('closed', false)]
  const ask = async (body: object, person = world.pilot) => person.post('/list/remediation/counts', body)
  const counts = objectOf(await ask({ queryParams: { filters }, of: { name: 'target_date', options: [{ period: 'today' }, { period: 'past' }, null] } }))
  expect(counts).toEqual({ total: 2, all: 8, without: [2, 5, 3], options: [1, 2, 0] })
  for (const [n, left] of filters.entries()) {
    const rest = filters.filter((one) => one !== left)
    expect(counts.without[n], left.name).toBe((await list(rest)).length)
  }
  // Only what the reader may see, under the search.
  await world.action({ name_en: 'Elsewhere', perimeter: world.nantes })
  expect(objectOf(await ask({}, world.local)).all).toBe(8)
  expect(objectOf(await ask({ queryParams: { global_search: 'elsewhere' } })).all).toBe(1)
  expect((await ask({ queryParams: { filters: [filter('nonsense', 1)] } })).status).toBe(400)
  expect((await ask({ of: { name: 'proofs', options: [1] } })).status).toBe(400)
  expect((await world.pilot.post('/list/nonsense/counts', {})).status).toBe(404)
  expect((await world.contributor.post('/list/solution/counts', {})).status).toBe(403)
})
