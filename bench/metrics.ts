import { compile } from '#areas/catalog/contract/formula/evaluate.ts'
import { parseFormula } from '#areas/catalog/contract/formula/parser.ts'
import { movePeriod, periodOf } from '#areas/metrics/contract/period.ts'
import { atLeast, atMost, count, ms, perSecond, type Figure } from './figure.ts'
import { signIn, type Visitor } from './http-client.ts'
import { repeat } from './measure.ts'
import { seedMetrics } from './seed-metrics.ts'
import { settle } from './seed-actions.ts'
import { password, type World } from './world.ts'

const metrics = 500
const perimeters = 200
const months = 36
const rounds = 20
const today = new Date().toISOString().slice(0, 10)
const month = (ago: number) => movePeriod('MONTHLY', periodOf('MONTHLY', today), -ago)

/** Three years of the values of five hundred metrics in two hundred perimeters: what is drawn, filled in, missed and worked out of them. */
export async function metricValues(world: World): Promise<Figure[]> {
  const customer = await world.customer('Measured')
  const { first, place } = await seedMetrics(world, customer, { metrics, perimeters, months })
  await settle(world)
  const pilot = await signIn(world.server.port, await world.member(customer, { roles: ['global_pilote'] }), password)
  const median = async (verb: string, path: string, body?: object) => (await repeat(rounds, () => asked(pilot, verb, path, body))).p50
  const range = `from=${month(months - 1)}&to=${today}`
  const formula = await asked<{ object: { id: number } }>(pilot, 'POST', '/metric', {
    name_en: 'Worked out',
    identifier: 'worked_out',
    formula: 'm1 / m2 * 100',
    decimals: 2,
    start_date: month(months - 1),
    perimeters: await placesOf(world, customer),
  })
  let value = 0
  const version = async () =>
    (
      await world.owner<{ n: string }>('select sum(version)::text as n from metric_value where customer_id = $1 and metric_id = any($2)', [
        customer,
        [first, formula.object.id],
      ])
    )[0]?.n
  const enter = () => asked(pilot, 'POST', `/metric/${first}/value`, { values: [{ perimeter_id: place, period: month(1), value: (value += 1) }] })
  const before = Number(await version())
  await enter()
  const written = Number(await version()) - before
  const figures = [
    { what: 'rows', measured: `${metrics * perimeters * months} values of ${metrics} metrics in ${perimeters} perimeters over ${months} months` },
    atMost('graph of all perimeters by month, median', await median('GET', `/metric/${first}/graph?${range}`), 100, ms),
    atMost('the same by quarter', await median('GET', `/metric/${first}/graph?${range}&periodicity=QUARTERLY`), 100, ms),
    { what: 'grid of all perimeters, a year', measured: ms(await median('GET', `/metric/${first}/grid`)) },
    atMost('what is missing of all metrics', await median('POST', '/metric/workload', { queryParams: {} }), 100, ms),
    { what: 'one value entered that a formula is made of', measured: ms((await repeat(rounds, enter)).p50) },
    atMost('values written by it: its own, the one made of it in its place, and the one above', written, 3, count),
    atLeast('formulas of ten terms worked out', evaluations(), 100_000, perSecond),
  ]
  pilot.close()
  return figures
}

async function asked<T>(person: Visitor, verb: string, path: string, body?: object): Promise<T> {
  const { status, body: answer } = await person.call(verb, path, body)
  if (status !== 200) throw new Error(answer.toString())
  return JSON.parse(answer.toString()) as T
}

const placesOf = async (world: World, customer: number): Promise<number[]> =>
  (await world.owner<{ id: number }>('select id::int from perimeter where customer_id = $1 and parent_id is not null order by id', [customer])).map(
    ({ id }) => id,
  )

/** How many in a second, the text read once. */
function evaluations(): number {
  const parsed = parseFormula('(m1 + m2 - m3) * 100 / (m4 + m5 + 1) + MAX(m6, m7) - m8 / 2')
  if (!parsed.ok) throw new Error('The formula is wrong')
  const { evaluate, terms } = compile(parsed.node)
  const values = terms.map((_, n) => n + 1)
  const start = performance.now()
  let done = 0
  while (performance.now() - start < 1000) for (let n = 0; n < 1000; n += 1, done += 1) evaluate(values)
  return done / ((performance.now() - start) / 1000)
}
