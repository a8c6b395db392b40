import pg from 'pg'
import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Role } from '#kit/contract/right.ts'
import type { Operation } from '#kit/server/http/api.ts'
import type { Ids } from '#app/test/worlds/fill-organisation.ts'
import { filledApp } from '#app/test/worlds/filled-app.ts'
import { resources, rightsOf } from '#app/server/registry.ts'
import { derivedFrom, distinctOf, listsOfEveryKind } from '#app/test/walks/shapes.ts'
import type { Answer, Person, TestApp } from '#app/test/worlds/test-app.ts'
import { distinctCallsOf, neverFails, refusedWithoutItsRight, revealsNothing, textOf, walk, type Step } from '#app/test/walks/walk-operations.ts'
import { isWalkedOperation } from '#app/test/walks/walked.ts'

/** Stands in everything that belongs to one perimeter, and nowhere else. */
const secret = 'Nebuleuse'
/** Entities of which a row bears that word; others may name those rows. */
const secretOnes = ['perimeter', 'measure', 'remediation', 'program', 'control_not_applicable']

let app: TestApp
let ids: Ids
let pilot: Person
/** Colleagues who have nothing to do with that perimeter. */
const outside = new Map<Role, Person>()
/** Colleagues who may only look, at all of it or at the perimeter. */
const auditors: Person[] = []

let elsewhere: number
/** Rows of that other perimeter, by entity. */
let beside: Readonly<Record<'perimeter' | 'measure' | 'remediation' | 'program', number>>

const first = (entity: string) => ids.get(entity)?.[0] as number
const reveals = (answer: Answer) => textOf(answer).includes(secret)

const calls = (operation: Operation) => distinctCallsOf(operation, { ids, word: 'Changed' })
/** Whether somebody's role opens an operation at all; whom it does not, the gate of all operations refuses. */
const opens = (role: Role) => {
  const held = rightsOf([role])
  return ({ access }: Operation) => access === 'session' || (access !== 'public' && held.has(access))
}
/** Everything but signing out and in, which would end the session that calls. */
const operations = () =>
  app.api.operations.filter(({ access, path }) => access !== 'public' && !/^\/(auth|user\/customer)/.test(path)).filter(isWalkedOperation)

/** Of what the kit makes for every entity, what tells of a row in a way of the entity's own and what its own rules write; of those that bear the word, everything. */
function ofEach(all: readonly Operation[]): Operation[] {
  const some = new Set(distinctOf(all, ['GET /{id}', 'GET /{id}/history', 'GET /{id}/linked', 'POST ', 'PUT /{id}']))
  return all.filter((operation) => some.has(operation) || secretOnes.includes(derivedFrom(operation)?.def.name ?? ''))
}

beforeAll(async () => {
  const filled = await filledApp()
  const { id, root } = filled.customer
  ;({ app, pilot, ids } = filled)
  const renamed = [
    ['perimeter', { name_en: secret, name_fr: secret }],
    ['measure', { name_en: secret, name_fr: secret }],
    ['remediation', { name_en: secret, name_fr: secret }],
    ['program', { name_en: secret, name_fr: secret }],
    ['control_not_applicable', { justification: secret }],
  ] as const
  for (const [entity, body] of renamed) expect((await pilot.put(`/${entity}/${first(entity)}`, body)).body, entity).toMatchObject({ ok: true })
  await pilot.post(`/remediation/${first('remediation')}/comments`, { text: secret })
  elsewhere = (await pilot.post('/perimeter', { name_en: 'Elsewhere', parent: root })).body.object.id
  await besideIt()
  for (const role of ['local_pilote', 'local_auditor', 'contributor'] as const) outside.set(role, await app.member(id, role, { perimeterIds: [elsewhere] }))
  auditors.push(await app.member(id, 'global_auditor'), await app.member(id, 'local_auditor', { perimeterIds: [first('perimeter')] }))
})
afterAll(() => app.close())

/** What they may read stands beside what they may not: below it, in its plan, serving it; and has stood beside it, as the history knows. */
async function besideIt(): Promise<void> {
  const done = async (answer: Promise<Answer>) => {
    const { body } = await answer
    expect(body).toMatchObject({ ok: true })
    return body.object
  }
  const [perimeter, program] = [first('perimeter'), first('program')]
  await done(pilot.put(`/program/${program}`, { perimeters: [perimeter] }))
  await done(pilot.put(`/perimeter/${elsewhere}`, { parent: perimeter }))
  const measure = await done(pilot.post('/measure', { name_en: 'Shared', solution: first('solution'), perimeter: elsewhere }))
  await done(pilot.post(`/measure/${measure.id}/implement`))
  await done(pilot.put(`/measure/${measure.id}/beneficiaries`, { perimeters: [perimeter] }))
  const plan = await done(pilot.post('/program', { name_en: 'Common', perimeters: [perimeter, elsewhere] }))
  const policy = await done(pilot.post('/policy', { name_en: secret, name_fr: secret }))
  const versions = (await pilot.post('/policy_version/page', { queryParams: { filters: [{ name: 'policy', selected_options: [policy.id] }] } })).body.objects
  await done(pilot.post('/control', { policy_version: versions[0].id, name_en: secret, name_fr: secret }))
  await done(pilot.post(`/policy_version/${versions[0].id}/publish`))
  await done(pilot.post(`/policy/${policy.id}/apply`, { perimeters: [perimeter] }))
  const act = (fields: object) => done(pilot.post('/remediation', { name_en: 'Beside', program, perimeter: elsewhere, ...fields }))
  await act({ measure: measure.id })
  const moved = await act({ program: plan.id })
  await done(pilot.put(`/remediation/${moved.id}`, { program }))
  await done(pilot.put(`/remediation/${moved.id}`, { program: plan.id }))
  await done(pilot.put(`/tag/${first('tag')}`, { perimeters: [perimeter, elsewhere] }))
  await done(pilot.post(`/policy/${first('policy')}/apply`, { perimeters: [elsewhere] }))
  for (const [entity, id] of [
    ['perimeter', elsewhere],
    ['measure', measure.id],
    ['remediation', moved.id],
    ['program', plan.id],
  ] as const)
    ids.set(entity, [...(ids.get(entity) ?? []), id])
  beside = { perimeter: elsewhere, measure: measure.id, remediation: moved.id, program: plan.id }
}

test.each(['local_pilote', 'local_auditor'] as const)(
  'a %s reads what stands beside it, with a word in place of its name, in lists, in whole and in the past',
  async (role) => {
    const person = outside.get(role)!
    for (const [entity, id] of Object.entries(beside)) {
      for (const path of ['', '/history', '/comments', '?as_of=2199-01-01']) {
        const answer = await person.get(`/${entity}/${id}${path}`)
        expect(answer.status, `${entity}${path}`).toBe(200)
        expect(reveals(answer), `${entity}${path}: ${textOf(answer).slice(0, 400)}`).toBe(false)
      }
    }
    const { parent } = (await person.get(`/perimeter/${elsewhere}`)).body.object
    expect(parent).toEqual({ id: first('perimeter'), name: 'Hidden', hidden: true })
    expect((await person.get(`/measure/${beside.measure}`)).body.object.beneficiaries).toEqual([
      { id: first('perimeter'), name: 'Hidden', hidden: true, accepted: true },
    ])
    for (const sort of ['perimeter', 'program', 'measure'])
      expect((await person.post('/remediation/page', { queryParams: { sort: [{ name: sort, order: 'asc' }] } })).status).toBe(200)
    for (const path of [
      '/score/explanation?depth=3',
      `/score/explanation?perimeter=${elsewhere}&depth=3`,
      '/score/perimeters',
      `/score/perimeters?policy=${first('policy')}`,
      '/exemption/debt',
      '/dashboard/forecast?causes=ALL',
      `/score/policy/${first('policy')}?perimeter=${elsewhere}`,
      '/score/moved?from=2001-01-01',
    ])
      expect(reveals(await person.get(path)), path).toBe(false)
  },
)

describe.each(['local_pilote', 'local_auditor', 'contributor'] as const)('a %s of another perimeter', (role) => {
  test('learns nothing of it by any operation, whatever ids it names', async () => {
    const found = await walk(
      {
        // One role knocks at every door; the others at those that are open to them.
        operations: [...ofEach(operations().filter(opens(role))), ...(role === 'contributor' ? ofEach(operations().filter((one) => !opens(role)(one))) : [])],
        calls,
        person: outside.get(role)!,
        // Who would change what they themselves may do is a colleague of the same reach.
        instead: () => app.member(pilot.customerId, role, { perimeterIds: [elsewhere] }),
      },
      { reveals: revealsNothing(reveals), fails: neverFails, passes: refusedWithoutItsRight(rightsOf([role])) },
    )
    expect(found).toEqual({ reveals: [], fails: [], passes: [] })
  })

  test('finds nothing of it by filter, search, option, day in the past or export', async () => {
    const person = outside.get(role)!
    const revealing: string[] = []
    const asked: string[] = []
    for (const { def } of resources.values()) {
      const known = (ids.get(def.name) ?? []).join(',')
      const texts = def.list.filters.filter((name) => ['text', 'localized', 'markdown'].includes(def.fields[name]?.kind ?? ''))
      const lookups = [
        () => person.get(`/${def.name}?ids=${known}&limit=100`),
        () => person.get(`/${def.name}/options?ids=${known}&limit=100`),
        () => person.post(`/${def.name}/page?as_of=2199-01-01`),
      ]
      // Searched for is what bears it.
      const searching = [
        () => person.get(`/${def.name}?search=${secret}`),
        () => person.post(`/${def.name}/page`, { queryParams: { global_search: secret } }),
        () => person.post(`/${def.name}/page`, { queryParams: { filters: texts.slice(0, 1).map((name) => ({ name, selected_options: [{ text: secret }] })) } }),
      ]
      const bears = secretOnes.includes(def.name)
      for (const ask of bears ? [...lookups, ...searching] : lookups) {
        const answer = await ask()
        if (reveals(answer)) revealing.push(`${def.name}: ${textOf(answer).slice(0, 300)}`)
      }
      // A file holds what a list reads.
      if (!bears && !listsOfEveryKind.some((one) => one.def === def)) continue
      const job = await person.post(`/${def.name}/export`, { ids: ids.get(def.name)?.slice(0, 1000) })
      if (job.status === 200) asked.push(job.body.object.job_id)
    }
    await app.jobs()
    for (const job of asked) {
      const { file_id } = (await person.get(`/export/${job}`)).body.object
      const rows = await readSheet((await person.get(`/file/${file_id}/download`)).body)
      if (JSON.stringify(rows).includes(secret)) revealing.push(`export: ${JSON.stringify(rows).slice(0, 300)}`)
    }
    expect((await person.get(`/search?q=${secret}`)).body.objects).toEqual([])
    expect(revealing).toEqual([])
  })
})

test('a list of links that is saved by somebody who sees a part of it keeps the rest', async () => {
  const local = outside.get('local_pilote')!
  const [mine] = (await local.get('/perimeter?limit=1')).body.objects as { id: number }[]
  const plan = `/program/${first('program')}`
  await pilot.put(plan, { perimeters: [first('perimeter'), mine!.id] })
  await pilot.put(`${plan}/assignment`, { members: [local.memberId], groups: [] })
  const seen = async (person: Person) => ((await person.get(plan)).body.object.perimeters as { id: number }[]).map(({ id }) => id)
  expect(await seen(local)).toEqual([mine!.id])
  expect((await local.put(plan, { perimeters: [] })).body).toMatchObject({ ok: true })
  expect(await seen(pilot)).toEqual([first('perimeter')])
})

test('several rows are changed at once by whoever reaches each of them: one that is out of reach is refused, alone and among others, and nothing is changed', async () => {
  const local = outside.get('local_pilote')!
  for (const entity of ['perimeter', 'measure', 'remediation'] as const) {
    const [near, far] = [beside[entity], first(entity)]
    const bulk = (...ids: readonly number[]) => local.put(`/${entity}/bulk`, { rows: ids.map((id) => ({ id })), changes: { name_en: 'Taken' } })
    const state = async () => [(await pilot.get(`/${entity}/${near}`)).body.object, (await pilot.get(`/${entity}/${far}`)).body.object]
    const before = await state()
    for (const answer of [await bulk(far), await bulk(near, far)]) {
      expect([entity, answer.status]).toEqual([entity, expect.toBeOneOf([400, 403, 404])])
      expect(reveals(answer), textOf(answer)).toBe(false)
    }
    expect(await state()).toEqual(before)
    // What is refused is so for its reach alone.
    expect((await bulk(near)).body).toMatchObject({ ok: true })
  }
})

/** What anybody has for oneself, and what only tells that somebody looked. */
const ownTables = /^(session|member_sign_in|saved_view|list_setting|export_job|report_job|file|audit_.*|score_cache|score_.*)$/

async function organisation(): Promise<Map<string, string>> {
  const client = new pg.Client(app.database.ownerUrl)
  await client.connect()
  try {
    await client.query(`set app.customer_id = '${pilot.customerId}'`)
    const { rows: tables } = await client.query<{
      name: string
    }>(`select c.table_name as name from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
      where table_schema = 'public' and column_name = 'customer_id' and table_type = 'BASE TABLE' order by 1`)
    const content = new Map<string, string>()
    for (const { name } of tables.filter((table) => !ownTables.test(table.name))) {
      const { rows } = await client.query<{ row: string }>(
        `select to_jsonb(t)::text as row from ${client.escapeIdentifier(name)} t where customer_id = $1 order by 1`,
        [pilot.customerId],
      )
      content.set(name, rows.map(({ row }) => row).join('\n'))
    }
    return content
  } finally {
    await client.end()
  }
}

test('auditors change nothing by any operation', async () => {
  const before = await organisation()
  const writing = operations().filter(
    ({ method, path }) =>
      method !== 'GET' &&
      !/\/(page|export|counts|stats|workload|labels|foresee|preview|matrix|plan|top|quantification)$|_report$|_export$|^\/questionnaire\/requirements$|^\/(view|list_setting|notification|user|file|validate|dashboard\/(home|blocks)|report\/(tell|workbook|document)|log\/verify)/.test(
        path,
      ),
  )
  const [globally, locally] = auditors as [Person, Person]
  const judges = (role: Role) => ({
    does: ({ answer: { status } }: Step) => status < 400 && `${status}`,
    fails: neverFails,
    passes: refusedWithoutItsRight(rightsOf([role])),
  })
  const nothing = { does: [], fails: [], passes: [] }
  const open = opens('local_auditor')
  const local = [
    ...writing.filter(open),
    ...distinctOf(
      writing.filter((operation) => !open(operation)),
      [],
    ),
  ]
  expect(await walk({ operations: local, calls, person: locally }, judges('local_auditor'))).toEqual(nothing)
  // What is refused for its right is so for both; what an area wrote may look at more than that.
  const own = writing.filter((operation) => !derivedFrom(operation) || opens('global_auditor')(operation))
  expect(await walk({ operations: own, calls, person: globally }, judges('global_auditor'))).toEqual(nothing)
  await app.jobs()
  const after = await organisation()
  expect([...after].filter(([name, rows]) => rows !== before.get(name)).map(([name]) => name)).toEqual([])
})
