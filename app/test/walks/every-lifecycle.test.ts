import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { languages } from '#kit/contract/catalogue.ts'
import { roles } from '#kit/contract/right.ts'
import { movesOf, statesOf, type WorkItem } from '#kit/contract/work-item.ts'
import { dayFromNow, makeWorld, objectOf, proof, type World } from '#tools/test/actions-world.ts'
import { begunEvaluations, draftCampaign } from '#tools/test/draft-campaign.ts'
import { studiedAnalysis } from '#tools/test/studied-analysis.ts'
import { walkLifecycle, type Sample } from '#tools/test/walk-lifecycle.ts'
import { devSteps } from '#areas/projects/contract/steps.ts'
import { sampleBody, type Ids } from '#app/test/worlds/fill-organisation.ts'
import { catalogues, resources, rights } from '#app/server/registry.ts'
import type { Answer, Person } from '#app/test/worlds/test-app.ts'
import { isWalked } from './walked.ts'

let world: World
let runbook: number
/** Each step is come to on the day itself. */
const sameDay = (steps: readonly string[]) => Object.fromEntries(steps.map((step) => [step, { step_since: dayFromNow(0) }]))
const people = new Map<string, Person>()
beforeAll(async () => {
  world = await makeWorld()
  evaluated = begunEvaluations(world.app, world.pilot, world.lyon, { member: world.pilot.memberId })
  runbook = objectOf(await world.pilot.post('/runbook', { name_en: 'Walked' })).id
  for (const role of roles) people.set(role, await world.app.member(world.customer, role, role.startsWith('local') ? { perimeterIds: [world.root] } : {}))
})
afterAll(() => world.app.close())

const works = [...resources.values()].flatMap(({ work }) => (work ? [work] : []))

test('many entities have a lifecycle', () => {
  expect(works.length).toBeGreaterThan(8)
})

/** What is special about an entity: how a row of it is made, and what its statuses ask for beside their declaration. */
const special: Record<
  string,
  { create?: (toward: string) => Promise<{ id: number }>; also?: Sample['also']; put?: (id: number, body: object) => Promise<Answer> }
> = {
  remediation: { create: () => world.action(), also: { FINISHED: proof } },
  exemption: {
    create: () => inRegister('exemption', { start_date: dayFromNow(0), end_date: dayFromNow(30), reason: 'Old machines' }, people.get('contributor')),
  },
  gap: { create: () => inRegister('gap', {}) },
  // What is accepted or transferred was approved by somebody else.
  risk: { create: () => judgedRisk(), put: (id, body) => putRisk(id, body) },
  review: { create: () => reviewed() },
  isp_project: {
    create: async () => objectOf(await world.pilot.post('/isp_project', { name_en: 'Walked', perimeter: world.lyon, step_since: dayFromNow(-30) })),
    also: sameDay(devSteps),
    // What goes live was decided about.
    put: async (id, body) => {
      if ((body as { dev_step?: string }).dev_step === 'PRODUCTION') await world.pilot.post(`/isp_project/${id}/decision`, { decision: 'GO' })
      return world.pilot.put(`/isp_project/${id}`, body)
    },
  },
  risk_analysis: { create: () => studiedAnalysis(world.pilot, world.lyon) },
  campaign: { create: () => drafted() },
  // It is handed over from its answers, not by a status that somebody writes.
  evaluation: { create: () => evaluated(), put: (id, body) => putEvaluation(id, body) },
  // What is approved is what was answered, by somebody else.
  occurrence: {
    create: (toward) => comesRound(toward),
    get also() {
      return { PENDING_APPROVAL: { answer: answered, comment: 'Walked' } }
    },
    put: (id, body) =>
      (people.get((body as { status?: string }).status === 'PENDING_APPROVAL' ? 'local_pilote' : 'global_pilote') ?? world.pilot).put(
        `/occurrence/${id}`,
        body,
      ),
  },
}

/** A risk with a target, in a register of its own. */
async function judgedRisk(): Promise<{ id: number }> {
  const register = objectOf(await world.pilot.post('/risk_register', { name_en: 'Walked', impact_types: ['LEGAL'] })).id
  const judged = { init_impact: 3, init_probability: 3, target_impact: 1, target_probability: 1 }
  return objectOf(await world.pilot.post('/risk', { name_en: 'Walked', register, manager: world.pilot.memberId, ...judged }))
}

async function putRisk(id: number, body: object): Promise<Answer> {
  const { treatment, status } = objectOf(await world.pilot.get(`/risk/${id}`)) as { treatment?: string; status?: string }
  const to = (body as { treatment?: string }).treatment ?? ''
  if (treatment === 'OPEN' && status !== 'APPROVED' && ['ACCEPTED', 'TRANSFERRED'].includes(to)) {
    objectOf(await world.pilot.post(`/risk/${id}/request`, {}))
    objectOf(await people.get('global_pilote')!.post(`/risk/${id}/approve`, {}))
  }
  return world.pilot.put(`/risk/${id}`, body)
}

async function putEvaluation(id: number, body: object): Promise<Answer> {
  const { status } = objectOf(await world.pilot.get(`/evaluation/${id}`)) as { status?: string }
  if ((body as { status?: string }).status !== 'WAITING_VALIDATION' || !['STARTED', 'REJECTED'].includes(status ?? ''))
    return world.pilot.put(`/evaluation/${id}`, body)
  const { items, answers } = objectOf(await world.pilot.get(`/evaluation/${id}/content`)) as unknown as { items: { item: number }[]; answers: unknown[] }
  if (answers.length === 0) for (const { item } of items) await world.pilot.put(`/evaluation/${id}/answer`, { item, level: 100, comment: 'Walked', version: 0 })
  return world.pilot.post(`/evaluation/${id}/submit`, {})
}

/** One evaluation of a campaign that runs. */
let evaluated: () => Promise<{ id: number }>
const drafted = () => draftCampaign(world.pilot, [world.lyon], { member: world.pilot.memberId })

let answered = 'DONE'
/** The first time round of a task of either kind. */
async function comesRound(toward: string): Promise<{ id: number }> {
  answered = ['DONE', 'DONE_OK', 'DONE_KO', 'NOT_DONE', 'NA'].includes(toward) ? toward : 'DONE'
  const task = objectOf(
    await world.pilot.post('/runtask', { name_en: 'Walked', runbook, perimeter: world.lyon, periodicity: 'DAILY', start_date: dayFromNow(0) }),
  ).id
  const { body } = await world.pilot.post('/occurrence/page', {
    queryParams: { filters: [{ name: 'runtask', selected_options: [task] }], sort: [{ name: 'due_date', order: 'asc' }] },
  })
  return body.objects[0]
}

/** A review, which the end of an action opens. */
async function reviewed(): Promise<{ id: number }> {
  const incident = objectOf(await world.pilot.post('/incident', { name_en: 'Walked', perimeter: world.lyon })).id
  const { id } = await world.action({ source_object: { entity: 'incident', id: incident } })
  objectOf(await world.pilot.put(`/remediation/${id}`, { status: 'FINISHED', ...proof }))
  return (await world.pilot.get(`/remediation/${id}/review`)).body.objects[0]
}

/** A row in a register of its own, asked for by somebody. */
async function inRegister(entity: string, values: object, person: Person = world.pilot): Promise<{ id: number }> {
  const register = objectOf(await world.pilot.post(`/${entity}_register`, { name_en: 'Walked' })).id
  await world.pilot.put(`/${entity}_register/${register}/assignment`, { members: [person.memberId], groups: [] })
  return objectOf(await person.post(`/${entity}`, { name_en: 'Walked', register, ...values }))
}

/** A row with what every row of the entity must have. */
async function create({ entity }: WorkItem, toward: string): Promise<{ id: number }> {
  const own = special[entity.name]?.create
  if (own) return own(toward)
  const needed = Object.fromEntries(Object.entries(entity.fields).filter(([, field]) => field.options.need === 'required'))
  const ids: Ids = new Map()
  for (const { options } of Object.values(needed)) {
    const target = options.entity ?? ''
    if (target)
      ids.set(
        target,
        ((await world.pilot.get(`/${target}?limit=1`)).body.objects as { id: number }[]).map(({ id }) => id),
      )
  }
  return objectOf(await world.pilot.post(`/${entity.name}`, sampleBody(needed, { word: 'Walk', ids })))
}

/** A value for whatever a move needs. */
function valuesOf({ entity }: WorkItem): Record<string, unknown> {
  const filled = sampleBody(entity.fields, { word: 'Walk', ids: new Map([['member', [world.pilot.memberId]]]) })
  const dates = Object.entries(entity.fields).filter(([, { kind }]) => kind === 'date')
  return { ...filled, ...Object.fromEntries(dates.map(([name, { options }]) => [name, dayFromNow(options.notAfter ? 0 : 30)])) }
}

describe.each(works.filter(({ entity }) => isWalked({ def: entity })).map((work) => [work.entity.name, work] as const))('%s', (name, work) => {
  const { entity } = work

  walkLifecycle(
    work,
    () => ({
      create: (toward) => create(work, toward),
      put: (id, body) => special[name]?.put?.(id, body) ?? world.pilot.put(`/${name}/${id}`, body),
      get: async (id) => objectOf(await world.pilot.get(`/${name}/${id}`)),
      putWithout: (right) => {
        const role = roles.find((one) => !rights[right as never]?.includes(one) && rights[entity.rights.update as never]?.includes(one))
        const person = role && people.get(role)
        return person && ((id, body) => person.put(`/${name}/${id}`, body))
      },
    }),
    () => ({ values: valuesOf(work), ...(special[name]?.also && { also: special[name].also }) }),
  )

  test('is counted, filtered and told by what it declares', () => {
    const filters = entity.list.filters
    expect(
      [work.status, 'closed', ...(work.responsible ? ['mine'] : []), ...(work.due ? ['late', 'soon'] : [])].filter((field) => !filters.includes(field)),
    ).toEqual([])
    expect(movesOf(work).flatMap(([, { right }]) => (right !== undefined && !(right in rights) ? [right] : []))).toEqual([])
  })

  test.each(languages)('has words for its moves, and for what has moved, in %s', (lang) => {
    type Words = { readonly [key: string]: Words | string | undefined }
    const area = (catalogues as unknown as Record<string, Record<string, Words>>)[entity.area]?.[lang]
    const at = (path: string) => path.split('.').reduce<Words | string | undefined>((words, key) => (typeof words === 'object' ? words[key] : undefined), area)
    const own = (path: string) => at(`entities.${name}.${path}`)
    expect(statesOf(work).filter((status) => !own(`now.${status}`))).toEqual([])
    expect(movesOf(work).flatMap(([move]) => ((own(`do.${move}`) ?? at(`do.${move}`)) ? [] : [move]))).toEqual([])
  })

  test('says only messages that exist', () => {
    const messageKeys = [
      ...Object.values(work.messages ?? {}),
      ...[...Object.values(work.states), ...Object.values(work.moves)].flatMap(({ reason, needs = {} }) => [reason, ...Object.values(needs)]),
    ].filter((message) => typeof message === 'string')
    const missing = messageKeys.filter((key) => {
      const [area = '', ...path] = key.split('.')
      return languages.some(
        (lang) =>
          path.reduce<unknown>((words, part) => (words as Record<string, unknown> | undefined)?.[part], (catalogues as never)[area]?.[lang]) === undefined,
      )
    })
    expect(missing).toEqual([])
  })
})
