import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Figure } from '#kit/contract/figure.ts'
import type { Filter } from '#kit/contract/list-query.ts'
import { actionFigures, statusFigures } from '#areas/actions/contract/figures.ts'
import { remediationStatuses } from '#areas/actions/contract/lifecycle.ts'
import { routes as actionRoutes } from '#areas/actions/web/routes.ts'
import type { ActionMonth, ActionSeries, Attention, ListLink } from '#areas/dashboards/contract/calls.ts'
import { measureFigures } from '#areas/measures/contract/figures.ts'
import { measureSituations } from '#areas/measures/contract/measure.ts'
import { dayFromNow, makeWorld, objectOf, proof, type World } from '#tools/test/actions-world.ts'
import { areas } from '#app/server/registry.ts'
import type { Person } from '#app/test/worlds/test-app.ts'

let world: World
const people: Record<string, Person> = {}

/** An organisation in which no two ways of counting agree by accident. */
beforeAll(async () => {
  world = await makeWorld()
  const { app, customer, pilot, lyon, nantes, root } = world
  const group = objectOf(await pilot.post('/group', { name: 'Team' })).id as number
  const member = (role: Parameters<typeof app.member>[1], more: Parameters<typeof app.member>[2] = {}) => app.member(customer, role, more)
  const both = await member(['local_pilote', 'contributor'], { perimeterIds: [nantes] })
  const contributing = await member('global_pilote')
  Object.assign(people, {
    'global pilot': pilot,
    'global auditor': world.auditor,
    'local pilot': world.local,
    'local auditor': await member('local_auditor', { perimeterIds: [lyon] }),
    contributor: world.contributor,
    'local pilot who contributes': both,
    'pilot in contributor mode': contributing,
  })
  expect((await pilot.put(`/group/${group}`, { members: [world.contributor.memberId, world.local.memberId] })).status).toBe(200)

  await measures()
  const archived = objectOf(await pilot.post('/program', { name_en: 'Old plan' })).id as number
  const own = objectOf(await pilot.post('/program', { name_en: 'Given plan' })).id as number
  expect((await pilot.put(`/program/${own}/assignment`, { members: [world.contributor.memberId], groups: [] })).status).toBe(200)
  const [late, today, soon, far] = [-3, 0, 5, 90].map(dayFromNow)
  for (const [at, target_date] of [late, today, soon, far, null].entries()) {
    for (const perimeter of [lyon, nantes, root]) {
      await world.action({ perimeter, target_date, status: target_date ? (['PLANNED', 'ONGOING'] as const)[at % 2] : 'TO_PLAN' })
      await world.action({
        perimeter,
        target_date,
        status: target_date ? 'ONGOING' : 'TO_PLAN',
        program: own,
        manager: at % 2 ? world.contributor.memberId : world.local.memberId,
      })
      await world.action({ perimeter, target_date, program: archived, group })
    }
    await world.action({
      target_date,
      tasks: [
        { name: 'Look', manager: world.contributor.memberId },
        { name: 'Tell', manager: world.local.memberId, target_date: late },
      ],
    })
  }
  for (const manager of [both, contributing, pilot])
    for (const perimeter of [lyon, nantes]) await world.action({ perimeter, manager: manager.memberId, target_date: late, status: 'ONGOING' })
  for (const perimeter of [lyon, nantes]) {
    await world.action({ perimeter, status: 'FINISHED', target_date: late, ...proof })
    await world.action({
      perimeter,
      status: 'STANDBY',
      status_reason: 'Waits',
      target_date: late,
      manager: world.contributor.memberId,
    })
    const cancelled = await world.action({ perimeter, target_date: late, group })
    expect((await pilot.put(`/remediation/${cancelled.id}`, { status: 'CANCELLED', status_reason: 'No' })).status).toBe(200)
    const moved = await world.action({ perimeter, target_date: today, status: 'PLANNED' })
    for (const day of [10, 20, 30])
      expect((await pilot.put(`/remediation/${moved.id}`, { target_date: dayFromNow(day), postponement_reason: 'Busy' })).status).toBe(200)
    await world.action({ perimeter, status: 'FINISHED', done_date: dayFromNow(-60), target_date: dayFromNow(-70), ...proof })
    for (const proofs of perimeter === lyon ? [[]] : [[], []]) {
      const bare = await world.action({ perimeter, status: 'FINISHED', target_date: late, ...proof })
      expect((await pilot.put(`/remediation/${bare.id}`, { proofs })).status).toBe(200)
    }
  }
  expect((await pilot.put(`/program/${archived}`, { archived: true })).status).toBe(200)
  expect((await contributing.put('/user/mode', { mode: 'CONTRIBUTOR' })).status).toBe(200)
})
afterAll(() => world.app.close())

/** Measures in every situation, some served by another perimeter whatever was decided about them here. */
async function measures(): Promise<void> {
  const { pilot, lyon, nantes, root } = world
  const gone = objectOf(await pilot.post('/perimeter', { name_en: 'Closed site', parent: root })).id as number
  const decide = async (id: number, perimeter: number, what: 'implement' | 'discard' | 'plan' | null) => {
    if (what === 'implement') expect((await pilot.post(`/measure/${id}/implement`, {})).status).toBe(200)
    if (what === 'discard') expect((await pilot.post(`/measure/${id}/discard`, { justification: 'No' })).status).toBe(200)
    if (what === 'plan') await world.action({ type: 'BUILD', measure: id, perimeter, target_date: null })
  }
  for (const own of ['implement', 'discard', 'plan', null] as const) {
    for (const operator of ['implement', 'discard', null] as const) {
      for (const accept of [true, false]) {
        const solution = await world.solution()
        const at = async (perimeter: number) => objectOf(await pilot.post('/measure', { name_en: 'M', solution, perimeter })).id as number
        const [here, there] = [await at(nantes), await at(lyon)]
        await decide(there, lyon, operator)
        await decide(here, nantes, own)
        const by = accept ? pilot : world.local
        expect((await by.put(`/measure/${there}/beneficiaries`, { perimeters: [nantes] })).status).toBe(200)
      }
    }
  }
  for (const perimeter of [nantes, lyon, lyon]) await world.measure(perimeter)
  for (const what of ['implement', 'plan', null] as const) await decide((await world.measure(gone)).id as number, gone, what)
  expect((await pilot.put(`/perimeter/${gone}`, { archived: true })).status).toBe(200)
}

const everyone = () => Object.entries(people)
const today = () => dayFromNow(0)
const listed = async (person: Person, entity: string, filters: readonly Filter[]) => {
  const { status, body } = await person.post(`/${entity}/page`, { queryParams: { filters, per_page: 1 } })
  return status === 403 ? 0 : (body.total as number)
}
const rows = (person: Person, figure: Figure, ...within: Filter[]) => listed(person, figure.entity, [...figure.filters(today()), ...within])
const at = (name: string, ...selected_options: Filter['selected_options']): Filter => ({ name, selected_options })

test('the data tells definitions apart: no two words of an entity count the same for everybody', async () => {
  for (const figures of [actionFigures, measureFigures]) {
    const counted = new Map<string, string>()
    for (const [name, figure] of Object.entries<Figure>(figures)) {
      const counts = JSON.stringify(await Promise.all([world.pilot, world.local, world.contributor].map((person) => rows(person, figure))))
      expect([name, counts, counted.get(counts)]).toEqual([name, counts, undefined])
      counted.set(counts, name)
    }
  }
})

test('every declared figure is a list that its entity offers', async () => {
  const declared = areas.flatMap(({ figures = [] }) => figures)
  expect(declared.length).toBeGreaterThan(20)
  for (const figure of declared)
    expect([figure.name, (await world.pilot.post(`/${figure.entity}/page`, { queryParams: { filters: figure.filters(today()) } })).status]).toEqual([
      figure.name,
      200,
    ])
})

test('cockpit: each line that waits and each figure of the month is the total of its list, for every role and perimeter', async () => {
  for (const [who, person] of everyone()) {
    for (const scope of ['', `?perimeter=${world.lyon}`, `?perimeter=${world.nantes}`]) {
      const attention = (await person.get(`/dashboard/attention${scope}`)).body.objects as Attention[]
      for (const { kind, count, link } of attention)
        if (link) expect([who, scope, kind, count]).toEqual([who, scope, kind, await listed(person, link.entity, link.filters)])
      const { objects, links } = (await person.get(`/dashboard/actions${scope}`)).body as {
        objects: ActionMonth[]
        links: Record<ActionSeries, ListLink>
      }
      for (const [name, link] of Object.entries(links) as [ActionSeries, ListLink][])
        expect([who, scope, name, objects.at(-1)?.[name]]).toEqual([who, scope, name, await listed(person, link.entity, link.filters)])
    }
  }
})

test('the badge of the menu is the total of the list that the menu opens', async () => {
  const route = actionRoutes.find(({ badge }) => badge === 'nb_actions')
  const filters = Object.entries(route?.search?.filters as Record<string, Filter['selected_options']>).map(([name, selected_options]) => ({
    name,
    selected_options,
  }))
  expect([at('mine', true), ...filters]).toEqual(actionFigures.mine_open.filters(today()))
  for (const [who, person] of everyone()) {
    const badge = (await person.get('/contribution/count')).body.object.nb_actions as number
    expect([who, badge]).toEqual([who, await rows(person, actionFigures.mine_open)])
    const open = ((await person.get('/user/objects')).body.objects as { entity: string; open: boolean }[]).filter(
      (object) => object.entity === 'remediation' && object.open,
    )
    expect([who, open.length]).toEqual([who, badge])
  }
})

test('statistics and tabs are the totals of the same list, narrowed', async () => {
  const questions: Filter[][] = [[], [at('closed', false), at('perimeter', world.lyon)]]
  for (const [who, person] of everyone()) {
    for (const filters of questions) {
      const queryParams = { filters }
      const counts = (await person.post('/remediation/counts', { queryParams })).body.object
      const stats = (await person.post('/remediation/stats', { queryParams })).body.object
      const total = (figure: Figure, ...more: Filter[]) => rows(person, figure, ...filters, ...more)
      for (const status of remediationStatuses) {
        const expected = await total(statusFigures[status])
        expect([who, status, counts[status], stats.by_status[status]]).toEqual([who, status, expected, expected])
      }
      expect([who, counts.total, stats.total, stats.late, stats.soon, stats.unassigned]).toEqual([
        who,
        ...(await Promise.all(
          [actionFigures.all, actionFigures.all, actionFigures.late, actionFigures.soon, actionFigures.unassigned].map((figure) => total(figure)),
        )),
      ])
      for (const { perimeter, count, late, finished } of stats.by_perimeter) {
        const here = at('perimeter', perimeter?.id ?? null)
        expect([who, count, late, finished]).toEqual([
          who,
          await total(actionFigures.all, here),
          await total(actionFigures.late, here),
          await total(actionFigures.finished, here),
        ])
      }
    }
  }
})

test('a plan counts the actions that its reader finds in it', async () => {
  for (const [who, person] of everyone()) {
    const plans = (await person.post('/program/page', { queryParams: { per_page: 100 } })).body.objects as {
      id: number
      actions: number
      late: number
      counts: Record<string, number>
    }[]
    for (const { id, actions, late, counts } of plans) {
      const plan = at('program', id)
      expect([who, id, actions, late]).toEqual([who, id, await rows(person, actionFigures.all, plan), await rows(person, actionFigures.late, plan)])
      for (const status of remediationStatuses)
        expect([who, id, status, counts[status]]).toEqual([who, id, status, await rows(person, statusFigures[status], plan)])
      expect((await person.get(`/program/${id}`)).body.object).toMatchObject({ actions, late, counts })
    }
  }
})

test('security bases: the numbers of a perimeter are the totals of its measures, and no measure is in two of them or in none', async () => {
  const columns = {
    to_implement: measureFigures.to_handle,
    planned: measureFigures.planned,
    discarded: measureFigures.discarded,
    implemented: measureFigures.implemented,
    benefiting: measureFigures.served,
  } as const
  let seen = 0
  for (const [who, person] of everyone()) {
    const { status, body } = await person.get('/measure/summary')
    if (status === 403) continue
    for (const base of body.objects as ({ perimeter: { id: number } } & Record<keyof typeof columns, number>)[]) {
      const here = at('perimeter', base.perimeter.id)
      for (const [name, figure] of Object.entries(columns) as [keyof typeof columns, Figure][])
        expect([who, base.perimeter.id, name, base[name]]).toEqual([who, base.perimeter.id, name, await rows(person, figure, here)])
      expect(Object.keys(columns).reduce((sum, name) => sum + base[name as keyof typeof columns], 0)).toBe(await rows(person, measureFigures.all, here))
      seen += 1
    }
  }
  expect(seen).toBeGreaterThan(8)
  const counted = Object.values(measureFigures).flatMap((figure) => figure.filters(today()))
  const situations = counted.flatMap(({ name, selected_options }) => (name === 'situation' ? selected_options : []))
  expect(new Set(situations)).toEqual(new Set(measureSituations))
  expect(situations).toHaveLength(measureSituations.length)
})

test('a policy counts the perimeters that its reader finds it applied to', async () => {
  const policy = objectOf(await world.pilot.post('/policy', { name_en: 'Rules' })).id as number
  const version = (await world.pilot.post('/policy_version/page', { queryParams: { filters: [at('policy', policy)] } })).body.objects[0].id as number
  objectOf(await world.pilot.post('/control', { policy_version: version, name_en: 'Rule' }))
  expect((await world.pilot.post(`/policy_version/${version}/publish`, {})).status).toBe(200)
  for (const perimeter of [world.lyon, world.nantes, world.root])
    expect((await world.pilot.post('/policy_application', { policy, perimeter })).status).toBe(200)
  for (const [who, person] of everyone()) {
    const { status, body } = await person.get(`/policy/${policy}`)
    if (status !== 200) continue
    expect([who, body.object.perimeters]).toEqual([who, await listed(person, 'policy_application', [at('policy', policy)])])
  }
})

test('the inventory names every figure once, and gives no word to two', () => {
  const text = readFileSync(join(import.meta.dirname, '../../../docs/FIGURES.md'), 'utf8')
  const lines = [...text.matchAll(/^\| `([\w.]+)` \| ([^|]+) \| ([^|]+) \|/gm)].map(([, name = '', english = '', french = '']) => ({
    name,
    english: english.trim(),
    french: french.trim(),
  }))
  expect(new Set(lines.map(({ name }) => name))).toEqual(new Set(areas.flatMap(({ figures = [] }) => figures.map(({ name }) => name))))
  for (const key of ['name', 'english', 'french'] as const) expect(new Set(lines.map((line) => line[key])).size).toBe(lines.length)
})
