import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Operation } from '#kit/server/http/api.ts'
import { watchStatements } from '#tools/test/watch-statements.ts'
import type { Ids } from '#app/test/worlds/fill-organisation.ts'
import { filledApp, filledWord } from '#app/test/worlds/filled-app.ts'
import { jsonOf, sampleCall } from './sample-calls.ts'
import { firstOfEach, operationShape } from './shapes.ts'
import { nameOf } from './walk-operations.ts'
import type { Person, TestApp } from '#app/test/worlds/test-app.ts'

let app: TestApp
let pilot: Person
let ids: Ids
beforeAll(async () => {
  ;({ app, pilot, ids } = await filledApp())
  // So that there is something to list of what one was told.
  const colleague = await app.member(pilot.customerId, 'global_pilote')
  const response = await colleague.post(`/remediation/${ids.get('remediation')?.[0]}/comments`, { text: `@[${pilot.memberId}] look` })
  expect(response.status).toBe(200)
  expect((await pilot.post('/notification/page', {})).body.total).toBeGreaterThan(0)
})
afterAll(() => app.close())

/** Everything that is asked as a list is: of entities, of several at once, of what is no entity, and their figures. */
const listed = (): Operation[] => {
  const all = app.api.operations.filter(({ body }) => body && Object.hasOwn(jsonOf(body).properties ?? {}, 'queryParams'))
  return firstOfEach(all, operationShape)
}

test('every list, mixed and special ones too, is ordered by what every row has, or says that it is not', async () => {
  const failing: string[] = []
  for (const operation of listed())
    for (const name of ['id', 'created_at', 'updated_at', 'created_by', 'version', 'order'])
      for (const order of ['asc', 'desc']) {
        const { path } = sampleCall(operation, { ids, word: filledWord, whole: false })
        const { status, body } = await pilot.call(operation.method, path, { queryParams: { sort: [{ name, order }] } })
        if (status >= 500) failing.push(`${nameOf(operation)} by ${name}: ${status} ${JSON.stringify(body)}`)
      }
  expect(failing).toEqual([])
  expect(listed().length).toBeGreaterThan(15)
})

test('a sentence that is pasted into a search asks PostgreSQL no more than a few words do', async () => {
  const sentence = Array.from({ length: 24 }, (_, n) => `word${n}`)
  const size = async (words: readonly string[], ask: (text: string) => Promise<{ readonly status: number }>) => {
    const { texts } = await watchStatements(async () => expect((await ask(words.join(' '))).status).toBe(200))
    return Math.max(...texts.map(({ length }) => length))
  }
  for (const ask of [
    (text: string) => pilot.get(`/search?q=${encodeURIComponent(text)}`),
    (text: string) => pilot.post('/remediation/page', { queryParams: { global_search: text } }),
    (text: string) => pilot.post('/notification/page', { queryParams: { global_search: text } }),
  ])
    expect(await size(sentence, ask)).toBe(await size(sentence.slice(0, 2), ask))
})
