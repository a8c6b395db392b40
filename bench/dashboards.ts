import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { keepMonths } from '#areas/actions/server/index.ts'
import { systemWho } from '#kit/server/access/who.ts'
import { atLeast, atMost, count, ms, percent, perSecond, statementsAtMost, type Figure } from './figure.ts'
import { HttpClient, requestBytes, signIn, visitor, type Visitor } from './http-client.ts'
import { median, repeat, together } from './measure.ts'
import { seedActions, settle } from './seed-actions.ts'
import { seedMetrics } from './seed-metrics.ts'
import { seedTasksAnywhere } from './seed-reach.ts'
import { seedRisks } from './seed-risks.ts'
import { sentInside } from './statements.ts'
import { password, type World } from './world.ts'

const [actions, tasks, times, risks] = [100_000, 20_000, 15, 5_000]
const clients = 16
/** Seconds of a round, and rounds: ours and the bare route's take turns. */
const [round, rounds] = [2, 3]
/** Visitors of a link at the same moment. */
const openings = 200

interface Asked {
  readonly source: string
  readonly figure?: string
  readonly by?: string
  readonly across?: string
  readonly over?: string
  readonly given?: Readonly<Record<string, unknown>>
}

/** Twenty-four blocks: figures, groups, courses, first ones and a matrix. */
const blocksOver = (register: number): readonly (readonly [type: string, ask: Asked])[] => [
  ['KPI', { source: 'rows.remediation', figure: 'remediation.late' }],
  ['KPI', { source: 'rows.remediation', figure: 'remediation.open' }],
  ['KPI', { source: 'rows.remediation', figure: 'remediation.unassigned' }],
  ['KPI', { source: 'rows.remediation', figure: 'remediation.soon' }],
  ['BAR', { source: 'rows.remediation', figure: 'remediation.open', by: 'perimeter' }],
  ['BAR', { source: 'rows.remediation', by: 'status' }],
  ['PIE', { source: 'rows.remediation', by: 'priority' }],
  ['TOP', { source: 'rows.remediation', figure: 'remediation.late', by: 'manager' }],
  ['LINE', { source: 'rows.remediation', over: 'target_date' }],
  ['TABLE', { source: 'rows.remediation', figure: 'remediation.late' }],
  ['BAR', { source: 'actions.months' }],
  ['KPI', { source: 'rows.occurrence', figure: 'occurrence.late' }],
  ['KPI', { source: 'rows.occurrence', figure: 'occurrence.open' }],
  ['BAR', { source: 'rows.occurrence', by: 'status' }],
  ['BAR', { source: 'rows.occurrence', over: 'due_date' }],
  ['TOP', { source: 'rows.occurrence', figure: 'occurrence.late', by: 'perimeter' }],
  ['KPI', { source: 'rows.risk', figure: 'risk.open' }],
  ['KPI', { source: 'rows.risk', figure: 'risk.above' }],
  ['PIE', { source: 'rows.risk', by: 'status' }],
  ['BAR', { source: 'rows.risk', by: 'perimeter' }],
  ['RISK_MATRIX', { source: 'risks.matrix', given: { register } }],
  ['KPI', { source: 'scores.score' }],
  ['POLICY_SCORE', { source: 'scores.policies' }],
  ['KPI', { source: 'rows.metric', figure: 'metric.late' }],
]

/** A dashboard of twenty-four blocks over a large organisation: told live, published, and opened by its link, against a route that sends the same bytes. */
export async function dashboards(world: World): Promise<Figure[]> {
  const customer = await world.customer('Dashboards')
  await seedMetrics(world, customer, { metrics: 300, perimeters: 500, months: 24 })
  await seedActions(world, { name: '', customer, actions })
  await seedTasksAnywhere(world, customer, tasks, times)
  const register = await seedRisks(world, customer, risks)
  await settle(world)
  // As in the night after.
  await world.app.db.transaction(
    customer,
    async (tx) => {
      tx.act(systemWho(customer, 'bench', 'bench', 'en', 'Europe/Paris'))
      await keepMonths(tx)
    },
    { background: true },
  )
  const person = await signIn(world.server.port, await world.member(customer, { roles: ['global_pilote'] }), password)
  const blocks = blocksOver(register).map(([type, ask], at) => ({ id: `block${String(at).padStart(3, '0')}`, type, ask }))
  const must = async <T>(method: string, path: string, body?: unknown): Promise<T> => {
    const answer = await person.call(method, `/${path}`, body)
    if (answer.status !== 200) throw new Error(`${method} ${path}: ${answer.body.toString()}`)
    return (JSON.parse(answer.body.toString()) as { object: T }).object
  }
  const tell = async (): Promise<void> => {
    const { status, body } = await person.call('POST', '/dashboard/blocks', { blocks, period: 'LAST_365_DAYS' })
    const wrong = (JSON.parse(body.toString()) as { objects?: { id: string; error: string | null }[] }).objects?.filter(({ error }) => error !== null)
    if (status !== 200 || wrong?.length !== 0) throw new Error(`Blocks were not told: ${JSON.stringify(wrong ?? body.toString())}`)
  }
  const [one] = await world.owner<{ id: number }>('select min(id)::int as id from remediation where customer_id = $1', [customer])
  const cold: number[] = []
  for (let n = 0; n < 9; n += 1) {
    // Whatever is written makes what was known of the organisation old.
    await must('PUT', `remediation/${one?.id ?? 0}`, { name_en: `Action ${n}` })
    const start = performance.now()
    await tell()
    cold.push(performance.now() - start)
  }
  const warm = await repeat(20, tell)
  const spans = ['LAST_365_DAYS', 'LAST_YEAR', 'LAST_SEMESTER', 'LAST_QUARTER']
  let asked = 0
  const sent = await sentInside(world, person, 'POST', '/dashboard/blocks', () => ({ blocks, period: spans[(asked += 1) % spans.length] }))

  const { id } = await must<{ id: number }>('POST', 'dashboard', { name_en: 'Bench', visibility: 'PUBLIC' })
  const draft = await must<{ version: number }>('PUT', `dashboard/${id}/draft`, {
    version: 1,
    layout: { sections: [{ id: 'section', columns: 4, blocks }] },
  })
  await must('POST', `dashboard/${id}/publish`, { version: draft.version })
  while ((await must<{ published_version: number | null }>('GET', `dashboard/${id}`)).published_version === null) await pause(200)
  const { url } = await must<{ url: string }>('POST', `dashboard/${id}/share`, {})
  const readers = await Promise.all(
    Array.from({ length: clients }, async () => signIn(world.server.port, await world.member(customer, { roles: ['global_pilote'] }), password, somewhere())),
  )
  const figures = [
    atMost('24 blocks told live, after something was written', median(cold), 400, ms),
    atMost('the same again', warm.p50, 50, ms, `p95 ${ms(warm.p95)}`),
    // Two for each, and those that open and close the session on either connection.
    statementsAtMost('statements of 24 blocks', sent, 2 * blocks.length + 8),
    ...(await againstBare('the published version', world, [person], `/dashboard/${id}/shown`)),
    ...(await againstBare('the same, read by sixteen people', world, readers, `/dashboard/${id}/shown`)),
    ...(await againstBare('the page of a link', world, [person], `/share/dashboard/${url.slice(url.lastIndexOf('/') + 1)}`)),
    await openedAtOnce(world, url.slice(url.lastIndexOf('/') + 1)),
  ]
  for (const one of [person, ...readers]) one.close()
  return figures
}

/** An address of its own for each visit: what opens links is limited by address. */
let visits = 0
const somewhere = () => `10.${(visits >> 16) & 255}.${(visits >> 8) & 255}.${(visits += 1) & 255}`

/** How many answers in a second, of those that a route makes that only sends the same bytes. */
async function againstBare(what: string, world: World, people: readonly Visitor[], path: string): Promise<Figure[]> {
  const visitors = Array.from({ length: clients }, () => new HttpClient(world.server.port))
  const cookies = visitors.map((_, n) => people[n % people.length]?.cookie ?? '')
  const ours = (one: HttpClient, n: number) => async () => {
    const answer = await one.send(requestBytes('GET', path, { cookie: cookies[n] ?? '', from: somewhere() }))
    if (answer.status !== 200) throw new Error(answer.body.toString())
  }
  const single = visitor(world.server.port, cookies[0] ?? '')
  const { body } = await single.call('GET', path)
  single.close()
  const bare = await bareRoute(body)
  const theirs = Array.from({ length: clients }, () => new HttpClient(bare.port))
  const [served, plain]: [number[], number[]] = [[], []]
  try {
    // The program's own code is compiled while it is first used, the bare route's almost at once.
    await together(visitors.map(ours), round)
    for (let n = 0; n < rounds; n += 1) {
      served.push((await together(visitors.map(ours), round)).perSecond)
      plain.push(
        (
          await together(
            theirs.map((one) => async () => void (await one.send(requestBytes('GET', '/bytes')))),
            round,
          )
        ).perSecond,
      )
    }
  } finally {
    for (const one of [...visitors, ...theirs]) one.close()
    bare.close()
  }
  const [mine, most] = [median(served), median(plain)]
  return [
    atLeast(
      `${what}, against the same bytes from a bare route`,
      mine / most,
      0.6,
      percent,
      `${perSecond(mine)} and ${perSecond(most)}, ${Math.round(body.length / 1024)} KB`,
    ),
  ]
}

async function bareRoute(body: Buffer): Promise<{ readonly port: number; readonly close: () => void }> {
  const folder = mkdtempSync(join(tmpdir(), 'vigie-bare-'))
  writeFileSync(join(folder, 'body'), body)
  const child = spawn(process.execPath, [fileURLToPath(new URL('bare-route.mjs', import.meta.url)), join(folder, 'body')], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [said] = (await once(child.stdout, 'data')) as [Buffer]
  return {
    port: Number(said.toString()),
    close: () => {
      child.kill()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Statements on any table while two hundred people open a link that is held ready. */
async function openedAtOnce(world: World, token: string): Promise<Figure> {
  const read = async () => {
    const [row] = await world.owner<{ read: number }>(
      "select coalesce(sum(seq_scan + coalesce(idx_scan, 0)), 0)::int as read from pg_stat_user_tables where relname in ('dashboard', 'dashboard_version', 'dashboard_frozen', 'remediation', 'occurrence', 'risk')",
    )
    return row?.read ?? 0
  }
  const visitors = Array.from({ length: openings }, () => new HttpClient(world.server.port))
  await world.owner('select pg_stat_force_next_flush()')
  const before = await read()
  await Promise.all(
    visitors.map(async (one) => {
      const { status } = await one.send(requestBytes('GET', `/share/dashboard/${token}`, { from: somewhere() }))
      if (status !== 200) throw new Error(`A link answered ${status}`)
    }),
  )
  // Sessions of the database tell what they have done once they are idle, after a second at most.
  await pause(2500)
  const after = await read()
  for (const one of visitors) one.close()
  return atMost(`readings of tables by ${openings} openings of a link at once`, after - before, 0, count)
}
