import { readFile } from 'node:fs/promises'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'

let app: TestApp
let pilot: Person
let customer: number
beforeAll(async () => {
  app = await testApp()
  customer = (await app.customer()).id
  pilot = await app.member(customer, 'global_pilote')
})
afterAll(() => app.close())

const urn = (kind: string, rest = 'x') => `urn:acme:risk:${kind}:${rest}`
const long = `${'A name that says all of it '.repeat(10).trim()}\nand goes on`
const cut = `${'A name that says all of it '.repeat(4).trim()}…`
const requirements = ['whole', 'renamed'].map((id) => ({ urn: urn('req_node', `x:${id}`), ref_id: id, depth: 1, assessable: true, name: long }))
const library = JSON.stringify({
  urn: urn('library'),
  locale: 'en',
  ref_id: 'X',
  name: 'Long names',
  description: 'A test',
  provider: 'ACME',
  packager: 'acme',
  version: 1,
  objects: { framework: { urn: urn('framework'), ref_id: 'X-1', name: 'Long names', requirement_nodes: requirements } },
})
const names = async (text = '') =>
  (
    (await pilot.post('/control/page', { queryParams: { global_search: text, sort: [{ name: 'identifier', order: 'desc' }] } })).body.objects as {
      name_en: string
    }[]
  ).map(({ name_en }) => name_en)

test('the name of a requirement is kept whole, whatever its length and lines', async () => {
  expect((await pilot.upload('/library/import', 'x.yaml', library)).status).toBe(200)
  await app.jobs()
  expect(await names()).toEqual([long, long])
})

test('names that an earlier release has cut are made whole from the libraries kept, but for those that people have changed', async () => {
  await app.db.transaction(customer, async (tx) => {
    await tx.runText(`update control set name_en = case identifier when 'whole' then $2 else 'Ours' end where customer_id = $1`, [customer, cut])
    await tx.runText(`update search_document set text = 'a name' where customer_id = $1 and entity = 'control'`, [customer])
  })
  const owner = new pg.Client(app.database.ownerUrl)
  await owner.connect()
  try {
    // What the library kept of the node, as that release wrote it.
    await owner.query(`set app.customer_id = '${customer}'`)
    await owner.query(
      `update library_content set content = jsonb_set(jsonb_set(content, '{frameworks,0,nodes,0,display_name,en}', to_jsonb($1::text)), '{frameworks,0,nodes,1,display_name,en}', to_jsonb($1::text))`,
      [cut],
    )
    await owner.query('reset app.customer_id')
    await owner.query('begin')
    await owner.query(await readFile(new URL('../../../migrations/20261201T0930_whole_names.sql', import.meta.url), 'utf8'))
    await owner.query('commit')
  } finally {
    await owner.end()
  }
  expect(await names()).toEqual([long, 'Ours'])
  expect(await names('goes on')).toEqual([long])
})
