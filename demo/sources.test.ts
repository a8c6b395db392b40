import type { FastifyRequest } from 'fastify'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { areas, resources } from '#app/server/registry.ts'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'
import { otherGroups, type Answer } from '#kit/contract/source.ts'
import type { Role } from '#kit/contract/right.ts'
import { entityOfSource, groupsBy, rowsSource } from '#kit/server/sources/rows-source.ts'
import { resourceOf } from '#kit/server/data/resources/resource.ts'
import { blockSchema, type BlockType } from '#areas/reporting/contract/layout.ts'
import { lanesOfRequests, tellBlocks, type Reading } from '#areas/reporting/server/tell-blocks.ts'
import { byHand as countByHand, seen, standAt, visible, work } from '#tools/test/counted-by-hand.ts'
import { demoPassword } from '#tools/test/demo-password.ts'
import { demoDatabase } from '#tools/test/demonstration.ts'
import { oneDemonstration } from '#tools/test/one-demonstration.ts'

/**
 * What every block tells, of every source, to every role and in every place, against what is counted here by hand: in SQL of its own on the tables themselves, which knows
 * nothing of rules, lists and filters. A source that nobody counts here is a fault.
 */

let app: TestApp
let client: pg.Client
let customer: number
let today: string
const people: { readonly role: Role; readonly person: Person }[] = []
const places: (number | null)[] = []

beforeAll(async () => {
  const { files, stop, ...built } = await oneDemonstration()
  app = await testApp({ from: { database: { ...built, name: demoDatabase, drop: stop }, files } })
  client = new pg.Client(built.ownerUrl)
  await client.connect()
  for (const role of ['global_pilote', 'global_auditor', 'local_pilote', 'local_auditor', 'contributor'] as const)
    people.push({ role, person: await app.signIn(`${role}@demo.example`, demoPassword) })
  customer = people[0]?.person.customerId ?? 0
  today =
    (await client.query<{ day: string }>('select (now() at time zone time_zone)::date::text as day from customer where id = $1', [customer])).rows[0]?.day ?? ''
  // All, a place of the local ones, and one that is neither theirs nor above it.
  const local = people.find(({ role }) => role === 'local_pilote')?.person.memberId
  const { rows } = await client.query<{ inside: number; outside: number }>(
    `with recursive reach(id) as (select target_id from member__perimeters where customer_id = $1 and owner_id = $2 union select p.id from perimeter p join reach on p.parent_id = reach.id where p.customer_id = $1),
      above(id) as (select id from reach union select p.parent_id from perimeter p join above on above.id = p.id where p.customer_id = $1 and p.parent_id is not null)
    select (select min(target_id)::int from member__perimeters where customer_id = $1 and owner_id = $2) as inside,
      (select r.perimeter_id::int from remediation r where r.customer_id = $1 and r.perimeter_id not in (select id from above) group by 1 order by count(*) desc, 1 limit 1) as outside`,
    [customer, local],
  )
  places.push(null, rows[0]?.inside ?? 0, rows[0]?.outside ?? 0)
}, 600_000)
afterAll(async () => {
  await client.end()
  await app.close()
})

const byHand = <R extends pg.QueryResultRow>(entity: string, columns: string, where: string, person: Person, place: number | null, rest?: string) =>
  countByHand<R>({ client, customer }, entity, columns, where, person, place, rest)

interface Question {
  readonly source: string
  readonly type: BlockType
  readonly ask: object
  readonly check: (answer: Answer, who: { readonly role: Role; readonly person: Person; readonly place: number | null }) => Promise<void>
}

const period = 'LAST_YEAR' as const

/** The questions that are asked of rows of an entity, with what is counted of them by hand. */
function rowQuestions(entity: string): Question[] {
  const { def } = resourceOf(resources, entity)
  const source = rowsSource(entity)
  const fields = Object.entries(def.fields)
  const own = (kinds: readonly string[]) =>
    fields.filter(([name, field]) => kinds.includes(field.kind) && !field.options.derived && groupsBy(def, name)).map(([name]) => name)
  const count = async (more: string, { role, person, place }: Parameters<Question['check']>[1]) => {
    const rule = visible(entity, role, place)
    const [row] = await byHand<{ n: number }>(entity, 'count(*)::int as n', `${rule} and ${more}`, person, place)
    return row?.n
  }
  const groups =
    (column: string): Question['check'] =>
    async (answer, { role, person, place }) => {
      const rows = await byHand<{ key: string; n: number }>(
        entity,
        `coalesce(t.${column}::text, '') as key, count(*)::int as n`,
        visible(entity, role, place) ?? '',
        person,
        place,
        'group by 1',
      )
      if (answer.kind !== 'groups') throw new Error(answer.kind)
      const counted = Object.fromEntries(rows.map(({ key, n }) => [key, n]))
      // Of many groups the largest are told by name, all others as one.
      const told = answer.rows.filter(({ key }) => key !== otherGroups).map(({ key, values }) => [key, values[0]] as const)
      expect(told).toEqual(told.map(([key]) => [key, counted[key]]))
      const sum = (values: readonly (number | null | undefined)[]) => values.reduce<number>((all, value) => all + (value ?? 0), 0)
      const everything = sum(Object.values(counted))
      expect([answer.total, sum(answer.rows.map(({ values }) => values[0]))]).toEqual([everything, everything])
    }
  const total =
    (more = 'true'): Question['check'] =>
    async (answer, who) => {
      const n = await count(more, who)
      if (answer.kind === 'figure') expect([answer.value, answer.opens?.total]).toEqual([n, n])
      else if (answer.kind === 'rows') {
        const ids = new Set(
          (await byHand<{ id: string }>(entity, 't.id', `${visible(entity, who.role, who.place)} and ${more}`, who.person, who.place)).map(({ id }) =>
            Number(id),
          ),
        )
        expect([answer.total, answer.rows.filter(({ id }) => id === null || !ids.has(id))]).toEqual([n, []])
      } else if (answer.kind === 'series') expect(answer.points.reduce((sum, { values }) => sum + (values[0] ?? 0), 0)).toBe(n)
      else throw new Error(answer.kind)
    }
  const [choice, other] = own(['choice'])
  const date = fields.find(([name, field]) => field.kind === 'date' && !field.options.derived && def.list.filters.includes(name))?.[0]
  const year = Number(today.slice(0, 4)) - 1
  const question = (type: BlockType, ask: object, check: Question['check']): Question => ({ source, type, ask: { source, ...ask }, check })
  const said = work[entity]
  return [
    question('KPI', {}, total()),
    question('TABLE', {}, total()),
    ...(own(['ref']).includes('perimeter') ? [question('BAR', { by: 'perimeter' }, groups('perimeter_id'))] : []),
    ...(choice ? [question('PIE', { by: choice }, groups(choice)), question('TOP', {}, total())] : []),
    ...(other ? [question('RADAR', { by: other }, groups(other))] : []),
    ...(date ? [question('LINE', { over: date }, total(`t.${date} between '${year}-01-01' and '${year}-12-31'`))] : []),
    ...(said
      ? [
          question('GAUGE', { figure: `${entity}.open` }, total(`not (${said.over})`)),
          ...(said.due ? [question('KPI', { figure: `${entity}.late` }, total(`not (${said.over}) and ${said.due} < '${today}'`))] : []),
        ]
      : []),
  ]
}

test('blocks of rows count what is counted by hand, for every role and in every place', async () => {
  const entities = [...new Set(areas.flatMap(({ figures = [] }) => figures.map(({ entity }) => entity)))]
  expect(entities.filter((entity) => !Object.hasOwn(seen, entity))).toEqual([])
  const wrong: unknown[] = []
  let [told, counted] = [0, 0]
  for (const { role, person } of people)
    for (const place of places) {
      await standAt({ client, customer }, person, place)
      const questions = entities.flatMap(rowQuestions)
      const answers = await ask(person, questions, place)
      for (const [n, question] of questions.entries()) {
        const { answer, error } = answers[n] ?? {}
        const entity = entityOfSource(question.source) ?? ''
        told += 1
        if (visible(entity, role, place) === null) {
          if (answer || error !== 'reporting.errors.out_of_scope') wrong.push([role, place, question.ask, 'is told', answer ?? error])
          continue
        }
        if (!answer) {
          wrong.push([role, place, question.ask, error])
          continue
        }
        try {
          await question.check(answer, { role, person, place })
          if (answer.kind === 'figure' && (answer.value ?? 0) > 0) counted += 1
        } catch (reason) {
          wrong.push([role, place, question.type, JSON.stringify(question.ask), String(reason).slice(0, 300)])
        }
      }
    }
  expect(wrong).toEqual([])
  expect([told > 1500, counted > 150]).toEqual([true, true])
})

interface Counted {
  /** What is given of its settings; none where there is nothing that could be. */
  readonly given: () => Promise<object>
  readonly type: BlockType
  /** Throws where what is told is not what is counted by hand. */
  readonly check: Question['check']
  /** Roles that are told nothing. */
  readonly not?: readonly Role[]
}

const first = async (text: string): Promise<number> => Number((await client.query<{ id: string }>(text, [customer])).rows[0]?.id ?? 0)
/** Every perimeter that is named is one that its reader reaches. */
const onlyTheirs: Question['check'] = async (answer, { role, person, place }) => {
  if (answer.kind !== 'groups') throw new Error(answer.kind)
  const told = answer.rows.map(({ key }) => Number(key))
  const theirs = new Set((await byHand<{ id: string }>('perimeter', 't.id', visible('perimeter', role, null) ?? '', person, place)).map(({ id }) => Number(id)))
  expect(told.filter((id) => !theirs.has(id))).toEqual([])
}
const rowsOf = async (entity: string, { role, person, place }: Parameters<Question['check']>[1], where: string) =>
  (await byHand<{ n: number }>(entity, 'count(*)::int as n', `${visible(entity, role, place)} and ${where}`, person, place))[0]?.n
/** What a score is made of is compared by its own tests; here, that nobody is told one of a place that they do not reach. */
const inPlace: Question['check'] = async (answer, { role, person, place }) => {
  if (place === null || role.startsWith('global_')) return
  const [row] = await byHand<{ n: number }>('perimeter', 'count(*)::int as n', 't.id in (select id from place) and t.id = $3', person, place)
  if (row?.n === 0) throw new Error(`is told of ${place}: ${JSON.stringify(answer).slice(0, 100)}`)
}
const valuesOf = (answer: Answer): readonly (number | null)[] =>
  answer.kind === 'figure'
    ? [answer.value]
    : answer.kind === 'groups'
      ? answer.rows.flatMap(({ values }) => values)
      : answer.kind === 'series'
        ? answer.points.flatMap(({ values }) => values)
        : []
/** Whoever sees none of the rows that something is worked out of, or does not reach the place, is told no number. */
const silent =
  (entity: string, where: () => Promise<string>): Question['check'] =>
  async (answer, { role, person, place }) => {
    const rows = await rowsOf(entity, { role, person, place: null }, await where())
    const [here] = await byHand<{ n: number }>('perimeter', 'count(*)::int as n', 't.id in (select id from place) and t.id = $3', person, place)
    if (rows === 0 || (place !== null && !role.startsWith('global_') && here?.n === 0 && entity !== 'evaluation'))
      expect(valuesOf(answer).filter((value) => value !== null)).toEqual([])
  }
/** Nobody is told of more rows behind a line than they see of its entity. */
const onlyListed: Question['check'] = async (answer, who) => {
  for (const { opens } of answer.kind === 'groups' ? answer.rows : [])
    if (opens?.total && Object.hasOwn(seen, opens.entity))
      expect(opens.total).toBeLessThanOrEqual((await rowsOf(opens.entity, { ...who, place: null }, 'true')) ?? 0)
}
/** Of a place that somebody does not reach there is nothing to count. */
const nothingElsewhere: Question['check'] = async (answer, { role, person, place }) => {
  if (place === null || role.startsWith('global_')) return
  const [row] = await byHand<{ n: number }>('perimeter', 'count(*)::int as n', 't.id in (select id from place) and t.id = $3', person, place)
  if (row?.n === 0) expect(valuesOf(answer).filter((value) => value !== null && value !== 0)).toEqual([])
}
const compared: Question['check'] = async (answer) => {
  const { rows } = await client.query<{ cell: string }>(
    `select unnest(array[r.as_of || ' ' || c.median || ' ' || c.lower || ' ' || c.upper, c.median::text]) as cell from benchmark_cell c join benchmark_release r using (quarter)`,
  )
  const medians = answer.kind === 'groups' ? answer.rows.map(({ values }) => values.slice(0, 1)) : []
  const told = [...(answer.kind === 'series' ? answer.points.map(({ day, values }) => [day, ...values.slice(1)]) : medians)]
    .filter((cell) => cell.every((value) => value !== null))
    .map((cell) => cell.join(' '))
  expect([told.length > 0, told.filter((told) => !rows.some(({ cell }) => cell === told))]).toEqual([true, []])
}
/** Whoever works on what is theirs is told of these alone, in place of all that they may read. */
const lateRows: Question['check'] = async (answer, who) => {
  if (answer.kind !== 'rows') throw new Error(answer.kind)
  const late = `not (${work.remediation?.over}) and t.target_date < '${today}'`
  expect(answer.total).toBe(
    await rowsOf('remediation', who, who.role === 'contributor' ? `${late} and (t.manager_id = $2 or t.group_id in (select id from mygroups))` : late),
  )
}
const readersOnly = ['contributor'] as const
const policyId = () => first('select policy_id as id from policy_application where customer_id = $1 group by 1 order by count(*) desc, 1 limit 1')
const registerId = () => first('select register_id as id from risk where customer_id = $1 group by 1 order by count(*) desc, 1 limit 1')
const indicators = async () =>
  (await client.query<{ id: string }>("select id from indicator where customer_id = $1 and type = 'PERFORMANCE' order by id limit 2", [customer])).rows.map(
    ({ id }) => Number(id),
  )
const campaigns = async () =>
  (
    await client.query<{ id: string }>(
      `with c as (select c.id, coalesce(c.questionnaire_id, -c.policy_id) as content, (select count(*) from evaluation e where e.customer_id = $1 and e.campaign_id = c.id and e.status = 'VALIDATED') as n
          from campaign c where c.customer_id = $1), s as (select content from c where n > 0 group by 1 order by count(*) desc, 1 limit 1)
      select c.id from c join s using (content) where n > 0 order by n desc, id limit 2`,
      [customer],
    )
  ).rows.map(({ id }) => Number(id))
const metricId = () => first('select metric_id as id from metric_value where customer_id = $1 group by 1 order by count(*) desc, 1 limit 1')

const silentMetric = silent('metric', async () => `t.id = ${await metricId()}`)
const silentIndicator = silent('perimeter', async () => 'true')
const declared: Readonly<Record<string, Counted>> = {
  'actions.months': {
    given: async () => ({}),
    type: 'BAR',
    check: async (answer, who) => {
      if (answer.kind !== 'series') throw new Error(answer.kind)
      const late = `${work.remediation?.over}`
      expect(answer.points.at(-1)?.values).toEqual([
        await rowsOf('remediation', who, `t.status = 'FINISHED' and t.done_date between date_trunc('month', '${today}'::date)::date and '${today}'`),
        await rowsOf('remediation', who, `t.status = 'ONGOING' and not coalesce(t.target_date < '${today}', false)`),
        await rowsOf('remediation', who, `t.status in ('TO_PLAN', 'PLANNED', 'STANDBY') and not coalesce(t.target_date < '${today}', false)`),
        await rowsOf('remediation', who, `not (${late}) and t.target_date < '${today}'`),
      ])
    },
  },
  'risks.matrix': {
    given: async () => ({ register: await registerId() }),
    type: 'RISK_MATRIX',
    check: async (answer, who) => {
      if (answer.kind !== 'matrix') throw new Error(answer.kind)
      const where = `t.register_id = ${await registerId()} and t.treatment <> 'CLOSED'`
      expect([answer.total, answer.cells.flat().reduce((sum, { count }) => sum + count, 0)]).toEqual([
        await rowsOf('risk', who, where),
        await rowsOf('risk', who, `${where} and t.current_impact is not null and t.current_probability is not null`),
      ])
    },
  },
  'risks.trend': {
    given: async () => ({ register: await registerId() }),
    type: 'LINE',
    check: async (answer, who) => {
      if (answer.kind !== 'series') throw new Error(answer.kind)
      const where = `t.register_id = ${await registerId()} and t.treatment <> 'CLOSED' and t.current_level is not null`
      // Of a register it is told as a whole, whatever a dashboard is kept to.
      expect((answer.points.at(-1)?.values ?? []).reduce<number>((sum, value) => sum + (value ?? 0), 0)).toBe(
        await rowsOf('risk', { ...who, place: null }, where),
      )
    },
  },
  'checks.found': {
    given: async () => ({}),
    type: 'BAR',
    not: readersOnly,
    check: async (answer, who) => {
      if (answer.kind !== 'groups') throw new Error(answer.kind)
      const found = (check: string) => answer.rows.find(({ key }) => key === check)?.values[0] ?? 0
      expect([found('risk.UNASSIGNED'), found('perimeter.NO_MANAGER')]).toEqual([
        await rowsOf('risk', who, "t.manager_id is null and t.group_id is null and t.treatment <> 'CLOSED'"),
        await rowsOf('perimeter', who, 't.manager_id is null and not t.archived'),
      ])
    },
  },
  'scores.score': { given: async () => ({}), type: 'KPI', not: readersOnly, check: inPlace },
  'scores.course': { given: async () => ({}), type: 'LINE', not: readersOnly, check: inPlace },
  'scores.policies': { given: async () => ({}), type: 'POLICY_SCORE', not: readersOnly, check: inPlace },
  'scores.policy': { given: async () => ({ policy: await policyId() }), type: 'POLICY_SCORE', not: readersOnly, check: inPlace },
  'scores.perimeters': {
    given: async () => ({}),
    type: 'BAR',
    not: readersOnly,
    check: async (answer, who) => {
      await onlyTheirs(answer, who)
      await inPlace(answer, who)
    },
  },
  'scores.coverage': { given: async () => ({}), type: 'BAR', not: readersOnly, check: inPlace },
  'scores.moved': { given: async () => ({}), type: 'TABLE', not: readersOnly, check: inPlace },
  'scores.unlinked': { given: async () => ({}), type: 'BAR', not: readersOnly, check: inPlace },
  'statements.states': { given: async () => ({}), type: 'BAR', not: readersOnly, check: nothingElsewhere },
  'dashboards.attention': { given: async () => ({}), type: 'BAR', check: onlyListed },
  'dashboards.mine': { given: async () => ({}), type: 'BAR', check: onlyListed },
  'dashboards.late': { given: async () => ({}), type: 'TABLE', check: lateRows },
  'dashboards.budget': { given: async () => ({}), type: 'BAR', check: onlyListed },
  'dashboards.steps': { given: async () => ({}), type: 'TABLE', not: ['global_auditor', 'local_auditor', 'contributor'], check: inPlace },
  'benchmark.course': { given: async () => ({ policy: await policyId() }), type: 'LINE', not: readersOnly, check: compared },
  'benchmark.policies': { given: async () => ({}), type: 'BAR', not: readersOnly, check: compared },
  'exemptions.debt': { given: async () => ({}), type: 'BAR', not: readersOnly, check: onlyTheirs },
  'dashboards.forecast': { given: async () => ({}), type: 'LINE', not: readersOnly, check: inPlace },
  'indicators.value': { given: async () => ({ indicator: (await indicators())[0] }), type: 'KPI', not: readersOnly, check: silentIndicator },
  'indicators.course': { given: async () => ({ indicator: (await indicators())[0] }), type: 'LINE', not: readersOnly, check: silentIndicator },
  'indicators.comparison': { given: async () => ({ indicators: await indicators() }), type: 'COMPARISON', not: readersOnly, check: silentIndicator },
  'metrics.value': { given: async () => ({ metric: await metricId() }), type: 'KPI', check: silentMetric },
  'metrics.course': { given: async () => ({ metric: await metricId() }), type: 'LINE', check: silentMetric },
  'campaigns.results': {
    given: async () => ({ campaign: (await campaigns())[0] }),
    type: 'BAR',
    check: silent('evaluation', async () => `t.campaign_id = ${(await campaigns())[0]} and t.status = 'VALIDATED'`),
  },
  'campaigns.comparison': {
    given: async () => ({ campaigns: await campaigns() }),
    type: 'COMPARISON',
    check: silent('evaluation', async () => `t.campaign_id in (${(await campaigns()).join()}) and t.status = 'VALIDATED'`),
  },
}

test('what areas declare tells nobody of a place that is not theirs, and counts what is counted by hand', async () => {
  expect(sources.declared.map(({ name }) => name).filter((name) => !Object.hasOwn(declared, name))).toEqual([])
  const questions = await Promise.all(
    Object.entries(declared).map(async ([source, { given, type, check }]): Promise<Question> => ({
      source,
      type,
      ask: { source, given: await given() },
      check,
    })),
  )
  const wrong: unknown[] = []
  for (const { role, person } of people)
    for (const place of places) {
      await standAt({ client, customer }, person, place)
      const answers = await ask(person, questions, place)
      for (const [n, question] of questions.entries()) {
        const { answer, error } = answers[n] ?? {}
        const refused = declared[question.source]?.not?.includes(role) === true
        if (refused && answer) wrong.push([role, place, question.source, 'is told'])
        if (refused || !answer) {
          if (error !== 'reporting.errors.out_of_scope') wrong.push([role, place, question.source, error])
          continue
        }
        try {
          await question.check(answer, { role, person, place })
        } catch (reason) {
          wrong.push([role, place, question.source, String(reason).slice(0, 300)])
        }
      }
    }
  expect(wrong).toEqual([])
})

/** What blocks tell somebody, as a dashboard that is kept to a place tells it. */
async function ask(person: Person, questions: readonly Pick<Question, 'type' | 'ask'>[], place: number | null) {
  const request = { headers: { cookie: person.cookie }, id: 'walk', params: {} } as unknown as FastifyRequest
  const read: Reading = (work) => app.api.inSession(request, work)
  const blocks = questions.map(({ type, ask: of }, n) => blockSchema.parse({ id: `block${String(n).padStart(4, '0')}`, type, ask: of }))
  return tellBlocks(read, { api: app.api, resources, sources, perimeter: place, period, lanes: lanesOfRequests }, blocks)
}

const sources = { declared: areas.flatMap((area) => area.sources ?? []), figures: areas.flatMap((area) => area.figures ?? []) }
