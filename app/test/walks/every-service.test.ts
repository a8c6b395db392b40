import { readSheet } from 'read-excel-file/node'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { xlsx } from '#kit/server/sheets/xlsx.ts'
import { resources } from '#app/server/registry.ts'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'
import { walkedResources } from './walked.ts'

let app: TestApp
let pilot: Person
let customer: { id: number; root: number }
beforeAll(async () => {
  app = await testApp()
  customer = await app.customer()
  pilot = await app.member(customer.id, 'global_pilote')
})
afterAll(() => app.close())

const exported = async (name: string) => {
  const asked = await pilot.post(`/${name}/export`)
  expect(asked.body).toMatchObject({ ok: true })
  await app.jobs()
  const { status, file_id } = (await pilot.get(`/export/${asked.body.object.job_id}`)).body.object
  expect(status).toBe('done')
  return readSheet((await pilot.get(`/file/${file_id}/download`)).body)
}

describe.each(walkedResources.map(({ def }) => def.name))('%s', (name) => {
  test('is exported as it is listed', async () => {
    const listed = await pilot.post(`/${name}/page`)
    if (listed.status === 403) {
      expect((await pilot.post(`/${name}/export`)).status).toBe(403)
      return
    }
    const [header, ...rows] = await exported(name)
    expect(header?.every((label) => typeof label === 'string' && !label.includes('.entities.'))).toBe(true)
    expect(rows).toHaveLength(listed.body.total)
  })

  test('takes comments where it can be changed', async () => {
    const [first] = (await pilot.post(`/${name}/page`)).body.objects ?? []
    if (!first) return
    expect((await pilot.post(`/${name}/${first.id}/comments`, { text: '<b>Note</b>' })).body).toMatchObject({ ok: true, object: { text: '<b>Note</b>' } })
    expect((await pilot.get(`/${name}/${first.id}/comments`)).body.objects).toHaveLength(1)
  })
})

test.each([...resources.values()].filter(({ def }) => def.importable).map(({ def }) => def.name))('%s offers a template in words', async (name) => {
  const { status, body } = await pilot.get(`/${name}/import_template`)
  expect(status).toBe(200)
  const [header] = await readSheet(body)
  expect(header?.every((label) => typeof label === 'string' && !label.includes('.entities.'))).toBe(true)
})

test('a tree of perimeters comes in from Excel, children after their parents', async () => {
  const [header] = await readSheet((await pilot.get('/perimeter/import_template')).body)
  const row = (values: Record<string, string>) => (header ?? []).map((label) => values[String(label).replace(' *', '')] ?? null)
  const root = (await pilot.get(`/perimeter/${customer.root}`)).body.object
  const chunks: Buffer[] = []
  const rows = [row({ ID: 'P-1', 'Name (English)': 'Plants', Parent: root.identifier }), row({ 'Name (English)': 'Lyon', Parent: 'plants', Type: 'INTERNAL' })]
  for await (const chunk of xlsx([{ name: 'x', header: (header ?? []).map(String), rows: [rows] }])) chunks.push(chunk)
  const sent = await pilot.upload('/perimeter/import', 'tree.xlsx', Buffer.concat(chunks))
  expect(sent.body).toMatchObject({ ok: true })
  await app.jobs()
  expect((await pilot.get(`/import_report/${sent.body.object.report_id}`)).body.object).toMatchObject({ status: 'COMPLETE', lines: [], counts: { created: 2 } })
  expect((await pilot.get('/search?q=lyon')).body.objects).toMatchObject([{ entity: 'perimeter', name: 'Lyon' }])
})

test('every scheduled job runs in an organisation without harm', async () => {
  const now = Date.now()
  await app.queue.tick(new Date(now))
  await app.queue.tick(new Date(now + 8 * 86_400_000))
  await expect(app.jobs()).resolves.toBeUndefined()
})

test('every reference of the API document leads somewhere', async () => {
  const document = (await pilot.get('/openapi.json')).body
  const pointers = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map(([, pointer]) => pointer ?? '')
  expect(pointers.length).toBeGreaterThan(100)
  const lost = pointers.filter(
    (pointer) =>
      pointer
        .slice(2)
        .split('/')
        .reduce((at: Record<string, unknown> | undefined, key) => at?.[key] as never, document) === undefined,
  )
  expect([...new Set(lost)]).toEqual([])
})

test('what is sent and answered of an entity is described when somebody asks, not at the start, and two who are the first to write both are', async () => {
  const derived = app.api.operations.filter(
    // What nobody changes by a right of its own has a call of its own, whose body is no declaration's.
    ({ method, path, tag }) =>
      (method === 'GET' || resources.get(tag)?.def.rights.update !== null) &&
      resources.has(tag) &&
      [`GET /${tag}/{id}`, `PUT /${tag}/{id}`].includes(`${method} ${path}`),
  )
  expect(derived.length).toBeGreaterThan(resources.size)
  for (const operation of derived) {
    const described = Object.getOwnPropertyDescriptors(operation)
    expect(described.answer.get, operation.path).toBeDefined()
    if (operation.method === 'PUT') expect(described.body?.get, operation.path).toBeDefined()
  }
  const made = await Promise.all(['One', 'Two'].map((name_en) => pilot.post('/perimeter', { name_en, parent: customer.root })))
  expect(made.map(({ status }) => status)).toEqual([200, 200])
  const changed = await Promise.all(made.map(({ body }, n) => pilot.put(`/perimeter/${body.object.id}`, { name_en: `Changed ${n}`, colour: 'wrong' })))
  expect(changed.map(({ status, body }) => [status, Object.keys(body.errors)])).toEqual([
    [400, ['colour']],
    [400, ['colour']],
  ])
})
