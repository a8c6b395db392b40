import { afterAll, beforeAll, expect, test } from 'vitest'
import { endedByOthers, watchStatements } from '#tools/test/watch-statements.ts'
import type { Operation } from '#kit/server/http/api.ts'
import type { Ids } from '#app/test/worlds/fill-organisation.ts'
import { filledApp } from '#app/test/worlds/filled-app.ts'
import { changesCaller, isProviders, sampleCall } from './sample-calls.ts'
import type { Person, TestApp } from '#app/test/worlds/test-app.ts'

/*
 * Whatever is written, several people write it at once: what the second finds changed, gone or closed meanwhile must not make anybody wait in a circle, which
 * PostgreSQL ends after a second by failing somebody. `every-operation.test.ts` holds what succeeds to the written order; here what fails is held to it as well.
 */
const people: Person[] = []
let app: TestApp
let ids: Ids
let writes: Operation[]

beforeAll(async () => {
  const filled = await filledApp()
  ;({ app, ids } = filled)
  people.push(filled.pilot)
  while (people.length < 6) people.push(await app.member(filled.customer.id, 'global_pilote'))
  writes = app.api.operations
    .filter((one) => one.method !== 'GET' && !one.reads && !one.upload && one.access !== 'public' && one.path !== '/auth/logout')
    .filter((one) => !changesCaller(one) && !isProviders(one))
}, 600_000)
afterAll(() => app.close())

/** What takes rows away comes last. */
const removes = ({ method, path }: Pick<Operation, 'method' | 'path'>) => method === 'DELETE' || /bulk_delete|\/reset$/.test(path)

/** Runs what everybody does at once and answers what PostgreSQL ended of it. */
const together = async (work: readonly (() => Promise<unknown>)[]): Promise<string[]> =>
  endedByOthers(await watchStatements(() => Promise.all(work.map((one) => one()))))

/** How far apart the three writes stand that are made at once: neighbours of one entity, then others. */
const strides = [1, 29]

test('every write that several make at once, and others beside it, end nobody else’s', async () => {
  expect(writes.length).toBeGreaterThan(300)
  const found: string[] = []
  const lasting = writes.filter(({ method, path }) => !removes({ method, path }))
  const rounds = [...strides.map((stride) => [stride, lasting] as const), [1, writes.filter(removes)] as const]
  for (const [stride, those] of rounds) {
    for (let at = 0; at < those.length; at += 3) {
      const beside = [0, 1, 2].map((n) => those[(at + n * stride) % those.length] as Operation)
      const work = people.map((person, n) => () => {
        const operation = beside[n % beside.length] as Operation
        const { path, body } = sampleCall(operation, { ids, word: `Together ${n}`, whole: n % 2 === 0 })
        return person.call(operation.method, path, body)
      })
      const ended = await together(work)
      if (ended.length > 0) found.push(`${[...new Set(beside)].map(({ method, path }) => `${method} ${path}`).join(', ')}: ${ended.join(', ')}`)
    }
  }
  expect(found).toEqual([])
}, 600_000)
