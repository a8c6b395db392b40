import { afterAll, beforeAll, expect, test } from 'vitest'
import { languages, type Language } from '#kit/contract/catalogue.ts'
import type { Role } from '#kit/contract/right.ts'
import { mayFollow, neededBetween, sinceOf, statesOf, type WorkItem } from '#kit/contract/work-item.ts'
import { translatorFor } from '#kit/server/http/words.ts'
import { dayFromNow, makeWorld, objectOf, proof, type World } from '#tools/test/actions-world.ts'
import { begunEvaluations, draftCampaign } from '#tools/test/draft-campaign.ts'
import { moved } from '#tools/test/evaluation-answers.ts'
import { studiedAnalysis } from '#tools/test/studied-analysis.ts'
import { walkByRole, type Standing, type Walk, type Walker } from '#tools/test/walk-lifecycle-by-role.ts'
import { catalogues, resources } from '#app/server/registry.ts'
import { sampleBody } from '#app/test/worlds/fill-organisation.ts'
import { devSteps } from '#areas/projects/contract/steps.ts'
import type { Person } from '#app/test/worlds/test-app.ts'
import { isWalked } from '#app/test/walks/walked.ts'

/** Auditors read, whoever is not concerned hears of nothing, and those in charge work on what is theirs; written by hand from SEC-18, ACT-14, GAP-06, INC-04, EXM-04 and REV-31. */
const people = ['global_pilote', 'local_pilote', 'local_pilote elsewhere', 'global_auditor', 'local_auditor', 'contributor in charge', 'contributor'] as const
type Who = (typeof people)[number]

const common: Readonly<Record<Who, Standing>> = {
  global_pilote: 'works',
  local_pilote: 'works',
  'local_pilote elsewhere': 'hidden',
  global_auditor: 'reads',
  local_auditor: 'reads',
  'contributor in charge': 'works',
  contributor: 'hidden',
}
const noMove = 'kit.work.errors.no_move_right'

interface Expectation {
  readonly standings: Readonly<Record<Who, Standing>>
  /** Moves of pilots alone, by what a contributor in charge is told. */
  readonly pilotsOnly: Readonly<Record<string, string>>
  /** Of those, which are refused as a whole. */
  readonly barred?: Readonly<Record<string, string>>
  /** Moves of global pilots alone, by what a local one is told. */
  readonly globalOnly?: Readonly<Record<string, string>>
  readonly states?: Walk['states'] & object
  readonly refuses?: Walk['refuses'] & object
}
const expectations: Readonly<Record<string, Expectation>> = {
  remediation: { standings: common, pilotsOnly: {} },
  incident: { standings: common, pilotsOnly: { reopen: noMove } },
  gap: { standings: common, pilotsOnly: { confirm: noMove, doubt: noMove, reopen: noMove } },
  // Whoever works on a risk judges nothing.
  risk: {
    standings: common,
    pilotsOnly: {
      accept: 'kit.errors.no_update_right',
      transfer: 'kit.errors.no_update_right',
      close: 'kit.errors.no_update_right',
      reopen: 'kit.errors.no_update_right',
    },
  },
  exemption: {
    standings: common,
    // Whoever works on a request takes it back and asks again; a decision is a pilot's.
    pilotsOnly: { grant: 'kit.errors.no_update_right', reject: 'kit.errors.no_update_right', close: 'kit.errors.no_update_right' },
  },
  // One that is done or not; controls are OK or KO, and go the same ways. What was answered is approved, and nothing else.
  occurrence: {
    standings: common,
    pilotsOnly: { reopen: noMove },
    barred: { approve_done: 'runbooks.errors.no_decide_right', reject: 'runbooks.errors.no_decide_right' },
    states: ['TO_DO', 'PENDING_APPROVAL', 'REJECTED', 'DONE', 'NOT_DONE', 'NA'],
    refuses: { approve_not_done: 'runbooks.errors.as_answered', approve_na: 'runbooks.errors.as_answered' },
  },
  // Contributors see the risks that come of it.
  risk_analysis: { standings: { ...common, 'contributor in charge': 'barred', contributor: 'barred' }, pilotsOnly: {} },
  // Of a campaign that somebody else began, local pilots see what it asks of theirs; who answers reads the evaluation.
  campaign: { standings: { ...common, local_pilote: 'reads', 'contributor in charge': 'barred', contributor: 'barred' }, pilotsOnly: {} },
  evaluation: {
    standings: common,
    pilotsOnly: { reset: noMove, reopen: noMove, ignore: noMove },
    // Whoever answers does not validate, unless they are named for that.
    barred: { accept: 'kit.errors.unauthorized', reject: 'kit.errors.unauthorized' },
    globalOnly: { reopen: noMove },
    // Handing over looks at every answer: it is a call of its own.
    refuses: { submit: 'campaigns.answer.errors.submit_way' },
  },
  // To the end from everywhere is the pilots'; whoever works on a project takes every other step.
  isp_project: { standings: common, pilotsOnly: { abandon: noMove } },
  review: { standings: { ...common, global_auditor: 'barred', local_auditor: 'barred' }, pilotsOnly: {} },
}

let world: World
/** One in each language. */
const by = new Map<Who, Readonly<Record<Language, Person>>>()
/** Both contributors who are in charge. */
let team: number
let register: number
let runbook: number
let evaluated: () => Promise<{ id: number }>

beforeAll(async () => {
  world = await makeWorld()
  const { app, customer, lyon, nantes } = world
  const both = async (role: Role, more: object = {}) => ({
    en: await app.member(customer, role, { ...more, lang: 'en' }),
    fr: await app.member(customer, role, { ...more, lang: 'fr' }),
  })
  for (const who of people) {
    const [role = '', ...rest] = who.split(' ')
    by.set(who, await both(role as Role, role.startsWith('local') ? { perimeterIds: [rest.length > 0 ? nantes : lyon] } : {}))
  }
  const { en, fr } = personsOf('contributor in charge')
  team = objectOf(await world.pilot.post('/group', { name: 'Those in charge', members: [en.memberId, fr.memberId] })).id
  evaluated = begunEvaluations(app, world.pilot, lyon, { group: team })
  runbook = objectOf(await world.pilot.post('/runbook', { name_en: 'Backups' })).id
  register = objectOf(await world.pilot.post('/exemption_register', { name_en: 'Requests' })).id
})
afterAll(() => world.app.close())

function personsOf(who: Who): Readonly<Record<Language, Person>> {
  const found = by.get(who)
  if (!found) throw new Error(`nobody is ${who}`)
  return found
}

/** A row in Lyon with which the contributors are in charge, of what more is to be done to make one than to say its mandatory fields. */
const makers: Readonly<Record<string, () => Promise<{ id: number }>>> = {
  remediation: () => world.action({ group: team, target_date: dayFromNow(30) }),
  gap: async () => {
    const audit = objectOf(await world.pilot.post('/gap_register', { name_en: 'Audit' })).id
    return objectOf(await world.pilot.post('/gap', { name_en: 'Shared accounts', register: audit, perimeter: world.lyon, group: team }))
  },
  // Approved, so that it may be accepted.
  risk: async () => {
    const held = objectOf(await world.pilot.post('/risk_register', { name_en: 'Risks', impact_types: ['LEGAL'] })).id
    const judged = { init_impact: 3, init_probability: 3, target_impact: 1, target_probability: 1 }
    const row = objectOf(await world.pilot.post('/risk', { name_en: 'Fire', register: held, perimeter: world.lyon, group: team, ...judged }))
    objectOf(await world.pilot.post(`/risk/${row.id}/request`, {}))
    objectOf(await personsOf('global_pilote').en.post(`/risk/${row.id}/approve`, {}))
    return row
  },
  exemption: async () =>
    objectOf(
      await world.pilot.post('/exemption', {
        name_en: 'Old TLS',
        register,
        reason: 'Old machines',
        perimeters: [world.lyon],
        start_date: dayFromNow(0),
        end_date: dayFromNow(30),
        group: team,
      }),
    ),
  occurrence: async () => {
    const task = objectOf(
      await world.pilot.post('/runtask', {
        name_en: 'Restore a backup',
        runbook,
        perimeter: world.lyon,
        group: team,
        periodicity: 'DAILY',
        start_date: dayFromNow(0),
      }),
    ).id
    const filters = [{ name: 'runtask', selected_options: [task] }]
    return (await world.pilot.post('/occurrence/page', { queryParams: { filters, sort: [{ name: 'due_date', order: 'asc' }] } })).body.objects[0]
  },
  isp_project: async () =>
    objectOf(await world.pilot.post('/isp_project', { name_en: 'New shop', perimeter: world.lyon, group: team, step_since: dayFromNow(-30) })),
  risk_analysis: () => studiedAnalysis(world.pilot, world.lyon),
  campaign: () => draftCampaign(world.pilot, [world.lyon], { member: world.pilot.memberId }),
  evaluation: () => evaluated(),
  review: async () => {
    const incident = objectOf(await world.pilot.post('/incident', { name_en: 'Phish', perimeter: world.lyon, group: team })).id
    const action = await world.action({ group: team, source_object: { entity: 'incident', id: incident } })
    objectOf(await world.pilot.put(`/remediation/${action.id}`, { status: 'FINISHED', ...proof }))
    return (await world.pilot.get(`/remediation/${action.id}/review`)).body.objects[0]
  },
}
/** What closed or asked for it is more than the row: a row that moved is not taken back, another one is made. */
const anew = new Set(['exemption', 'occurrence', 'evaluation'])
const also: Readonly<Record<string, Walk['also'] & object>> = {
  remediation: { FINISHED: proof },
  isp_project: Object.fromEntries(devSteps.map((step) => [step, { step_since: dayFromNow(0) }])),
}
/** What a row that has come to a status has besides. */
const settled: Readonly<Record<string, (id: number, status: string) => Promise<unknown>>> = {
  isp_project: async (id, status) => {
    if (status !== 'DECISION') return
    // What was decided before is decided anew by whoever has seen that.
    const { version } = objectOf(await world.pilot.get(`/isp_project/${id}`))
    objectOf(await world.pilot.post(`/isp_project/${id}/decision`, { decision: 'GO', version }))
  },
}

/** Such a row of any other entity: whatever is mandatory, in Lyon, of the group. */
async function make({ entity, responsible }: WorkItem): Promise<{ id: number }> {
  const own = makers[entity.name]
  if (own) return own()
  if (!entity.fields.perimeter || !responsible?.group)
    throw new Error(`say in \`makers\` how a row of ${entity.name} in Lyon is made with which the group is in charge`)
  const mandatory = Object.fromEntries(Object.entries(entity.fields).filter(([, { options }]) => options.need === 'required'))
  const body = sampleBody(mandatory, { word: 'Walk', ids: new Map([['perimeter', [world.lyon]]]) })
  return objectOf(await world.pilot.post(`/${entity.name}`, { ...body, perimeter: world.lyon, [responsible.group]: team }))
}

/** A value for a field that a move needs. */
function neededValue({ entity }: WorkItem, name: string): unknown {
  const field = entity.fields[name]
  if (!field || field.kind === 'date') return dayFromNow(30)
  return field.options.values?.[0] ?? sampleBody({ [name]: field }, { word: 'Walk', ids: new Map() })[name]
}

const translate = translatorFor(catalogues)
const works = [...resources.values()].flatMap(({ work }) => (work ? [work] : []))

function walkOf(work: WorkItem, { standings, pilotsOnly, barred, globalOnly, states: those, refuses }: Expectation): Walk {
  const { entity, status, reason } = work
  const { name } = entity
  const states = statesOf(work)
  const needed = [...new Set(states.flatMap((from) => states.flatMap((to) => Object.keys(neededBetween(work, from, to).fields))))]
  const values: Record<string, unknown> = {
    ...Object.fromEntries(needed.map((field) => [field, neededValue(work, field)])),
    ...(reason && { [reason]: 'Said' }),
  }
  const get: Walk['get'] = async (id) => objectOf(await world.pilot.get(`/${name}/${id}`))
  const standingIn: Walk['standingIn'] = async (wanted) => {
    const { id } = await make(work)
    const first = (await get(id))[status] as string
    const paths = [[first]]
    for (const path of paths)
      for (const to of states) if (!paths.some((known) => known.at(-1) === to) && mayFollow(work, path.at(-1) ?? '', to)) paths.push([...path, to])
    const path = paths.find((known) => known.at(-1) === wanted) ?? []
    for (const [n, to] of path.slice(1).entries()) {
      if (name === 'evaluation' && to === 'WAITING_VALIDATION') {
        await moved(world.app, world.customer, id, { status: to, submitted_by: world.pilot.memberId, submitted_at: new Date() })
        continue
      }
      const { fields, reason: why } = neededBetween(work, path[n] ?? '', to)
      const required = Object.fromEntries([...Object.keys(fields), ...(why && reason ? [reason] : [])].map((field) => [field, values[field]]))
      const decided = name === 'exemption' || path[n] === 'PENDING_APPROVAL'
      objectOf(await (decided ? personsOf('global_pilote').en : world.pilot).put(`/${name}/${id}`, { [status]: to, ...required, ...also[name]?.[to] }))
      await settled[name]?.(id, to)
    }
    return id
  }
  const days = [...new Set(states.flatMap((state) => sinceOf(work, state) ?? []))]
  const restoredFields = [...new Set([status, ...(reason ? [reason] : []), ...days, ...needed])].filter((field) => field !== work.due?.date)
  const restore: Walk['restore'] = async (id, from) => {
    if (anew.has(name)) return standingIn(from)
    const { fields, reason: why } = neededBetween(work, from, from)
    const row: Record<string, unknown> = { [status]: from }
    for (const field of Object.keys(fields)) row[field] = values[field]
    if (reason && why) row[reason] = values[reason]
    const day = sinceOf(work, from)
    if (day) row[day] = dayFromNow(0)
    const set = restoredFields.map((column, n) => `${column} = $${n + 3}`).join(', ')
    await world.app.db.transaction(world.customer, (tx) =>
      tx.runText(`update ${name} set ${set} where customer_id = $1 and id = $2`, [world.customer, id, ...restoredFields.map((column) => row[column] ?? null)]),
    )
    await settled[name]?.(id, from)
    return id
  }
  const walkers = people.map((who): Walker => {
    const persons = personsOf(who)
    const put = Object.fromEntries(languages.map((lang) => [lang, (id: number, body: object) => persons[lang].put(`/${name}/${id}`, body)]))
    return {
      as: who,
      put: put as Walker['put'],
      access: standings[who],
      ...(who === 'local_pilote' && globalOnly && { denied: globalOnly }),
      ...(who === 'contributor in charge' && { denied: pilotsOnly, ...(barred && { barred }) }),
    }
  })
  return {
    work,
    walkers,
    standingIn,
    restore,
    get,
    values,
    ...(those && { states: those }),
    ...(refuses && { refuses }),
    ...(also[name] && { also: also[name] }),
    say: (key, lang) => translate(key, lang),
  }
}

test('it is said of every lifecycle who may take its moves', () => {
  expect(works.map(({ entity }) => entity.name).toSorted()).toEqual(Object.keys(expectations).toSorted())
})

test.each(works.filter(({ entity }) => isWalked({ def: entity })).map((work) => [work.entity.name, work] as const))(
  '%s: everybody makes the moves that are theirs, is refused every other one in their language, and changes nothing by that',
  async (name, work) => {
    const expectation = expectations[name]
    if (!expectation) throw new Error(`nothing is said of ${name}`)
    const { done, refused } = await walkByRole(walkOf(work, expectation))
    expect([done, refused].every((count) => count > 0)).toBe(true)
  },
)
