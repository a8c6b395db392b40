import { loadavg } from 'node:os'
import type { riskMatrixOf } from '#areas/risks/contract/calls.ts'
import { moved } from '#areas/risks/server/index.ts'
import type { AnswerOf } from '#kit/contract/call.ts'
import { systemWho } from '#kit/server/access/who.ts'
import { atMost, ms, statementsAtMost, type Figure } from './figure.ts'
import { signIn } from './http-client.ts'
import { median } from './measure.ts'
import { sentInside } from './statements.ts'
import { password, type World } from './world.ts'

const [risks, links, measures] = [5000, 20_000, 1000]

/** A register of 5,000 risks with 20,000 links: its matrix from cold and after a change, and levels that follow a measure. */
export async function riskRegister(world: World): Promise<Figure[]> {
  const { customer, register, measure } = await seed(world)
  const pilot = await signIn(world.server.port, await world.member(customer, { roles: ['global_pilote'] }), password)
  const matrix = async () => {
    const start = performance.now()
    const { body } = await pilot.call('POST', `/risk_register/${register}/matrix`, {})
    const { object } = JSON.parse(body.toString()) as AnswerOf<typeof riskMatrixOf>
    if (object.total !== risks) throw new Error(`${object.total} risks: ${body.toString().slice(0, 300)}`)
    return performance.now() - start
  }
  const cold = await matrix()
  const sent = await sentInside(world, pilot, 'POST', `/risk_register/${register}/matrix`)
  const after: number[] = []
  for (let n = 0; n < 15; n += 1) {
    await world.owner(
      'update risk set current_impact = 1 + (current_impact % 5) where customer_id = $1 and id in (select id from risk where customer_id = $1 order by id limit 1 offset $2)',
      [customer, n],
    )
    after.push(await matrix())
  }
  const follow = async () => {
    const start = performance.now()
    const found = await world.app.db.transaction(
      customer,
      async (tx) => {
        tx.act(systemWho(customer, 'bench', 'bench'))
        return moved(tx)
      },
      { background: true },
    )
    return { took: performance.now() - start, found: found.levels.length }
  }
  await world.owner('update measure set base_efficiency = 20 where customer_id = $1 and id = $2', [customer, measure])
  const found = await follow()
  pilot.close()
  return [
    { what: 'rows', measured: `${risks} risks, ${links} links to ${measures} measures` },
    { what: 'load of the machine', measured: loadavg()[0]?.toFixed(1) ?? '' },
    atMost('the matrix, from cold', cold, 500, ms),
    atMost('the matrix after a change, median', median(after), 100, ms),
    statementsAtMost('its statements', sent, 8),
    { what: 'finding which levels follow a measure', measured: `${ms(found.took)}, ${found.found} of ${risks}` },
  ]
}

async function seed(world: World) {
  const customer = await world.customer('Risks')
  const run = (text: string, ...values: unknown[]) => world.owner<{ id: number }>(text, [customer, ...values])
  const [root] = await run('select id::int from perimeter where customer_id = $1')
  const [scale] = await run("select id::int from scale where customer_id = $1 and type = 'risk'")
  await world.owner('set session_replication_role = replica')
  // A perimeter has a model once.
  const [solution] = await run(
    `insert into solution (customer_id, identifier, name_en) select $1, 'S' || g, 'Model ' || g from generate_series(1, ${measures}) g returning id::int`,
  )
  const [first] = await run(
    `insert into measure (customer_id, identifier, name_en, solution_id, perimeter_id, status, base_efficiency, implemented_on)
      select $1, 'M' || g, 'Measure ' || g, $2::bigint + g - 1, $3, 'IMPLEMENTED', 40 + g % 60, current_date from generate_series(1, ${measures}) g returning id::int`,
    solution?.id,
    root?.id,
  )
  const [register] = await run(
    "insert into risk_register (customer_id, identifier, name_en, scale_id, impact_types, appetite) values ($1, 'RR-1', 'Register', $2, '{FINANCIAL}', 2) returning id::int",
    scale?.id,
  )
  await run(
    `insert into risk (customer_id, identifier, name_en, register_id, perimeter_id, init_impact, init_probability, min_impact, min_probability, target_impact, target_probability,
        current_impact, current_probability, init_level, current_level, target_level)
      select $1, 'RSK-' || g, 'Risk ' || g, $2, $3, 1 + g % 5, 1 + (g / 5) % 5, 1, 1, 1, 1, 1 + g % 5, 1 + (g / 5) % 5, 1, 1, 1 from generate_series(1, ${risks}) g`,
    register?.id,
    root?.id,
  )
  await run(
    `insert into risk__measures (customer_id, owner_id, target_id)
    select $1::bigint, r.id, $2::bigint + (r.n * 7 + g * 13) % ${measures} from (select id, row_number() over (order by id) as n from risk where customer_id = $1) r, generate_series(0, ${links / risks - 1}) g`,
    first?.id,
  )
  await world.owner('reset session_replication_role')
  await world.owner('analyze risk, risk__measures, measure')
  return { customer, register: register?.id ?? 0, measure: first?.id ?? 0 }
}
