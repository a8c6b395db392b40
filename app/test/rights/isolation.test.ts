import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Operation } from '#kit/server/http/api.ts'
import { zipEntries } from '#kit/server/sheets/unzip.ts'
import { everythingOf } from '#app/test/worlds/everything.ts'
import { fillOrganisation, type Ids } from '#app/test/worlds/fill-organisation.ts'
import { filledApp, filledWord } from '#app/test/worlds/filled-app.ts'
import { resources } from '#app/server/registry.ts'
import { hostileQuery, poisoned } from '#app/test/walks/poison.ts'
import { sampleCall } from '#app/test/walks/sample-calls.ts'
import { derivedFrom, distinctOf, filterShapes, firstOfEach, listsOfEveryKind, operationShape } from '#app/test/walks/shapes.ts'
import type { Answer, Person, TestApp } from '#app/test/worlds/test-app.ts'
import { distinctCallsOf, nameOf, neverFails, revealsNothing, textOf, walk, type Judge } from '#app/test/walks/walk-operations.ts'
import { isWalkedOperation } from '#app/test/walks/walked.ts'

/** A word that stands in everything an organisation says, and nowhere else. */
const words = { ours: filledWord, theirs: 'Zephyrine' }

let app: TestApp
let pilot: Person
let stranger: Person
let theirs: Ids

beforeAll(async () => {
  ;({ app, pilot } = await filledApp())
  const b = await app.customer(words.theirs)
  stranger = await app.member(b.id, 'global_pilote', { firstname: words.theirs, lastname: words.theirs, email: `pilot@${words.theirs}.example` })
  theirs = await fillOrganisation(app, stranger, words.theirs)
  theirs.set('customer', [b.id])
})
afterAll(() => app.close())

const operations = () => app.api.operations.filter(isWalkedOperation)
const isProtected = ({ access }: Operation) => access !== 'public'

/** A colleague, where a call would change what the asker may do. */
const another = () => app.member(pilot.customerId, 'global_pilote', { firstname: words.ours, lastname: words.ours })

/** A path that names what is not there answers that it is not there, or that something else is wrong; what the kit makes for every entity says just that. */
const foreignIsNotThere: Judge = ({ operation, call: { body }, answer: { status } }) => {
  const derived = derivedFrom(operation)
  if (derived && operation.path.includes('{id}') && Object.keys(body ?? {}).length === 0) return status !== 404 && `${status} instead of 404`
  // The number of an entry of the log is its place in one's own chain: no organisation's is another's.
  if (operation.path === '/log/{id}') return false
  const names =
    operation.path.includes('{id}') || operation.path.endsWith('/bulk') || operation.path.endsWith('/bulk_delete') || operation.path.endsWith('/fork')
  return names && status < 400 && `${status}`
}

/** What a file says, also one whose parts are packed, as those of Excel and Word are. */
const fileText = (body: Buffer): string => (zipEntries(body) ?? [{ read: () => body }]).map((part) => part.read().toString('utf8')).join('\n')
/** Whether an answer says anything of the other organisation. */
const reveals = (answer: Answer, word = words.theirs) =>
  (Buffer.isBuffer(answer.body) ? fileText(answer.body) : textOf(answer)).toLowerCase().includes(word.toLowerCase())

test('both organisations hold at least one row of everything', async () => {
  for (const id of [pilot.customerId, stranger.customerId]) {
    const empty = [...(await everythingOf(app, id))].filter(([name, rows]) => rows === '' && resources.has(name)).map(([name]) => name)
    expect(empty).toEqual([])
  }
  expect(app.api.operations.length).toBeGreaterThan(200)
})

describe('from one organisation, with the ids of another', () => {
  let before: Map<string, string>
  beforeAll(async () => {
    before = await everythingOf(app, stranger.customerId)
  })

  test('no operation reveals anything or does anything to what is named', async () => {
    const found = await walk(
      {
        // What is read of a row, and what is made from the ids of others, by each entity; the rest looks for its row as these do.
        operations: distinctOf(operations().filter(isProtected), ['GET /{id}', 'POST ']),
        calls: (operation) => distinctCallsOf(operation, { ids: theirs, word: words.ours }),
        person: pilot,
        instead: another,
      },
      { reveals: revealsNothing((answer) => reveals(answer)), fails: neverFails, does: foreignIsNotThere },
    )
    expect(found).toEqual({ reveals: [], fails: [], does: [] })
  })

  test('no list, filter, option, history or search shows a row', async () => {
    const wrong: string[] = []
    for (const { def } of resources.values()) {
      const asked = filterShapes.flatMap(({ resource, name, field }): object[] => {
        if (resource.def !== def) return []
        const option =
          field.kind === 'ref' || field.kind === 'links'
            ? theirs.get(field.options.entity ?? '')?.[0]
            : ['text', 'localized', 'identifier', 'email'].includes(field.kind)
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
      const page = await pilot.post(`/${def.name}/page`, { queryParams: { per_page: 100 } })
      if (reveals(page)) wrong.push(`${def.name}: ${textOf(page).slice(0, 200)}`)
      // The choice of a reference reads what the list reads.
      for (const path of [`/${def.name}?ids=${ids}`, `/${def.name}/options?search=${words.theirs}`]) {
        const answer = await pilot.get(path)
        if (reveals(answer) || (answer.body.objects as { id: number }[]).some(({ id }) => theirs.get(def.name)?.includes(id))) wrong.push(path)
      }
    }
    expect(wrong).toEqual([])
    for (const q of [words.theirs, words.theirs.slice(0, 4)]) expect((await pilot.get(`/search?q=${q}`)).body.objects).toEqual([])
  })

  test('no exported file holds a word of it', async () => {
    const exported = new Map<string, string>()
    // Of what lists read, which the test above has looked through.
    for (const { def } of listsOfEveryKind) {
      const asked = await pilot.post(`/${def.name}/export`)
      if (asked.status === 200) exported.set(def.name, asked.body.object.job_id)
    }
    await app.jobs()
    const revealing: string[] = []
    for (const [name, job] of exported) {
      const { file_id } = (await pilot.get(`/export/${job}`)).body.object
      const rows = await readSheet((await pilot.get(`/file/${file_id}/download`)).body)
      if (reveals({ status: 200, body: rows })) revealing.push(name)
    }
    expect(exported.size).toBeGreaterThan(5)
    expect(revealing).toEqual([])
  })

  test('nothing of it has changed after all this, its audit included', async () => {
    await app.jobs()
    const after = await everythingOf(app, stranger.customerId)
    expect([...after].filter(([name, rows]) => rows !== before.get(name)).map(([name]) => name)).toEqual([])
  })
})

test('without a session every operation but the public ones answers 401 and nothing else, whatever is sent', async () => {
  const wrong: string[] = []
  const protectedOnes = operations().filter(isProtected)
  const ask = async (operation: Operation, cookie: string) => {
    const { path, body } = sampleCall(operation, { ids: theirs, word: words.ours, whole: true })
    const answer = await app.http.inject({
      method: operation.method,
      url: `/api${path}${path.includes('?') ? '&' : '?'}${hostileQuery}`,
      headers: { 'x-vigie': '1', ...(cookie && { cookie }) },
      ...(body !== undefined && { payload: poisoned(body) as object }),
    })
    if (answer.statusCode !== 401 || reveals({ status: answer.statusCode, body: answer.body }) || 'object' in JSON.parse(answer.body))
      wrong.push(`${nameOf(operation)} with «${cookie.slice(0, 20)}»: ${answer.statusCode} ${answer.body.slice(0, 150)}`)
  }
  for (const operation of protectedOnes) await ask(operation, '')
  // A cookie is read in one place, whatever is asked for: an operation of each shape meets those that are not what was given.
  const forged = [`vigie_session=${stranger.customerId}.${pilot.cookie.split('.')[1] ?? ''}`, `vigie_session=${stranger.customerId}`]
  for (const [n, operation] of firstOfEach(protectedOnes, operationShape).entries()) await ask(operation, forged[n % 2] ?? '')
  expect(wrong).toEqual([])
})
