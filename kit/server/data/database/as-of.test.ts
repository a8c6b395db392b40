import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { kitApp, type KitApp } from '#tools/test/kit-app.ts'
import { fileRoutes } from '#kit/server/files/file-routes.ts'
import { commentOn, commentRoutes } from '#kit/server/http/comment-routes.ts'
import { linkedRoutes } from '#kit/server/http/linked-routes.ts'
import { exportJob, exportRoutes } from '#kit/server/sheets/export.ts'
import { readWorkbook } from '#kit/server/sheets/read-sheet.ts'
import { resourceOf, type Changes } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb, createRow, removeRow, updateRow } from '#kit/server/data/store/store.ts'
import type { Tx } from './transaction.ts'

let kit: KitApp
let remaining: number
let removed: number

/** Writes what happened at noon of a day. */
const on = <T>(day: string, write: (tx: Tx) => Promise<T>) =>
  kit.db.transaction(
    kit.customers.A,
    (tx) => {
      tx.act(kit.who({}))
      return write(tx)
    },
    { at: new Date(`${day}T12:00:00Z`) },
  )
const thing = () => resourceOf(kit.resources, 'thing')
const create = (day: string, changes: Changes) =>
  on(day, async (tx) => (await createRow(tx, authorizeVerb(tx, thing(), 'create'), thing(), kit.resources, changes)).id)

beforeAll(async () => {
  kit = await kitApp(({ api, resources, storage, translate }) => {
    exportRoutes(api, resources)
    fileRoutes(api, resources, storage)
    commentRoutes(api, resources)
    linkedRoutes(api, resources)
    return [exportJob(storage, translate)]
  })
  remaining = await create('2026-01-10', { identifier: 'K-1', name_en: 'First name', status: 'OPEN' })
  removed = await create('2026-01-15', { identifier: 'K-2', name_en: 'Gone since' })
  await on('2026-02-10', (tx) =>
    updateRow(tx, authorizeVerb(tx, thing(), 'update'), thing(), kit.resources, remaining, { name_en: 'Second name', status: 'DONE' }),
  )
  await on('2026-02-20', (tx) => removeRow(tx, authorizeVerb(tx, thing(), 'delete'), thing(), kit.resources, removed))
})
afterAll(() => kit.close())

const page = async (day?: string, filters: unknown[] = []) =>
  (await kit.call('POST', `/thing/page${day ? `?as_of=${day}` : ''}`, { queryParams: { filters } })).body
const names = async (day?: string) => ((await page(day)).objects ?? []).map(({ name }) => name)

test('a list shows the versions and the rows that stood at the end of a day', async () => {
  expect(await names('2026-01-09')).toEqual([])
  expect(await names('2026-01-10')).toEqual(['First name'])
  expect(await names('2026-02-09')).toEqual(['First name', 'Gone since'])
  expect(await names('2026-02-10')).toEqual(['Second name', 'Gone since'])
  expect(await names('2026-02-20')).toEqual(['Second name'])
  expect(await names()).toEqual(['Second name'])
})

test('however often the same is asked, of one day or another or of today, the plans that are kept hold no day', async () => {
  const read = async (day = '') => (await kit.call('GET', `/thing/${remaining}${day && `?as_of=${day}`}`)).body.object
  // A plan is kept after the same text has come six times.
  for (let n = 0; n < 8; n += 1) {
    expect(await names('2026-02-09')).toEqual(['First name', 'Gone since'])
    expect(await read('2026-02-09')).toMatchObject({ name: 'First name' })
  }
  for (let n = 0; n < 2; n += 1) {
    expect(await names('2026-01-09')).toEqual([])
    expect(await names('2026-02-10')).toEqual(['Second name', 'Gone since'])
    expect(await read('2026-02-10')).toMatchObject({ name: 'Second name' })
    expect(await names()).toEqual(['Second name'])
    expect(await read()).toMatchObject({ name: 'Second name' })
  }
})

test('filters compare what was true then', async () => {
  const done = [{ name: 'status', selected_options: ['DONE'] }]
  expect((await page('2026-02-01', done)).total).toBe(0)
  expect((await page('2026-02-11', done)).total).toBe(1)
})

test('the past gives no right to write it, whatever the reader may write now', async () => {
  const past = await page('2026-02-01')
  expect(past).toMatchObject({ add_right: false, total: 2 })
  for (const row of past.objects ?? [])
    expect(row).toMatchObject({ view_right: true, edit_right: false, delete_right: false, edit_right_regular: false, checkbox_right: false, copy_right: false })
  expect((await page()).objects?.[0]).toMatchObject({ edit_right: true, delete_right: true })
})

test('one record is read as it stood, also when it has gone since', async () => {
  const read = async (id: number, day: string, customer: 'A' | 'B' = 'A') => kit.call('GET', `/thing/${id}?as_of=${day}`, undefined, { customer })
  expect((await read(remaining, '2026-02-01')).body.object).toMatchObject({ name: 'First name', version: 1, edit_right: false })
  expect((await read(removed, '2026-02-01')).body.object).toMatchObject({ name: 'Gone since' })
  expect((await read(removed, '2026-02-21')).status).toBe(404)
  expect((await read(remaining, '2026-02-01', 'B')).status).toBe(404)
  expect((await read(remaining, '2026-02-30')).status).toBe(400)
})

test('a search in the past is refused, since texts are indexed as they are now', async () => {
  expect((await kit.call('POST', '/thing/page?as_of=2026-02-01', { queryParams: { global_search: 'first' } })).status).toBe(400)
})

test('links, names of references and files are those of the day, and so is what is said of files', async () => {
  const upload = async (name: string) => (await kit.upload('/file', name, Buffer.from('text'))).body.object?.id ?? 0
  const [first, second] = [await upload('first.txt'), await upload('second.txt')]
  const peer = await create('2026-03-01', { name_en: 'Peer' })
  const owner = await create('2026-03-01', { identifier: 'L-1', name_en: 'Owner', parent: peer, peers: [peer, remaining], proofs: [first] })
  const change = (day: string, id: number, changes: Changes) =>
    on(day, (tx) => updateRow(tx, authorizeVerb(tx, thing(), 'update'), thing(), kit.resources, id, changes))
  await change('2026-03-10', owner, { peers: [remaining] })
  await change('2026-03-12', peer, { name_en: 'Peer, renamed' })
  await change('2026-03-14', owner, { proofs: [{ id: first, comment: 'Signed' }, second] })
  await change('2026-03-16', owner, { proofs: [{ id: first, comment: 'Signed twice' }], peers: [] })
  const of = async (day: string) => {
    const object = (await kit.call('GET', `/thing/${owner}?as_of=${day}`)).body.object ?? { id: 0 }
    const [listed] = (await page(day, [{ name: 'identifier', selected_options: ['L-1'] }])).objects ?? []
    const named = (key: string) => (object[key] as { name: string }[]).map(({ name }) => name)
    expect(listed).toMatchObject({ peers: object.peers, parent: object.parent })
    const files = (object.proofs as { name: string; comment: string | null }[]).map(({ name, comment }) => [name, comment])
    return [(object.parent as { name: string }).name, named('peers'), files]
  }
  expect(await of('2026-03-01')).toEqual(['Peer', ['Second name', 'Peer'], [['first.txt', null]]])
  expect(await of('2026-03-10')).toEqual(['Peer', ['Second name'], [['first.txt', null]]])
  expect(await of('2026-03-12')).toEqual(['Peer, renamed', ['Second name'], [['first.txt', null]]])
  expect(await of('2026-03-14')).toEqual([
    'Peer, renamed',
    ['Second name'],
    [
      ['first.txt', 'Signed'],
      ['second.txt', null],
    ],
  ])
  expect(await of('2026-03-16')).toEqual(['Peer, renamed', [], [['first.txt', 'Signed twice']]])
  expect((await kit.call('GET', `/file/${second}/download`)).raw.toString()).toBe('text')
  await on('2026-03-20', (tx) => removeRow(tx, authorizeVerb(tx, thing(), 'delete'), thing(), kit.resources, owner))
  expect(await of('2026-03-14')).toEqual([
    'Peer, renamed',
    ['Second name'],
    [
      ['first.txt', 'Signed'],
      ['second.txt', null],
    ],
  ])
})

test('what named a record, was said of it and had been done to it by the end of a day is read with it', async () => {
  const change = (day: string, id: number, changes: Changes) =>
    on(day, (tx) => updateRow(tx, authorizeVerb(tx, thing(), 'update'), thing(), kit.resources, id, changes))
  const target = await create('2026-04-01', { identifier: 'N-1', name_en: 'Named' })
  const naming = await create('2026-04-02', { identifier: 'N-2', name_en: 'Names it', parent: target })
  const first = await on('2026-04-03', (tx) => commentOn(tx, thing(), target, 'Said first'))
  const gone = await on('2026-04-04', (tx) => commentOn(tx, thing(), target, 'Said and taken back'))
  await change('2026-04-05', naming, { name_en: 'Names another', parent: null })
  await change('2026-04-06', target, { name_en: 'Named anew' })
  for (const [id, method, body] of [
    [first, 'PUT', { resolved: true }],
    [gone, 'DELETE', undefined],
  ] as const)
    expect((await kit.call(method, method === 'PUT' ? `/comment/${id}/resolved` : `/comment/${id}`, body)).status).toBe(200)
  const read = async (path: string, day?: string) => (await kit.call('GET', `/thing/${target}/${path}${day ? `?as_of=${day}` : ''}`)).body
  const linked = async (day?: string) =>
    ((await read('linked', day)).objects ?? []).flatMap(({ objects }) => (objects as { name: string }[]).map(({ name }) => name))
  expect([await linked('2026-04-01'), await linked('2026-04-02'), await linked('2026-04-05'), await linked()]).toEqual([[], ['Names it'], [], []])
  const readComments = async (day?: string) => {
    const { objects, removed, add_right } = (await read('comments', day)) as unknown as {
      objects: { text: string; resolved: object | null; edit_right: boolean; delete_right: boolean }[]
      removed: unknown[]
      add_right: boolean
    }
    const writes = add_right || objects.some((one) => one.edit_right || one.delete_right)
    return [objects.map(({ text, resolved }) => (resolved ? `${text}!` : text)), removed.length, writes]
  }
  expect(await readComments('2026-04-03')).toEqual([['Said first'], 0, false])
  expect(await readComments('2026-04-04')).toEqual([['Said first', 'Said and taken back'], 0, false])
  expect(await readComments()).toEqual([['Said first!'], 1, true])
  const done = async (day?: string) => ((await read('history', day)).objects ?? []).map(({ action }) => action)
  expect([await done('2026-04-01'), await done('2026-04-05'), await done()]).toEqual([['create'], ['create'], ['update', 'create']])
  for (const path of ['linked', 'comments', 'history']) expect((await kit.call('GET', `/thing/${target}/${path}?as_of=2026-03-31`)).status).toBe(404)
})

test('a write that names a day is refused, and changes nothing', async () => {
  const before = (await kit.call('GET', `/thing/${remaining}`)).body.object
  const row = { rows: [{ id: remaining }], changes: { name_en: 'Rewritten' } }
  for (const [method, path, body] of [
    ['PUT', `/thing/${remaining}`, { name_en: 'Rewritten' }],
    ['PUT', '/thing/bulk', row],
    ['DELETE', `/thing/${remaining}`, undefined],
    ['POST', '/thing', { name_en: 'In the past' }],
    ['POST', '/thing/fork', { id: remaining }],
    ['POST', '/thing/bulk_delete', { ids: [remaining] }],
    ['POST', `/thing/${remaining}/comments`, { text: 'Too late' }],
  ] as const)
    expect([method, path, (await kit.call(method, `${path}?as_of=2026-02-01`, body)).status]).toEqual([method, path, 400])
  expect((await kit.call('GET', `/thing/${remaining}`)).body.object).toEqual(before)
})

test('an export holds the list of a day, says so, and does not offer to bring it back', async () => {
  const asked = await kit.call('POST', '/thing/export?as_of=2026-02-01', { queryParams: { sort: [{ name: 'identifier', order: 'asc' }] } })
  await kit.queue.drain()
  const { object } = (await kit.call('GET', `/export/${(asked.body.object as unknown as { job_id: string }).job_id}`)).body
  const file = await kit.call('GET', `/file/${String((object as unknown as { file_id: number }).file_id)}/download`)
  expect(file.headers['content-disposition']).toContain('filename="Things as of 02-01-2026.xlsx"')
  const { sheets } = await readWorkbook(file.raw)
  expect(sheets[0]?.rows.slice(1).map(([name, identifier, status]) => [name, identifier, status])).toEqual([
    ['First name', 'K-1', 'Open'],
    ['Gone since', 'K-2', 'Open'],
  ])
  const about = sheets.at(-1)?.rows ?? []
  expect(about.find(([key]) => key === 'As it stood at the end of')?.[1]).toEqual(new Date('2026-02-01T00:00:00Z'))
  const [, moment] = about.find(([key]) => key === 'Exported on') ?? []
  expect(Math.abs(Number(moment) - Date.now())).toBeLessThan(86_400_000)
  expect(about.find(([key]) => key === 'By')?.[1]).toBe('Paula Pilote')
  expect(about.map(([key]) => key)).not.toContain('To change')
  expect((await kit.call('POST', '/thing/export?as_of=2026-02-01', { queryParams: { global_search: 'first' } })).status).toBe(400)
})

test('nothing can be written into the past', async () => {
  const write = kit.db.transaction(kit.customers.A, async (tx) => {
    tx.act(kit.who({}))
    tx.readAsOf('2026-02-01')
    await updateRow(tx, authorizeVerb(tx, thing(), 'update'), thing(), kit.resources, remaining, { name_en: 'Rewritten' })
  })
  await expect(write).rejects.toThrow(/view|lock/i)
})

test('pages near the end of a long list of a day are read from its other end, in the same order', async () => {
  const { customers, db } = kit
  const all = await db.transaction(
    customers.B,
    (tx) =>
      tx.run<{ id: number }>(
        sql`insert into thing (customer_id, identifier, name_en) select ${customers.B}, 'F-' || n, 'Far ' || n from generate_series(1, 10500) n returning id`,
      ),
    { at: new Date('2026-01-01T12:00:00Z') },
  )
  const ids = async (page: number) => {
    const queryParams = { sort: [{ name: 'id', order: 'asc' }], per_page: 400, page }
    return ((await kit.call('POST', '/thing/page?as_of=2026-01-01', { queryParams }, { customer: 'B' })).body.objects ?? []).map(({ id }) => id)
  }
  const expected = (from: number, to: number) => all.slice(from, to).map(({ id }) => id)
  expect(await ids(26)).toEqual(expected(10_000, 10_400))
  expect(await ids(27)).toEqual(expected(10_400, 10_500))
  expect(await ids(28)).toEqual([])
})
