/** Scales, models, policies and questionnaires travel from one organisation to another by themselves. */
import { afterAll, beforeAll, expect, test } from 'vitest'
import { filledApp } from '#app/test/worlds/filled-app.ts'
import type { Person, TestApp } from '#app/test/worlds/test-app.ts'
import { watchStatements } from '#tools/test/watch-statements.ts'

let app: TestApp
let pilot: Person
let there: Person
interface Item {
  id: number
  name: string
  values: Record<string, unknown> & { readonly links: readonly object[]; readonly groups: readonly object[]; readonly policy: object }
  names: Record<string, number[]>
}
let file: { name: string; kinds: Record<string, Item[]> }
beforeAll(async () => {
  const filled = await filledApp()
  ;({ app, pilot } = filled)
  const other = await app.customer('Elsewhere')
  there = await app.member(other.id, 'global_pilote')
  file = (await pilot.get('/part?parts=scales,models,policies,questionnaires')).body
})
afterAll(() => app?.close())

const bring = async (given: unknown = file, { dry = false, by = there } = {}) =>
  by.upload(`/part${dry ? '?dry_run=1' : ''}`, 'part.json', Buffer.from(typeof given === 'string' ? given : JSON.stringify(given)))
const rows = async (entity: string, by: Person) => (await by.post(`/${entity}/page`, { queryParams: { per_page: 500 } })).body.objects as readonly object[]
const counts = async (by: Person) =>
  Object.fromEntries(await Promise.all(Object.keys(file.kinds).map(async (entity) => [entity, (await rows(entity, by)).length])))

test('what is chosen is written with what it names, and nothing else of the organisation', async () => {
  expect(Object.keys(file.kinds)).toEqual(expect.arrayContaining(['scale', 'solution', 'category', 'policy', 'questionnaire']))
  for (const items of Object.values(file.kinds))
    for (const { names } of items)
      for (const [entity, ids] of Object.entries(names))
        if (file.kinds[entity]) for (const id of ids) expect(file.kinds[entity].map((one) => one.id)).toContain(id)
  const policies = (await pilot.get('/part?parts=policies')).body.kinds
  expect(Object.keys(policies)).not.toContain('scale')
  expect(policies.policy).toEqual(file.kinds.policy)
  expect(JSON.stringify(file)).not.toMatch(/@[\w.]+\.example/)
  expect((await pilot.get('/part?parts=people')).status).toBe(400)
})

test('a trial tells what would be added and adds nothing; added, it says the same there, and again it adds nothing', async () => {
  const before = await counts(there)
  const tried = await bring(file, { dry: true })
  expect(tried.body, JSON.stringify(tried.body)).toMatchObject({ ok: true, object: { name: file.name } })
  expect(await counts(there)).toEqual(before)
  const done = await bring()
  expect(done.body).toMatchObject({ ok: true, object: { kinds: tried.body.object.kinds } })
  const made = new Map<string, { made: number; kept: number }>(done.body.object.kinds.map((one: { entity: string }) => [one.entity, one]))
  expect(made.get('policy')?.made).toBeGreaterThan(0)
  expect(made.get('questionnaire')?.made).toBeGreaterThan(0)
  const again = (await there.get('/part?parts=scales,models,policies,questionnaires')).body.kinds as typeof file.kinds
  // Numbers differ, and identifiers where they were taken.
  const plain = ({ name, values }: Item) =>
    JSON.stringify([name, values], (key, value) =>
      /^(identifier|solution|threats|formula|source)$/.test(key) || (Array.isArray(value) && typeof value[0] === 'number')
        ? undefined
        : typeof value === 'number' && key === 'category'
          ? undefined
          : value,
    )
  for (const [entity, items] of Object.entries(file.kinds)) {
    const { kept } = made.get(entity) ?? { kept: 0 }
    const found = new Set(again[entity]?.map(plain))
    expect([entity, items.filter((one) => !found.has(plain(one))).length <= kept]).toEqual([entity, true])
  }
  const links = ({ policy = [] }: Record<string, Item[]>) => policy.reduce((sum, { values }) => sum + values.links.length, 0)
  expect(links(again)).toBeGreaterThanOrEqual(links(file.kinds))
  const twice = await bring()
  expect(twice.body.object.kinds.every((one: { made: number }) => one.made === 0)).toBe(true)
})

test('only pilots carry it, and only those bring it who may make each of its kinds', async () => {
  const auditor = await app.member(there.customerId, 'global_auditor')
  expect([(await auditor.get('/part?parts=scales')).status, (await bring(file, { by: auditor })).status]).toEqual([403, 403])
})

test('many rows come in a few statements, each under an identifier of its own, and those that one of them names are there before it', async () => {
  const [first] = file.kinds.solution ?? []
  const many = (word: string, count: number) => ({
    ...file,
    kinds: {
      solution: Array.from({ length: count }, (_, n) => ({
        id: n + 1,
        name: `${word} ${n}`,
        values: { ...first!.values, name_en: `${word} ${n}`, name_fr: `${word} ${n}`, identifier: word.toUpperCase(), category: null },
        names: {},
      })),
    },
  })
  const told = async (word: string, count: number) => {
    let made: unknown
    const { texts } = await watchStatements(async () => {
      const { body } = await bring(many(word, count))
      made = body.object?.kinds[0]?.made ?? body
    })
    expect(made).toBe(count)
    return texts.length
  }
  const [few, lots] = [await told('Few', 20), await told('Lots', 1200)]
  // Three batches where there was one: nothing is asked for each row.
  expect(lots).toBeLessThan(few * 3 + 20)
  const found = (await there.get('/part?parts=models')).body.kinds.solution as Item[]
  const identifiers = found.flatMap(({ name, values }) => (name.startsWith('Lots ') ? [String(values.identifier)] : []))
  expect([new Set(identifiers).size, identifiers.includes('LOTS'), identifiers.includes('LOTS-1200')]).toEqual([1200, true, true])
})

test.each<[string, (given: typeof file) => unknown]>([
  ['is no JSON', () => 'nothing'],
  ['is another format', (given) => ({ ...given, format: 'vigie-part-9' })],
  ['holds another kind', (given) => ({ ...given, kinds: { ...given.kinds, member: given.kinds.scale } })],
  [
    'says what no form takes',
    (given) => ({
      ...given,
      kinds: { scale: [{ ...given.kinds.scale![0]!, values: { ...given.kinds.scale![0]!.values, name_en: 'New', name_fr: 'Neuf', type: 'NONE' } }] },
    }),
  ],
  [
    'has groups in a circle',
    (given) => {
      const policy = given.kinds.policy!.find(({ values }) => values.groups.length > 0)!
      const groups = policy.values.groups.map((one: object) => ({ ...one, parent: 0 }))
      return {
        ...given,
        kinds: { policy: [{ ...policy, values: { ...policy.values, policy: { ...policy.values.policy, name_en: 'Circle', name_fr: 'Cercle' }, groups } }] },
      }
    },
  ],
  [
    'has a policy with more than a policy has',
    (given) => ({ ...given, kinds: { policy: [{ ...given.kinds.policy![0]!, values: { ...given.kinds.policy![0]!.values, customer_id: 1 } }] } }),
  ],
])('nothing is added of a file that %s', async (_, change) => {
  const before = await counts(there)
  const answer = await bring(change(structuredClone(file)))
  expect([answer.status, answer.body.ok]).toEqual([400, false])
  expect(await counts(there)).toEqual(before)
})
