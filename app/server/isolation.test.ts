import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Operation } from '#kit/server/http/api.ts'
import { zipEntries } from '#kit/server/sheets/unzip.ts'
import { everythingOf } from './everything.ts'
import { fillOrganisation, type Ids } from './fill-organisation.ts'
import { filledApp, filledWord } from './filled-app.ts'
import { resources } from './registry.ts'
import { changesCaller, isProviders, sampleCall } from './sample-calls.ts'
import type { Answer, Person, TestApp } from './test-app.ts'

/** A word that stands in everything an organisation says, and nowhere else. */
const words = { ours: filledWord, theirs: 'Zephyrine' }

let app: TestApp
let pilot: Person
let stranger: Person
let ours: Ids
let theirs: Ids

beforeAll(async () => {
  ;({ app, pilot, ids: ours } = await filledApp())
  const b = await app.customer(words.theirs)
  stranger = await app.member(b.id, 'global_pilote', { firstname: words.theirs, lastname: words.theirs, email: `pilot@${words.theirs}.example` })
  theirs = await fillOrganisation(app, stranger, words.theirs)
  theirs.set('customer', [b.id])
}, 120_000)
afterAll(() => app.close())

const operations = () => app.api.operations
const nameOf = ({ method, path }: Operation) => `${method} ${path}`
const isProtected = ({ access }: Operation) => access !== 'public'

function call(person: Person, operation: Operation, sampling: Parameters<typeof sampleCall>[1]): Promise<Answer> {
  const { path, body } = sampleCall(operation, sampling)
  return operation.upload ? person.upload(path, 'file.txt', sampling.word) : person.call(operation.method, path, body)
}

/** Whoever asks, or a colleague of theirs where the call would change what the asker may do. */
const callerOf = (person: Person, operation: Operation): Promise<Person> =>
  changesCaller(operation) ? app.member(person.customerId, 'global_pilote', { firstname: words.ours, lastname: words.ours }) : Promise.resolve(person)

/** What a file says, also one whose parts are packed, as those of Excel and Word are. */
const fileText = (body: Buffer): string => (zipEntries(body) ?? [{ read: () => body }]).map((part) => part.read().toString('utf8')).join('\n')
const textOf = ({ body }: Answer) => (Buffer.isBuffer(body) ? fileText(body) : JSON.stringify(body ?? ''))
/** Whether an answer says anything of the other organisation. */
const reveals = (answer: Answer) => textOf(answer).toLowerCase().includes(words.theirs.toLowerCase())

test('both organisations hold at least one row of everything', async () => {
  for (const id of [pilot.customerId, stranger.customerId]) {
    const empty = [...(await everythingOf(app, id))].filter(([name, rows]) => rows === '' && resources.has(name)).map(([name]) => name)
    expect(empty).toEqual([])
  }
  expect(operations().length).toBeGreaterThan(200)
})

test('the calls that are tried name what is there: its own people are shown it', async () => {
  const reading = operations().filter((operation) => !isProviders(operation) && (operation.method === 'GET' || operation.path.endsWith('/page')))
  const silent: string[] = []
  for (const operation of reading)
    if (!reveals(await call(stranger, operation, { ids: theirs, word: words.ours, whole: false }))) silent.push(nameOf(operation))
  expect(silent.length / reading.length).toBeLessThan(0.35)
  // Among these every row itself, its history and its page; what one was told oneself has a test of its own.
  expect(
    silent.filter(
      (name) => /^(GET \/\w+\/\{id\}|POST \/\w+\/page)$/.test(name) && !/report|export|score|picture|shelf|library_addition|notification/.test(name),
    ),
  ).toEqual([])
}, 60_000)

describe('from one organisation, with the ids of another', () => {
  let before: Map<string, string>
  beforeAll(async () => {
    before = await everythingOf(app, stranger.customerId)
  }, 60_000)

  test('no operation reveals anything or does anything to what is named', async () => {
    const revealing: string[] = []
    const done: string[] = []
    for (const whole of [false, true]) {
      for (const operation of operations().filter(isProtected)) {
        const answer = await call(await callerOf(pilot, operation), operation, { ids: theirs, word: words.ours, whole })
        if (reveals(answer)) revealing.push(`${nameOf(operation)}: ${textOf(answer).slice(0, 200)}`)
        // A path that names what is not there answers that it is not there, or that something else is wrong.
        const names =
          operation.path.includes('{id}') || operation.path.endsWith('/bulk') || operation.path.endsWith('/bulk_delete') || operation.path.endsWith('/fork')
        if (answer.status >= 500 || (names && answer.status < 400)) done.push(`${nameOf(operation)}: ${answer.status} ${textOf(answer).slice(0, 200)}`)
      }
    }
    expect(revealing).toEqual([])
    expect(done).toEqual([])
  }, 120_000)

  test('no list, filter, option, history or search shows a row', async () => {
    const wrong: string[] = []
    for (const { def } of resources.values()) {
      const asked = def.list.filters.flatMap((name): object[] => {
        const field = def.fields[name]
        const option =
          field?.kind === 'ref' || field?.kind === 'links'
            ? theirs.get(field.options.entity ?? '')?.[0]
            : ['text', 'localized', 'identifier', 'email'].includes(field?.kind ?? '')
              ? { text: words.theirs }
              : undefined
        return option === undefined ? [] : [{ filters: [{ name, selected_options: [option] }] }]
      })
      for (const queryParams of [...asked, ...(def.list.search.length > 0 ? [{ global_search: words.theirs }] : [])]) {
        const { body } = await pilot.post(`/${def.name}/page`, { queryParams })
        if (body.ok !== false && body.total !== 0) wrong.push(`${def.name} ${JSON.stringify(queryParams)}: ${body.total}`)
        if (body.ok !== false && body.hidden) wrong.push(`${def.name} ${JSON.stringify(queryParams)}: ${body.hidden} hidden`)
      }
      const ids = theirs.get(def.name)?.join(',')
      for (const path of [
        `/${def.name}?ids=${ids}`,
        `/${def.name}/options?ids=${ids}`,
        `/${def.name}?search=${words.theirs}`,
        `/${def.name}/options?search=${words.theirs}`,
      ]) {
        const answer = await pilot.get(path)
        if (reveals(answer) || (answer.body.objects as { id: number }[]).some(({ id }) => theirs.get(def.name)?.includes(id))) wrong.push(path)
      }
    }
    expect(wrong).toEqual([])
    for (const q of [words.theirs, words.theirs.slice(0, 4)]) expect((await pilot.get(`/search?q=${q}`)).body.objects).toEqual([])
  }, 120_000)

  test('no exported file holds a word of it', async () => {
    const exported = new Map<string, string>()
    for (const name of resources.keys()) {
      const asked = await pilot.post(`/${name}/export`)
      if (asked.status === 200) exported.set(name, asked.body.object.job_id)
    }
    await app.jobs()
    const revealing: string[] = []
    for (const [name, job] of exported) {
      const { file_id } = (await pilot.get(`/export/${job}`)).body.object
      const rows = await readSheet((await pilot.get(`/file/${file_id}/download`)).body)
      if (reveals({ status: 200, body: rows })) revealing.push(name)
    }
    expect(exported.size).toBeGreaterThan(10)
    expect(revealing).toEqual([])
  }, 120_000)

  test('nothing of it has changed after all this, its audit included', async () => {
    await app.jobs()
    const after = await everythingOf(app, stranger.customerId)
    expect([...after].filter(([name, rows]) => rows !== before.get(name)).map(([name]) => name)).toEqual([])
  }, 60_000)
})

test('without a session every operation but the public ones answers 401 and nothing else', async () => {
  const wrong: string[] = []
  for (const cookie of ['', `vigie_session=${stranger.customerId}.${pilot.cookie.split('.')[1] ?? ''}`, `vigie_session=${stranger.customerId}`]) {
    const nobody = (operation: Operation) => {
      const { path, body } = sampleCall(operation, { ids: theirs, word: words.ours, whole: false })
      return app.http.inject({
        method: operation.method,
        url: `/api${path}`,
        headers: { 'x-vigie': '1', ...(cookie && { cookie }) },
        ...(body !== undefined && { payload: body as object }),
      })
    }
    for (const operation of operations().filter(isProtected)) {
      const { statusCode, body } = await nobody(operation)
      if (statusCode !== 401 || reveals({ status: statusCode, body }) || 'object' in JSON.parse(body))
        wrong.push(`${nameOf(operation)} with «${cookie.slice(0, 20)}»: ${statusCode} ${body.slice(0, 150)}`)
    }
  }
  expect(wrong).toEqual([])
}, 120_000)

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, { readonly responses: Readonly<Record<string, { readonly $ref?: string }>> }>>>>
  readonly components: { readonly responses: Readonly<Record<string, { readonly description: string }>> }
}

/** What such a call may be refused with, as far as its kind says: by hand, since the document has one description for the refusals of all operations. */
function refusalsOf({ method, access, upload }: Operation): readonly number[] {
  // What is not there may be named by a body or a query too.
  return [400, 404, ...(access === 'public' ? [] : [401, 403]), ...(method !== 'GET' || access !== 'public' ? [409] : []), ...(upload ? [413] : [])]
}

/** Whether the document says that an operation answers so: by its status, or as a refusal that its kind of call may meet, under a status and with a code that the document names. */
function isDescribed({ paths, components }: Document, operation: Operation, { status, body }: Answer): boolean {
  const { default: refused, ...named } = paths[`/api${operation.path}`]?.[operation.method.toLowerCase()]?.responses ?? {}
  if (status in named) return true
  if (refused?.$ref !== '#/components/responses/refusal' || !refusalsOf(operation).includes(status)) return false
  const told = components.responses.refusal?.description.split('; ').find((part) => part.includes(`${status} \``))
  return told !== undefined && body.ok === false && typeof body.message === 'string' && typeof body.code === 'string'
}

test('every documented operation answers what it documents', async () => {
  const root = await app.signIn('root@vigie.example')
  const document: Document = (await pilot.get('/openapi.json')).body
  const wrong: string[] = []
  const answered = new Set<string>()
  const last = ({ method, path }: Operation) => (method === 'DELETE' || /bulk_delete|logout|reset$|user\/customer|language/.test(path) ? 1 : 0)
  // Nobody may comment on everything twice within a minute.
  const other = await app.member(pilot.customerId, 'global_pilote')
  for (const [whole, who] of [
    [false, other],
    [true, pilot],
  ] as const) {
    for (const operation of operations()
      .toSorted((a, b) => last(a) - last(b))
      .filter(({ path }) => path !== '/auth/logout')) {
      const person = await callerOf(isProviders(operation) ? root : who, operation)
      const answer = await call(person, operation, { ids: ours, word: words.ours, whole })
      if (answer.status >= 500 || !isDescribed(document, operation, answer))
        wrong.push(`${nameOf(operation)}: ${answer.status} ${textOf(answer).slice(0, 200)}`)
      if (answer.status !== 200 || operation.download) continue
      answered.add(nameOf(operation))
      const parsed = operation.answer.safeParse(answer.body)
      if (!parsed.success) wrong.push(`${nameOf(operation)}: ${JSON.stringify(parsed.error.issues.slice(0, 3))}`)
    }
  }
  expect(wrong).toEqual([])
  expect(answered.size).toBeGreaterThan(150)
}, 180_000)
