import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { inputKeys, type Field } from '#kit/contract/field.ts'
import type { Filter } from '#kit/contract/list-query.ts'
import { fieldSchema } from '#kit/contract/schema.ts'
import { auditFaults } from '#tools/test/audit-faults.ts'
import { sampleBody, type Ids } from '#app/test/worlds/fill-organisation.ts'
import { filledApp, filledWord } from '#app/test/worlds/filled-app.ts'
import { resources } from '#app/server/registry.ts'
import { askedShapes, fieldShape, filterShapes, firstOfEach, notColumns, sortShapes, type Listed } from './shapes.ts'
import type { Person, TestApp } from '#app/test/worlds/test-app.ts'

/*
 * What one code of the kit does for all fields of a kind is tried once for each shape, on rows that are there; `every-entity` holds what needs no rows. Each
 * derived column and filter, whose SQL is written for it alone, is a shape of its own, and so is what an entity does before it is written.
 */
let app: TestApp
let pilot: Person
let ids: Ids
beforeAll(async () => {
  ;({ app, pilot, ids } = await filledApp())
})
afterAll(() => app.close())

const entities = [...resources.values()]
const nameOf = ({ resource, name }: Listed) => `${resource.def.name}.${name}`
const page = (entity: string, queryParams: object) => pilot.post(`/${entity}/page`, { queryParams })

describe('lists', () => {
  /** Kinds that have no order: what shows several things, or text of many lines. */
  const unordered = new Set<Field['kind']>(['links', 'rows', 'files', 'choices', 'markdown', 'json', 'color'])
  const inThrees = (all: readonly Listed[]) => Array.from({ length: Math.ceil(all.length / 3) }, (_, n) => all.slice(n * 3, n * 3 + 3))

  test('are sorted by a column of each kind and by every derived one, both ways', async () => {
    const wrong: string[] = []
    const shown = sortShapes.filter(({ field }) => !unordered.has(field.kind))
    expect(shown.length).toBeGreaterThan(100)
    for (const { def } of entities)
      for (const few of inThrees(shown.filter(({ resource }) => resource.def === def)))
        for (const order of ['asc', 'desc']) {
          const { status, body } = await page(def.name, { sort: few.map(({ name }) => ({ name, order })) })
          if (status !== 200) wrong.push(`${few.map(nameOf).join()} ${order}: ${JSON.stringify(body)}`)
        }
    for (const listed of sortShapes.filter(({ field }) => unordered.has(field.kind))) {
      const { status } = await page(listed.resource.def.name, { sort: [{ name: listed.name, order: 'asc' }] })
      if (status !== 400) wrong.push(`${nameOf(listed)}: ${status}`)
    }
    expect(wrong).toEqual([])
  })

  test('are filtered by a field of each kind and by every derived one', async () => {
    const wrong: string[] = []
    for (const listed of filterShapes) {
      const { status, body } = await page(listed.resource.def.name, { filters: [{ name: listed.name, selected_options: [optionOf(listed.field), null] }] })
      if (status !== 200) wrong.push(`${nameOf(listed)}: ${JSON.stringify(body)}`)
    }
    expect(wrong).toEqual([])
    expect(filterShapes.length).toBeGreaterThan(100)
  })

  test('are searched, whatever is searched for', async () => {
    for (const { def } of entities) expect([def.name, (await page(def.name, { global_search: "l'été 100% x" })).status]).toEqual([def.name, 200])
    expect((await pilot.get('/label/options?search=%25_')).status).toBe(200)
  })

  test('know no name of every object as a column or a filter', async () => {
    for (const key of notColumns) {
      const { status, body } = await page('label', { sort: [{ name: key, order: 'asc' }], filters: [{ name: key, selected_options: ['x'] }] })
      expect([status, body.message, Object.keys(body.errors)]).toEqual([400, 'Bad parameters', [`sort.${key}`, `filters.${key}`]])
    }
  })

  test('fail on nothing that a filter of any kind is asked for, and name the filter that is asked for what it cannot find', async () => {
    const failing: string[] = []
    for (const listed of askedShapes)
      for (const option of hostileOptions) {
        const { status, body } = await page(listed.resource.def.name, { filters: [{ name: listed.name, selected_options: [option] }] })
        const named = status === 400 && Object.keys(body.errors ?? {}).some((key) => key.startsWith('filters.'))
        if (status !== 200 && !named) failing.push(`${nameOf(listed)} ${JSON.stringify(option)}: ${status} ${JSON.stringify(body)}`)
      }
    expect(failing).toEqual([])
  })
})

/** Something that a filter of a field may be asked for. */
const optionOf = ({ kind, options: { values, entities: several } }: Field): Filter['selected_options'][number] =>
  (
    {
      choice: values?.[0],
      choices: values?.[0],
      ref: 1,
      links: 1,
      ref_one_of: `${several?.[0]}:1`,
      scale: 50,
      boolean: true,
      integer: { from: 1, to: 2 },
      decimal: { from: 1 },
      date: { to: '2026-01-31' },
      timestamp: { from: '2026-01-31' },
    } as Readonly<Record<string, Filter['selected_options'][number]>>
  )[kind] ?? { text: "é%_\\'" }

const hostileOptions = [
  'a\u0000',
  '\ud800',
  "' or 1=1 --",
  '\\',
  '2026-02-31',
  '0000-00-00',
  'infinity',
  1e308,
  -0,
  2 ** 60,
  1.5,
  true,
  { text: 'a\u0000' },
  { text: '%' },
  { text: '\\' },
  { from: '2026-02-31' },
  { from: '0000-00-00' },
  { from: 'infinity' },
  { from: -1e308, to: 1e308 },
  { to: 'a\u0000' },
]

describe('what is written', () => {
  /** Longer than the bound of any text; where there is no bound, too long for an index, even packed. */
  const [long, huge] = ['x'.repeat(25_000), 'x'.repeat(1_000_000)]
  const values = [{ a: 1 }, [], long, huge, 'a\u0000b', -1e308, 2_147_483_647, true, '<script>alert(1)</script>', '‮evil', '😀'.repeat(60), '😀'.repeat(200)]
  interface Input {
    readonly entity: string
    readonly key: string
    readonly field: Field
  }
  const inputs = entities
    .filter(({ def }) => def.rights.update !== null)
    .flatMap(({ def }) => Object.entries(def.fields).flatMap(([name, field]) => inputKeys(name, field).map((key): Input => ({ entity: def.name, key, field }))))
  const takes = ({ field }: Input, value: unknown) => fieldSchema(field).safeParse(value).success

  test('keeps the bounds that its field declares, to the last one', () => {
    const wrong: string[] = []
    for (const input of firstOfEach(inputs, ({ field }) => fieldShape(field))) {
      const {
        kind,
        options: { min, max, pattern, fields },
      } = input.field
      // Whatever else a text has to be, its length is refused or not.
      const texts = ['identifier', 'text', 'localized', 'markdown', 'email', 'url'].includes(kind)
      const numbers = ['integer', 'decimal', 'scale'].includes(kind)
      const of = (n: number): unknown =>
        texts
          ? kind === 'email' || kind === 'url'
            ? undefined
            : 'x'.repeat(n)
          : numbers
            ? n
            : kind === 'links' || kind === 'files'
              ? Array.from({ length: n }, (_, id) => id + 1)
              : undefined
      const bounds = [
        [max, 0, true],
        [max, 1, false],
        ...(texts || numbers
          ? ([
              [min, 0, true],
              [min, -1, false],
            ] as const)
          : []),
      ] as const
      for (const [bound, beside, wanted] of bounds) {
        if (bound === undefined || fields) continue
        const value = of(Math.max(bound + beside, texts ? 0 : -Infinity))
        if (value === undefined || (wanted && typeof value === 'string' && pattern && !pattern.test(value)) || value === '') continue
        if (takes(input, value) !== wanted) wrong.push(`${input.entity}.${input.key} ${wanted ? 'refuses' : 'takes'} ${bound + beside}`)
      }
    }
    expect(wrong).toEqual([])
  })

  test('holds no character that cannot be stored', () => {
    const unstorable = ['a\u0000b', 'a\ud800b']
    // What a value of another form holds inside is looked at where it is written.
    const plain = inputs.filter(({ field }) => field.kind !== 'json')
    expect(plain.filter((input) => unstorable.some((text) => takes(input, text))).map(({ entity, key }) => `${entity}.${key}`)).toEqual([])
  })

  test('leads nowhere that it does not look like: an address holds no sign that turns what follows around', () => {
    const turned = [0x61c, 0x200e, 0x200f, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x2066, 0x2067, 0x2068, 0x2069].map((sign) => String.fromCodePoint(sign))
    const addresses = inputs.filter(({ field }) => field.kind === 'url')
    expect(addresses.length).toBeGreaterThan(2)
    const taking = addresses.filter((input) => turned.some((sign) => takes(input, `https://vigie.example/${sign}gpj.exe`)))
    expect(taking.map(({ entity, key }) => `${entity}.${key}`)).toEqual([])
  })

  test('may be anything in a field of any shape: what its schema lets through is stored or refused, and never fails', async () => {
    const failing: string[] = []
    const shapes = firstOfEach(inputs, ({ field }) => fieldShape(field))
    let tried = 0
    for (const input of shapes)
      for (const value of values.filter((one) => takes(input, one))) {
        tried += 1
        const { status } = await pilot.put(`/${input.entity}/${ids.get(input.entity)?.[0]}`, { [input.key]: value })
        if (status >= 429) failing.push(`${input.entity}.${input.key} = ${JSON.stringify(value).slice(0, 40)}: ${status}`)
      }
    expect(failing).toEqual([])
    expect(shapes.length).toBeGreaterThan(100)
    expect(tried).toBeGreaterThan(100)
    // What a schema refuses is refused for what it is, not by a fault of the schema itself; one request for each shape shows that it is this one that reads the body.
    for (const input of shapes) {
      const refused = values.find((one) => !takes(input, one))
      if (refused === undefined) continue
      const { status, body } = await pilot.put(`/${input.entity}/${ids.get(input.entity)?.[0]}`, { [input.key]: refused })
      expect([status, Object.keys(body.errors ?? {}).some((path) => path.split('.')[0] === input.key)], `${input.entity}.${input.key}`).toEqual([400, true])
    }
  })

  test('may be anything that its schema lets through in all fields of an entity at once, where the entity has rules of its own', async () => {
    const failing: string[] = []
    const ruled = entities.filter(({ beforeWrite, beforeWrites }) => beforeWrite ?? beforeWrites)
    for (const { def } of ruled) {
      const sample = sampleBody(def.fields, { word: filledWord, ids })
      const own = inputs.filter(({ entity }) => entity === def.name)
      for (const turn of [0, 1]) {
        const hostile = own.flatMap((input) => {
          const taken = values.filter((one) => takes(input, one) && one !== huge)
          return taken.length === 0 ? [] : [[input.key, taken[turn % taken.length]] as const]
        })
        const body = { ...sample, ...Object.fromEntries(hostile) }
        const path = `/${def.name}/${ids.get(def.name)?.[0]}`
        for (const answer of [
          ...(def.rights.update === null ? [] : [await pilot.put(path, body)]),
          ...(def.rights.create === null ? [] : [await pilot.post(`/${def.name}`, body)]),
        ])
          if (answer.status >= 429) failing.push(`${def.name}: ${answer.status} for ${JSON.stringify(body).slice(0, 300)}`)
      }
    }
    expect(failing).toEqual([])
    expect(ruled.length).toBeGreaterThan(40)
  })
})

test('what is no id names nothing', async () => {
  for (const id of [999_999_999, 'abc', '0', '-1', '1.5', '9007199254740992'])
    for (const [method, rest] of [
      ['GET', ''],
      ['PUT', ''],
      ['DELETE', ''],
      ['GET', '/history'],
    ] as const)
      expect([method, id, (await pilot.call(method, `/label/${id}${rest}`, method === 'PUT' ? {} : undefined)).status]).toEqual([method, id, 404])
})

test('what a filter compares row by row is bounded, what it looks up is not', async () => {
  const ask = (selected_options: unknown[]) => pilot.post('/label/page', { queryParams: { filters: [{ name: 'name', selected_options }] } })
  const texts = (count: number) => Array.from({ length: count }, (_, n) => ({ text: `x${n}` }))
  expect((await ask(texts(20))).status).toBe(200)
  expect((await ask(texts(21))).status).toBe(400)
  expect((await ask(texts(6000).map(({ text }) => text))).status).toBe(200)
})

test('a row that is named twice in a bulk edit is refused, for its undo would not hold', async () => {
  const { id } = (await pilot.post('/label', { name_en: 'Twice' })).body.object
  const changes = { color: '#112233' }
  expect((await pilot.put('/label/bulk', { rows: [{ id }, { id }], changes })).status).toBe(400)
  const { undo } = (await pilot.put('/label/bulk', { rows: [{ id }], changes })).body.object
  expect((await pilot.post('/label/bulk/undo', { undo })).body).toMatchObject({ ok: true })
  expect((await pilot.post('/label/bulk/undo', { undo })).status).toBe(404)
})

test('remarks and names of views hold no characters that cannot be shown', async () => {
  const { id } = (await pilot.post('/label', { name_en: 'Remarks' })).body.object
  for (const text of ['a\u0001b', 'a\ud800b', 'a\u0000b']) {
    expect((await pilot.post(`/label/${id}/comments`, { text })).status).toBe(400)
    expect((await pilot.post('/view', { list: 'label', name: text, state: { sort: [], filters: [], search: '' } })).status).toBe(400)
  }
})

test('nothing that was done to any entity accuses anybody in the audit', async () => {
  expect(await auditFaults(app)).toEqual([])
})
