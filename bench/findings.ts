import { setTimeout as wait } from 'node:timers/promises'
import { atLeast, atMost, count, ms, percent, perSecond, times, type Figure } from './figure.ts'
import { signIn, visitor, type Visitor } from './http-client.ts'
import { median, repeat, together } from './measure.ts'
import { seedActions, settle } from './seed-actions.ts'
import { bareClient, listStatements, sentDuring } from './statements.ts'
import { password, type World } from './world.ts'

const findings = 10_000
const gaps = 100_000
const clients = 16

/** What scanners bring: ten thousand findings in one file, and the list of a hundred thousand gaps as a local pilot of a third of the perimeters reads it. */
export async function importedFindings(world: World): Promise<Figure[]> {
  const { customer, region } = await seedActions(world, { name: 'Scanned', actions: 1000 })
  await seedGaps(world, customer, gaps)
  await settle(world)
  return [...(await listing(world, customer, region)), ...(await importing(world))]
}

/** Gaps in twenty registers, spread over the sites. */
export async function seedGaps(world: World, customer: number, size: number): Promise<void> {
  await world.owner("set session_replication_role = replica; set app.moment = '2026-01-01T00:00:00Z'")
  await world.owner(
    "insert into gap_register (customer_id, identifier, name_en, type) select $1::bigint, 'GR-' || g, 'Scan ' || g, 'SCAN' from generate_series(1, 20) g",
    [customer],
  )
  await world.owner(
    `with p as (select array_agg(id order by id) as perimeters from perimeter where customer_id = $1 and parent_id is not null),
      m as (select array_agg(id order by id) as members from member where customer_id = $1), r as (select array_agg(id order by id) as registers from gap_register where customer_id = $1)
    insert into gap (customer_id, identifier, name_en, name_fr, register_id, perimeter_id, manager_id, severity, nature, status, resolution_status, closed_on, target_date, external_key)
    select $1::bigint, 'G-' || g, 'Finding ' || g, 'Constat ' || g, registers[1 + g % cardinality(registers)], perimeters[1 + g % cardinality(perimeters)],
      members[1 + g % cardinality(members)], (array[25, 50, 75, 100])[1 + g % 4], (array['MAJOR', 'MINOR', 'OBSERVATION', 'IMPROVEMENT'])[1 + g % 4],
      case when g % 5 = 0 then 'CLOSE' when g % 3 = 0 then 'IN_PROGRESS' else 'TO_HANDLE' end, case when g % 5 = 0 then 'RESOLVED' end,
      case when g % 5 = 0 then date '2026-01-01' end, date '2026-01-01' + g % 700, 'k' || g
    from generate_series(1, $2::int) g, p, m, r`,
    [customer, size],
  )
  await world.owner(
    "insert into identifier_counter (customer_id, entity, last) values ($1, 'gap', $2) on conflict (customer_id, entity) do update set last = excluded.last",
    [customer, size],
  )
  await world.owner('reset session_replication_role; reset app.moment')
}

const open = { filters: [{ name: 'closed', selected_options: [false] }], sort: [{ name: 'severity', order: 'desc' }] }

async function list(person: Visitor): Promise<void> {
  const { status, body } = await person.call('POST', '/gap/page', { queryParams: open })
  if (status !== 200) throw new Error(body.toString())
}

async function listing(world: World, customer: number, region: number): Promise<Figure[]> {
  const pilot = await signIn(world.server.port, await world.member(customer, { roles: ['local_pilote'], perimeterIds: [region] }), password)
  const headers = { cookie: pilot.cookie, 'x-vigie': '1' }
  const call = async () => {
    const { statusCode, body } = await world.app.http.inject({ method: 'POST', url: '/api/gap/page', headers, payload: { queryParams: open } })
    if (statusCode !== 200) throw new Error(body)
  }
  await call()
  await call()
  const sent = await sentDuring(call)
  const bare = await Promise.all(Array.from({ length: clients }, () => bareClient(world.appUrl, listStatements(sent))))
  const visitors = Array.from({ length: clients }, () => visitor(world.server.port, pilot.cookie))
  const served = () =>
    together(
      visitors.map((person) => () => list(person)),
      3,
    )
  const driven = () =>
    together(
      bare.map((client) => () => client.list()),
      3,
    )
  await served()
  await driven()
  const rounds = []
  for (let n = 0; n < 3; n += 1) rounds.push({ server: await served(), driver: await driven() })
  const alone = await repeat(40, () => list(pilot))
  for (const person of [pilot, ...visitors]) person.close()
  for (const client of bare) await client.close()
  const rates = rounds.map(({ server, driver }) => [server.perSecond, driver.perSecond] as const)
  return [
    atLeast(
      `list of ${gaps} gaps against the bare driver, ${clients} clients`,
      median(rates.map(([server, driver]) => server / driver)),
      0.4,
      percent,
      `${perSecond(median(rates.map(([server]) => server)))} and ${perSecond(median(rates.map(([, driver]) => driver)))}`,
    ),
    atMost('its p95 against its p50', median(rounds.map(({ server }) => server.p95 / server.p50)), 4, times),
    atMost('its statements', sent.length, 6, count),
    { what: 'alone, whole request: p50 and p95', measured: `${ms(alone.p50)} and ${ms(alone.p95)}` },
  ]
}

async function importing(world: World): Promise<Figure[]> {
  const customer = await world.customer('Scanner')
  const person = await signIn(world.server.port, await world.member(customer, { roles: ['global_pilote'] }), password)
  const { object } = JSON.parse((await person.call('POST', '/gap_register', { name_en: 'Scan', type: 'SCAN' })).body.toString()) as { object: { id: number } }
  const file = (title: string) =>
    ['external_key,name,score,chapter', ...Array.from({ length: findings }, (_, n) => `k${n},${title} ${n},${[25, 50, 75, 100][n % 4]},Part ${n % 12}`)].join(
      '\n',
    )
  const timed = async (content: string) => {
    const start = performance.now()
    const counts = await send(world, person, object.id, content)
    return { took: performance.now() - start, counts }
  }
  const first = await timed(file('Weakness'))
  const again = await timed(file('Weakness'))
  const changed = await timed(file('Worse'))
  person.close()
  return [
    { ...atMost(`findings that one file of ${findings} brings`, first.counts.created ?? 0, findings, count), met: first.counts.created === findings },
    atMost('from its upload to its report', first.took, 30_000, ms),
    atMost(`the same file again: ${again.counts.unchanged} unchanged`, again.took, 15_000, ms),
    atMost(`another one: ${changed.counts.updated} updated`, changed.took, 45_000, ms),
  ]
}

async function send({ server }: World, person: Visitor, register: number, content: string): Promise<Readonly<Record<string, number>>> {
  const form = new FormData()
  form.append('file', new Blob([content]), 'scan.csv')
  const headers = { cookie: person.cookie, 'x-vigie': '1' }
  const answer = await fetch(`${server.address}/api/gap_register/${register}/gap_finding`, { method: 'POST', body: form, headers })
  if (!answer.ok) throw new Error(await answer.text())
  const { object } = (await answer.json()) as { object: { report_id: number } }
  for (;;) {
    const { object: report } = JSON.parse((await person.call('GET', `/import_report/${object.report_id}`)).body.toString()) as {
      object: { status: string; counts: Readonly<Record<string, number>> }
    }
    if (report.status === 'ERROR') throw new Error(JSON.stringify(report))
    if (report.status === 'COMPLETE') return report.counts
    await wait(50)
  }
}
