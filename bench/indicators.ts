import { loadavg } from 'node:os'
import { settleNext } from '#areas/indicators/server/index.ts'
import type { Board } from '#areas/indicators/contract/calls.ts'
import { compile } from '#areas/catalog/contract/formula/evaluate.ts'
import { parseFormula } from '#areas/catalog/contract/formula/parser.ts'
import { movePeriod, periodOf } from '#areas/metrics/contract/period.ts'
import { systemWho } from '#kit/server/access/who.ts'
import { atLeast, atMost, count, ms, perSecond, type Figure } from './figure.ts'
import { signIn } from './http-client.ts'
import { median } from './measure.ts'
import { password, type World } from './world.ts'

const [metrics, perimeters, months] = [500, 200, 36]
const formula = '100 * SUM(M1) / (M2 + M3)'

/** One indicator among 3,600,000 metric values: worked out whole, after one entry, and drawn. */
export async function indicators(world: World): Promise<Figure[]> {
  const { customer, id, root, site } = await seed(world)
  const settle = async (): Promise<number> => {
    const start = performance.now()
    await world.app.db.transaction(
      customer,
      async (tx) => {
        tx.act(systemWho(customer, 'bench', 'bench'))
        await settleNext(tx)
      },
      { background: true },
    )
    return performance.now() - start
  }
  const due = (cells: unknown) =>
    world.owner(`insert into indicator_due (customer_id, indicator_id, cells) values ($1, $2, $3::jsonb)`, [
      customer,
      id,
      cells === null ? null : JSON.stringify(cells),
    ])
  const month = movePeriod('MONTHLY', periodOf('MONTHLY', new Date().toISOString().slice(0, 10)), -2)
  await due(null)
  const first = await settle()
  const values = await world.owner<{ n: number }>('select count(*)::int as n from indicator_value where customer_id = $1 and indicator_id = $2', [customer, id])
  const again: number[] = []
  for (let n = 0; n < 5; n += 1) {
    await due(null)
    again.push(await settle())
  }
  await world.owner(
    'update metric_value set value = value + 1 where customer_id = $1 and perimeter_id = $2 and period = $3 and metric_id = (select id from metric where customer_id = $1 and identifier = $4)',
    [customer, site, month, 'M1'],
  )
  await due([[site, month]])
  const stamp = await world.owner<{ at: string }>('select clock_timestamp()::text as at')
  const one = await settle()
  const touched = await world.owner<{ n: number }>(
    'select count(*)::int as n from indicator_value where customer_id = $1 and indicator_id = $2 and at >= $3::timestamptz',
    [customer, id, stamp[0]?.at],
  )
  const pilot = await signIn(world.server.port, await world.member(customer, { roles: ['global_pilote'] }), password)
  const graph: number[] = []
  for (let n = 0; n < 15; n += 1) {
    const start = performance.now()
    const { body } = await pilot.call('GET', `/indicator/${id}/board?from=${movePeriod('MONTHLY', month, 3 - months)}`)
    const { object } = JSON.parse(body.toString()) as { object: Board }
    if (object.places.length !== perimeters) throw new Error(`${object.places.length} places`)
    graph.push(performance.now() - start)
  }
  pilot.close()
  return [
    { what: 'rows', measured: `${metrics * perimeters * months} metric values, ${values[0]?.n} values of the indicator below perimeter ${root}` },
    { what: 'load of the machine', measured: loadavg()[0]?.toFixed(1) ?? '' },
    atMost('one indicator over all perimeters and months, written', first, 1000, ms),
    atMost('the same when nothing differs, median', median(again), 1000, ms),
    atMost('after one entry', one, 1000, ms),
    atMost('values written after one entry', touched[0]?.n ?? 0, 3, count),
    atMost('its table and graph, median', median(graph), 100, ms),
    atLeast('evaluations of a ten-term formula', evaluations(), 100_000, perSecond),
  ]
}

function evaluations(): number {
  const parsed = parseFormula('100 * (a + b) / c - d * e / MAX(f, g) + (h - i) / j')
  if (!parsed.ok) throw new Error('A formula of the bench is wrong')
  const { terms, evaluate } = compile(parsed.node)
  const values = terms.map((_, n) => n + 1)
  const rounds = 300_000
  const start = performance.now()
  for (let n = 0; n < rounds; n += 1) {
    values[0] = n
    evaluate(values)
  }
  return (rounds * 1000) / (performance.now() - start)
}

async function seed(world: World) {
  const customer = await world.customer('Indicators')
  const run = (text: string, ...values: unknown[]) => world.owner<{ id: number }>(text, [customer, ...values])
  const [root] = await run('select id::int from perimeter where customer_id = $1')
  await world.owner("set session_replication_role = replica; set app.moment = '2026-01-01T00:00:00Z'")
  const regions = await run(
    `insert into perimeter (customer_id, identifier, name_en, type, parent_id) select $1, 'R' || g, 'Region ' || g, 'INTERNAL', $2 from generate_series(1, 3) g returning id::int`,
    root?.id,
  )
  const sites = await run(
    `insert into perimeter (customer_id, identifier, name_en, type, parent_id) select $1, 'S' || g, 'Site ' || g, 'INTERNAL', ($2::bigint[])[1 + g % 3] from generate_series(1, $3) g returning id::int`,
    regions.map(({ id }) => id),
    perimeters - 4,
  )
  await run(`with recursive up as (select id, id as ancestor, 0 as depth, parent_id from perimeter where customer_id = $1
      union all select up.id, p.id, up.depth + 1, p.parent_id from up join perimeter p on p.customer_id = $1 and p.id = up.parent_id)
    insert into perimeter_closure (customer_id, ancestor_id, descendant_id, depth) select $1, ancestor, id, depth from up on conflict do nothing`)
  await run(
    `insert into metric (customer_id, identifier, name_en, start_date) select $1, 'M' || g, 'Metric ' || g, '2020-01-01' from generate_series(1, ${metrics}) g`,
  )
  await run(
    'insert into metric__perimeters (customer_id, owner_id, target_id) select $1::bigint, m.id, p.id from metric m, perimeter p where m.customer_id = $1 and p.customer_id = $1',
  )
  await run(`insert into metric_value (customer_id, metric_id, perimeter_id, period, value, source)
    select $1::bigint, m.id, p.id, (date_trunc('month', current_date) - (g || ' months')::interval)::date, 10 + (m.id * 7 + p.id * 13 + g * 3) % 90, 'IMPORT'
    from metric m, perimeter p, generate_series(0, ${months - 1}) g where m.customer_id = $1 and p.customer_id = $1`)
  const [made] = await run(
    `insert into indicator (customer_id, identifier, name_en, formula, is_global, type) values ($1, 'IND', 'Share', '${formula}', true, 'ACTIVITY') returning id::int`,
  )
  await run(
    `insert into indicator__metrics (customer_id, owner_id, target_id) select $1::bigint, $2, id from metric where customer_id = $1 and identifier in ('M1', 'M2', 'M3')`,
    made?.id,
  )
  await world.owner('reset session_replication_role; reset app.moment')
  await world.owner('analyze metric_value, metric__perimeters, metric, perimeter, indicator__metrics')
  return { customer, id: made?.id ?? 0, root: root?.id ?? 0, site: sites[0]?.id ?? 0 }
}
