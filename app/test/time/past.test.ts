import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from 'kysely'
import { z } from 'zod'
import { dayFromNow } from '#tools/test/day-from-now.ts'
import { roles, type Role } from '#kit/contract/right.ts'
import type { ListQuery } from '#kit/contract/list-query.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import type { RowRule } from '#kit/server/access/row-rule.ts'
import { systemWho, type Who } from '#kit/server/access/who.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { listPage, type Row } from '#kit/server/data/lists/list-engine.ts'
import { commentsOn, removedFrom } from '#kit/server/data/people/comments.ts'
import { incomingLinks, listLinked } from '#kit/server/data/links/linked.ts'
import { objectHistory } from '#kit/server/data/history/object-history.ts'
import { asPast } from '#kit/server/data/sql/select-row.ts'
import { query as builder } from '#kit/server/data/database/transaction.ts'
import { sampleBody, type Ids } from '#app/test/worlds/fill-organisation.ts'
import { filledApp } from '#app/test/worlds/filled-app.ts'
import { answersOf, differences, remember, type Question } from './past-answers.ts'
import { resources, rightsOf } from '#app/server/registry.ts'
import { sampleCall } from '#app/test/walks/sample-calls.ts'
import type { Person, TestApp } from '#app/test/worlds/test-app.ts'

let app: TestApp
let pilot: Person
let ids: Ids

const query: ListQuery = { sort: [{ name: 'id', order: 'asc' }], filters: [], global_search: '', page: 1, per_page: 1000 }

/** All rows with all their fields, with what names each of them, was said of it and had been done to it. */
const whole: Question = async (tx, resource) => {
  const { name, fields, rights } = resource.def
  const grant = authorize(tx.who, rights.read)
  const { objects } = await listPage(tx, grant, resource, resources, query, { fields: Object.keys(fields) })
  const links = incomingLinks(resources, name)
  const pastRows: Row[] = []
  for (const row of objects)
    pastRows.push({
      ...asPast(row),
      '(linked)': await listLinked(tx, grant, resource, resources, links, row.id),
      '(comments)': await commentsOn(tx, sql`c.entity = ${name} and c.object_id = ${row.id}`, false),
      '(removed)': await removedFrom(tx, name, row.id),
      '(history)': await objectHistory(tx, resource, resources, row.id),
    })
  return pastRows
}
/** Says something of each row. */
const sayOfAll = async (text: string) => {
  const spoken = new Set<string>()
  for (const name of resources.keys())
    for (const id of ids.get(name) ?? []) if ((await pilot.post(`/${name}/${id}/comments`, { text })).status === 200) spoken.add(name)
  return spoken
}

/** What is secret is as it is now, or not at all; the pairs of a set, what a dashboard has published and shares, when a report is due, how far answers are and what is being worked out are those of today. */
const ofNow = [
  'auth_config.client_secret_set',
  'auth_config.key',
  'mapping_set.pairs',
  'indicator.recalculating',
  'dashboard.links',
  'dashboard.published_at',
  'dashboard.published_version',
  'dashboard_link.id',
  'report_schedule.next_on',
  'campaign.progress',
  'evaluation.answered',
  'evaluation.asked',
  'evaluation.progress',
  'evaluation.score',
]

beforeAll(async () => {
  ;({ app, pilot, ids } = await filledApp())
})
afterAll(() => app.close())

test('what areas answer of a day is of that day: of today what they answer now, of yesterday, when there was nothing, nothing', async () => {
  const generic = new Set(
    ['/page', '/{id}', '/{id}/history', '/{id}/comments', '/{id}/linked', '/export'].flatMap((end) => [...resources.keys()].map((name) => `/${name}${end}`)),
  )
  // It is asked for a measure or a requirement, and answers the filter of a list by its name; its rows are that list's.
  generic.add('/evidence/behind')
  const asked = app.api.operations.filter(
    ({ method, path, query, reads }) =>
      (method === 'GET' || reads) &&
      !generic.has(path) &&
      JSON.stringify(query ? z.toJSONSchema(query, { io: 'input', unrepresentable: 'any' }) : {}).includes('"as_of"'),
  )
  expect(asked.length).toBeGreaterThan(8)
  const wrong: string[] = []
  for (const operation of asked) {
    const call = sampleCall(operation, { ids, word: 'Alpha', whole: false })
    const answerOf = async (day?: string) => {
      const path = day ? `${call.path}${call.path.includes('?') ? '&' : '?'}as_of=${day}` : call.path
      const { status, body } = operation.method === 'GET' ? await pilot.get(path) : await pilot.post(path, call.body)
      // Nothing can be added to what has gone by.
      return { status, text: JSON.stringify(body).replaceAll('"add_right":true', '"add_right":false') }
    }
    const now = await answerOf()
    const named = `${operation.method} ${operation.path}`
    if (now.status !== 200) wrong.push(`${named}: ${now.status} ${now.text}`)
    if ((await answerOf(dayFromNow(0))).text !== now.text) wrong.push(`${named} of today: ${(await answerOf(dayFromNow(0))).text} now: ${now.text}`)
    const before = await answerOf(dayFromNow(-1))
    if (before.status !== 404 && /"(name|identifier)":/.test(before.text)) wrong.push(`${named} of yesterday: ${before.text}`)
  }
  expect(wrong).toEqual([])
})

test('whatever is written since, each entity answers of a moment what it answered then: rows, links, owned rows, files, references and derived values', async () => {
  const spoken = await sayOfAll('Before')
  expect(spoken.size).toBeGreaterThan(20)
  const filled = await remember(app, pilot, whole)
  await sayOfAll('Since')
  for (const { def } of resources.values()) {
    const id = ids.get(def.name)?.[0]
    if (def.rights.update === null) continue
    const wanted = sampleBody(def.fields, { word: 'Beta', ids })
    // What is refused together may be taken one by one; some fields are not to be changed.
    if ((await pilot.put(`/${def.name}/${id}`, wanted)).status === 200) continue
    for (const [key, value] of Object.entries(wanted)) await pilot.put(`/${def.name}/${id}`, { [key]: value })
  }
  const changed = await remember(app, pilot, whole)
  for (const { def } of [...resources.values()].toReversed())
    if (def.rights.delete !== null) for (const id of ids.get(def.name) ?? []) await pilot.delete(`/${def.name}/${id}`)
  const removed = await remember(app, pilot, whole)
  expect(Object.keys(differences(filled.answers, changed.answers)).length).toBeGreaterThan(60)
  expect(Object.keys(differences(changed.answers, removed.answers)).filter((key) => key.endsWith('.id')).length).toBeGreaterThan(10)
  for (const { at, answers } of [filled, changed, removed]) {
    const others = differences(answers, await answersOf(app, pilot, whole, at))
    for (const field of ofNow) delete others[field]
    expect(others).toEqual({})
  }
})

test('who may read a day gone by is decided by what stands today: rules name the tables of now', () => {
  const faults: string[] = []
  const row = rowRef('t')
  for (const { def, rules } of resources.values())
    for (const [verb, rule] of Object.entries(rules) as [string, RowRule][])
      for (const role of roles) {
        const held: readonly Role[] = [role]
        const who: Who = {
          ...systemWho(1, 'test', 'test', 'en', 'Europe/Paris'),
          memberId: 1,
          roles: held,
          rights: rightsOf(held),
          groupIds: [1],
          perimeterIds: [1],
          tagIds: [1],
        }
        const condition = rule(row, who)
        if (typeof condition === 'boolean') continue
        const { sql } = condition.compile(builder)
        for (const [, table] of sql.matchAll(/\b(?:from|join)\s+((?:"?public"?\.)?"?\w+"?)/gi))
          if (!table?.replaceAll('"', '').startsWith('public.')) faults.push(`${def.name}.${verb}: ${table}`)
      }
  expect(faults).toEqual([])
})

test('history has every index of its table, so that a list of a day is read in the order of today', async () => {
  const missing = await app.db.alone<{ name: string }>(`select x.name from index_columns() x where not exists (select from pg_indexes h
    where h.schemaname = 'public' and h.tablename = x."table" || '_history' and h.indexname = 'past_' || right(x.name, 58))`)
  expect(missing).toEqual([])
})
