import { sql } from 'kysely'
import { asProgram } from '#tools/test/campaign-world.ts'
import { beginDraft, publishDraft, saveDraft } from './versions.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { resources } from '#app/server/registry.ts'
import { faultsOf } from '#areas/questionnaires/contract/faults.ts'
import { structureSchema, type StructureInput } from '#areas/questionnaires/contract/structure.ts'
import { systemWho } from '#kit/server/access/who.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'
import { policyWorld } from '#tools/test/policy-world.ts'
import { watchStatements } from '#tools/test/watch-statements.ts'

import { projectClassification } from './starter/project-classification.ts'
import { seedQuestionnaires } from './starter/seed.ts'
import { supplierSecurity } from './starter/supplier-security.ts'

let app: TestApp
let pilot: Person
let auditor: Person
let local: Person
let stranger: Person
let customer: number

beforeAll(async () => {
  app = await testApp()
  const made = await app.customer('Questionnaires')
  customer = made.id
  pilot = await app.member(customer, 'global_pilote')
  auditor = await app.member(customer, 'global_auditor')
  local = await app.member(customer, 'local_pilote', { perimeterIds: [made.root] })
  stranger = await app.member((await app.customer('Elsewhere')).id, 'global_pilote')
})
afterAll(() => app.close())

const within = <T>(work: (tx: Tx) => Promise<T>): Promise<T> =>
  app.db.transaction(customer, (tx) => {
    tx.act(systemWho(customer, 'test', 'test', 'en', 'Europe/Paris'))
    return work(tx)
  })
const make = async (name_en = 'Supplier security'): Promise<number> => (await pilot.post('/questionnaire', { name_en })).body.object.id
const read = async (id: number, who = pilot) => (await who.get(`/questionnaire/${id}/structure`)).body.object
const save = (id: number, structure: unknown, version: number, who = pilot) => who.put(`/questionnaire/${id}/structure`, { structure, version })
const large = (questions: number): StructureInput => ({
  sections: [
    {
      key: 'S1',
      title_en: 'S',
      questions: Array.from({ length: questions }, (_, n) => ({
        key: `Q${n}`,
        text_en: `Question ${n}`,
        type: 'SINGLE',
        options: [{ key: 'Y', label_en: 'Yes', value: 100 }],
      })),
    },
  ],
})
const good = large(2)

test('a draft is saved with what is wrong with it, and published once nothing is; what is published stays', async () => {
  const id = await make()
  const begun = await read(id)
  expect([begun.edition, begun.published_at, begun.structure.sections.length]).toEqual([1, null, 1])
  const first = await save(id, { sections: [{ key: 'S1', questions: [{ key: 'Q1', type: 'SINGLE' }] }] }, begun.version)
  expect(first.status).toBe(200)
  const refused = await pilot.post(`/questionnaire/${id}/publish`, { version: first.body.object.version })
  expect([refused.status, refused.body.message, Object.keys(refused.body.errors)]).toEqual([
    400,
    'Questionnaire cannot be saved, please correct errors',
    ['sections.0.title', 'sections.0.questions.0.text', 'sections.0.questions.0.options'],
  ])
  expect((await save(id, good, begun.version)).status).toBe(409)
  const second = await save(id, good, first.body.object.version)
  expect((await pilot.post(`/questionnaire/${id}/publish`, { version: second.body.object.version })).status).toBe(200)
  const row = (await pilot.get(`/questionnaire/${id}`)).body.object
  expect([row.status, row.edition, row.draft_edition, row.questions, row.to_correct]).toEqual(['PUBLISHED', 1, null, 2, 0])
  expect((await save(id, large(3), row.version)).status).toBe(409)
  await expect(
    within((tx) => tx.run(sql`update questionnaire_version set structure = '{"sections": []}' where customer_id = ${customer} and questionnaire_id = ${id}`)),
  ).rejects.toThrow(/stays as it is/)
})

test('the next version begins with the one in force, and what has the same key has the same id', async () => {
  const id = await make()
  await save(id, good, (await read(id)).version)
  await pilot.post(`/questionnaire/${id}/publish`, { version: (await read(id)).version })
  const ids = () =>
    within((tx) =>
      tx.run(sql<{ key: string; id: number }>`select kind || ' ' || question || ' ' || key as key, id from questionnaire_element
      where customer_id = ${customer} and questionnaire_id = ${id} order by id`),
    )
  const before = await ids()
  expect(before.map(({ key }) => key)).toEqual(['SECTION  S1', 'QUESTION  Q0', 'OPTION Q0 Y', 'QUESTION  Q1', 'OPTION Q1 Y'])
  expect((await pilot.post(`/questionnaire/${id}/draft`, {})).body.object.edition).toBe(2)
  expect((await pilot.post(`/questionnaire/${id}/draft`, {})).status).toBe(409)
  const draft = await read(id)
  expect([draft.edition, draft.structure, draft.editions.length]).toEqual([2, structureSchema.parse(good), 2])
  await save(id, large(3), draft.version)
  await pilot.post(`/questionnaire/${id}/publish`, { version: (await read(id)).version })
  const after = await ids()
  expect(after.slice(0, before.length)).toEqual(before)
  expect(after.length).toBe(7)
  expect((await pilot.get(`/questionnaire/${id}/structure?edition=1`)).body.object.structure).toEqual(structureSchema.parse(good))
})

test('auditors and local pilots read, other organisations find nothing, a copy is a draft of its own', async () => {
  const id = await make('Read')
  const { version } = await read(id)
  for (const who of [auditor, local]) {
    expect((await read(id, who)).edition).toBe(1)
    expect((await save(id, good, version, who)).status).toBe(403)
    expect((await who.post('/questionnaire/fork', { id })).status).toBe(403)
    expect((await who.get(`/questionnaire/${id}/file?format=json`)).status).toBe(200)
  }
  expect((await stranger.get(`/questionnaire/${id}/structure`)).status).toBe(404)
  expect((await save(id, good, version, stranger)).status).toBe(404)
  await save(id, good, version)
  const copy = (await pilot.post('/questionnaire/fork', { id })).body.object.id
  expect([(await read(copy)).structure, (await read(copy)).published_at]).toEqual([structureSchema.parse(good), null])
  expect((await pilot.get(`/questionnaire/${copy}`)).body.object.name).toBe('Read (copy)')
})

test('a draft of a thousand questions is saved and published in as many statements as one of two', async () => {
  const counts = []
  for (const count of [2, 1000]) {
    const id = await make(`Large ${count}`)
    const { version } = await read(id)
    const saving = await watchStatements(() => save(id, large(count), version))
    const now = (await read(id)).version
    const publishing = await watchStatements(() => pilot.post(`/questionnaire/${id}/publish`, { version: now }))
    counts.push([saving.texts.length, publishing.texts.length])
  }
  expect(counts[1]).toEqual(counts[0])
})

test('what a questionnaire is exported as comes back the same, as Excel and as JSON, and a wrong line is told', async () => {
  const id = await make('Files')
  const structure = structureSchema.parse({
    accumulators: [{ key: 'EXPO', name_en: 'Exposure', name_fr: 'Exposition', max: 20, levels: [{ from: 4, name_en: 'High', name_fr: 'Élevé' }] }],
    sections: [
      {
        key: 'S1',
        title_en: 'Data',
        title_fr: 'Données',
        questions: [
          {
            key: 'Q1',
            text_en: 'Hosted?',
            type: 'SINGLE',
            options: [{ key: 'Y', label_en: '=1+1', value: 12.5, effects: [{ accumulator: 'EXPO', delta: -2 }], groups: ['A', 'B'] }],
          },
          {
            key: 'Q2',
            text_en: 'Where?',
            type: 'TEXT',
            mandatory: false,
            comment: 'REQUIRED',
            conditions: [
              [{ type: 'ANSWER', question: 'Q1', operator: 'IN', values: ['Y'] }],
              [{ type: 'ACCUMULATOR', accumulator: 'EXPO', operator: 'GE', value: 4 }],
            ],
          },
        ],
      },
    ],
  })
  await save(id, structure, (await read(id)).version)
  for (const format of ['xlsx', 'json']) {
    const { body } = await auditor.get(`/questionnaire/${id}/file?format=${format}`)
    const content = Buffer.isBuffer(body) ? body : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body))
    const back = (await pilot.upload(`/questionnaire/${id}/read_file`, `q.${format}`, content)).body.object
    expect([format, back.problems, back.structure]).toEqual([format, [], structure])
  }
  const wrong = (await pilot.upload(`/questionnaire/${id}/read_file`, 'q.json', '{"structure": {"sections": [{"key": "1"}]}}')).body.object
  expect([wrong.structure, wrong.problems.length]).toEqual([null, 1])
  expect((await auditor.upload(`/questionnaire/${id}/read_file`, 'q.json', '{}')).status).toBe(403)
})

test('the questions of a framework become a questionnaire in one step, with what they depend on, scores and implementation groups', async () => {
  const urn = 'urn:test:framework'
  const add = async (n: number, rules: unknown, choices: number) => {
    await within(async (tx) => {
      const row = await tx.first(sql<{ id: number }>`insert into question (customer_id, framework_urn, node_urn, urn, text_en, type, weight, rules, position)
        values (${customer}, ${urn}, ${`${urn}:n${n}`}, ${`${urn}:q${n}`}, ${`Question ${n}`}, ${n === 1 ? 'unique_choice' : 'text'}, 2, ${rules === null ? null : JSON.stringify(rules)}::jsonb, ${n}) returning id`)
      for (let at = 0; at < choices; at += 1)
        await tx.run(sql`insert into question__choices (customer_id, owner_id, position, urn, value_en, add_score, compute_result, select_implementation_groups)
          values (${customer}, ${row?.id}, ${at}, ${`${urn}:c${at}`}, ${`Choice ${at}`}, 3, 'partially_compliant', '["G1"]')`)
    })
  }
  await add(1, null, 2)
  await add(2, { depends_on: { question: `${urn}:q1`, answers: [`${urn}:c1`], condition: 'any' } }, 0)
  expect((await pilot.get(`/questionnaire/framework?urn=${urn}`)).body.object).toEqual({ questions: 2, questionnaire: null })
  const id = (await pilot.post('/questionnaire/framework', { urn, name_en: 'Framework', name_fr: null })).body.object.id
  expect((await pilot.post('/questionnaire/framework', { urn: 'urn:unknown', name_en: 'Nothing', name_fr: null })).status).toBe(404)
  expect((await pilot.get(`/questionnaire/framework?urn=${urn}`)).body.object.questionnaire).toBe(id)
  const { structure } = await read(id)
  const [one, two] = structure.sections.flatMap((section: { questions: unknown[] }) => section.questions)
  expect([one.weight, one.options[1].value, one.options[1].effects, one.options[1].groups, one.requirements]).toEqual([
    2,
    50,
    [{ accumulator: 'SCORE', delta: 3 }],
    ['G1'],
    [`${urn}:n1`],
  ])
  expect(two.conditions).toEqual([[{ type: 'ANSWER', question: 'Q1', operator: 'IN', values: ['O2'] }]])
  expect((await pilot.get(`/questionnaire/${id}`)).body.object.to_correct).toBe(0)
})

test('two questionnaires ship once, whole in both languages, and a copy of one is published with where it came from', async () => {
  for (const one of [supplierSecurity, projectClassification]) {
    const structure = structureSchema.parse(one)
    expect(faultsOf(structure, true)).toEqual([])
    const french = JSON.stringify(structure, (key, value: unknown) => (key.endsWith('_en') ? null : value))
    expect(french).not.toMatch(/ [;:?!]/)
  }
  expect(await seedQuestionnaires(app.db, resources)).toBe(true)
  expect(await seedQuestionnaires(app.db, resources)).toBe(false)
  const { objects } = (await auditor.get('/questionnaire/shared')).body
  expect(objects.map(({ identifier, questions, own }: Record<string, unknown>) => [identifier, questions, own])).toEqual([
    ['PROJECT', 20, null],
    ['SUPPLIER', 39, null],
  ])
  const shared = objects[1].id
  expect((await local.get('/questionnaire/shared')).status).toBe(403)
  expect((await auditor.post('/questionnaire/fork', { id: shared })).status).toBe(403)
  const copy = (await pilot.post('/questionnaire/fork', { id: shared })).body.object.id
  expect((await pilot.get(`/questionnaire/${copy}`)).body.object).toMatchObject({
    identifier: 'SUPPLIER',
    status: 'PUBLISHED',
    edition: 1,
    questions: 39,
    adopted: true,
  })
  expect((await read(copy)).structure).toEqual(structureSchema.parse(supplierSecurity))
  expect((await pilot.get(`/questionnaire/shared/${shared}`)).body.object).toMatchObject({ own: { id: copy }, changed: false })
  // What the catalog says anew comes into the draft of the copy's next version; what is in force stays, and a draft that is there is not written over.
  const [{ customer_id: owner }] = (await app.db.transaction(customer, (tx) =>
    tx.runText<{ customer_id: number }>('select customer_id from shared.questionnaire where id = $1', [shared]),
  )) as [{ customer_id: number }]
  const newer = structureSchema.parse(supplierSecurity)
  const [first] = newer.sections
  if (first) first.title_en = 'Who you are today'
  await asProgram(
    app,
    owner,
  )(async (tx) => {
    await beginDraft(tx, resources, shared)
    await saveDraft(tx, resources, shared, newer)
    await publishDraft(tx, resources, shared)
  })
  expect((await pilot.get(`/questionnaire/shared/${shared}`)).body.object).toMatchObject({ changed: true })
  expect((await auditor.post('/questionnaire/fork', { id: shared, into: copy })).status).toBe(403)
  expect((await pilot.post('/questionnaire/fork', { id: objects[0].id, into: copy })).body.errors).toMatchObject({ into: [expect.any(String)] })
  expect((await pilot.post('/questionnaire/fork', { id: shared, into: copy })).body).toMatchObject({ ok: true, object: { id: copy } })
  expect((await pilot.get(`/questionnaire/${copy}`)).body.object).toMatchObject({ edition: 1, draft_edition: 2 })
  expect((await pilot.get(`/questionnaire/${copy}/structure`)).body.object.structure.sections[0].title_en).toBe('Who you are today')
  expect((await pilot.get(`/questionnaire/${copy}/structure?edition=1`)).body.object.structure.sections[0].title_en).not.toBe('Who you are today')
  expect((await pilot.get(`/questionnaire/shared/${shared}`)).body.object).toMatchObject({ changed: false })
  expect((await pilot.post('/questionnaire/fork', { id: shared, into: copy })).status).toBe(409)
  // Nothing of the catalog can be reached by its id otherwise.
  expect((await pilot.get(`/questionnaire/${shared + 1_000_000}/structure`)).status).toBe(404)
})

test('a question is linked to requirements of policies in force by keys that stay from version to version', async () => {
  const world = await policyWorld(app)
  await world.control('Mots de passe longs', { identifier: 'A.1' })
  const find = async (body: object, who = world.pilot) => (await who.post('/questionnaire/requirements', body)).body.objects
  expect(await find({ search: 'mots' })).toEqual([])
  await world.publish()
  const [found] = await find({ search: 'mots passe' })
  expect(found).toMatchObject({ identifier: 'A.1', name: 'Mots de passe longs', policy: 'House rules' })
  expect(await find({ keys: [found.key] })).toEqual([found])
  expect(await find({ keys: [found.key] }, stranger)).toEqual([])
})
