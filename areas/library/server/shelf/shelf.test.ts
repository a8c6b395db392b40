import { mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { testApp, type Person, type TestApp } from '#app/test/worlds/test-app.ts'
import { roles } from '#kit/contract/right.ts'
import { zip } from '#kit/server/sheets/zip.ts'

/** A framework that names models of another file; its texts are French too. */
const framework = (name: string, { version = 1, models = 'house', extra = '' } = {}) => `
urn: urn:test:risk:library:${name}
locale: en
ref_id: ${name.toUpperCase()}
name: Framework ${name}
description: A framework
version: ${version}
provider: Publisher
packager: tests
publication_date: 2026-03-06
dependencies: [urn:test:risk:library:${models}]
translations: {fr: {name: Référentiel ${name}}}
objects:
  framework:
    urn: urn:test:risk:framework:${name}
    ref_id: ${name.toUpperCase()}
    name: Framework ${name}
    description: A framework
    translations: {fr: {name: Référentiel ${name}}}
    requirement_nodes:
      - {urn: 'urn:test:risk:req_node:${name}:a', assessable: false, ref_id: A, name: Govern, translations: {fr: {name: Gouverner}}}
      - urn: urn:test:risk:req_node:${name}:a1
        parent_urn: urn:test:risk:req_node:${name}:a
        assessable: true
        ref_id: A.1
        description: Zebras are counted
        translations: {fr: {description: Les zèbres sont comptés}}
        reference_controls: ['urn:test:risk:function:${models}:one']
      - {urn: 'urn:test:risk:req_node:${name}:a2', parent_urn: 'urn:test:risk:req_node:${name}:a', assessable: true, ref_id: A.2, name: Second ${extra}}
`
const models = `
urn: urn:test:risk:library:house
locale: en
ref_id: house
name: House models
version: 3
provider: Publisher
objects:
  reference_controls:
    - {urn: 'urn:test:risk:function:house:one', ref_id: one, name: Count zebras, category: process, csf_function: identify}
`
const mapping = `
urn: urn:test:risk:library:map
locale: en
ref_id: map
name: From alpha to beta
version: 1
provider: Publisher
dependencies: [urn:test:risk:library:alpha, urn:test:risk:library:beta]
objects:
  requirement_mapping_set:
    urn: urn:test:risk:req_mapping_set:map
    ref_id: map
    name: From alpha to beta
    source_framework_urn: urn:test:risk:framework:alpha
    target_framework_urn: urn:test:risk:framework:beta
    requirement_mappings:
      - {source_requirement_urn: 'urn:test:risk:req_node:alpha:a1', target_requirement_urn: 'urn:test:risk:req_node:beta:a1', relationship: equal}
`

let app: TestApp
let folder: string
let pilot: Person
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'vigie-shelf-'))
  await mkdir(join(folder, 'deep'))
  await writeFile(join(folder, 'alpha.yaml'), framework('alpha'))
  await writeFile(join(folder, 'deep', 'beta.yaml'), framework('beta', { models: 'nowhere' }))
  await writeFile(join(folder, 'house.yaml'), models)
  await writeFile(join(folder, 'map.yaml'), mapping)
  await writeFile(join(folder, 'broken.yaml'), 'urn: [')
  await writeFile(join(folder, 'notes.txt'), 'no library')
  await symlink('/etc', join(folder, 'outside'))
  await symlink(join(folder, 'alpha.yaml'), join(folder, 'linked.yaml'))
  app = await testApp({ libraries: folder })
  await app.readShelf()
  await app.jobs()
})
beforeEach(async () => {
  pilot = await app.member((await app.customer()).id, 'global_pilote')
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true })
})

const lines = async (who = pilot) => (await who.get('/shelf')).body.objects as { id: number; reference: string; own: boolean; version_label: string }[]
const find = async (reference: string, who = pilot) => (await lines(who)).find((line) => line.reference === reference)?.id ?? 0
const statusOf = async (id: number, who = pilot) =>
  (await who.get('/shelf/status')).body.objects.find((one: { id: number }) => one.id === id) as { state: string; known: string; reason: string } | undefined
const add = async (references: readonly string[], more: object = {}) => {
  const ids = await Promise.all(references.map((reference) => find(reference)))
  const answer = await pilot.post('/shelf/add', { ids, ...more })
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  await app.jobs()
  return (await pilot.get(`/library_addition/${answer.body.object.id}`)).body.object
}
const archive = async (files: Record<string, string>) => {
  const chunks: Buffer[] = []
  for await (const chunk of zip(Object.entries(files).map(([name, content]) => ({ name, content: [content] })))) chunks.push(chunk)
  return Buffer.concat(chunks)
}
const put = async (name: string, content: Uint8Array | string, who = pilot) => {
  const answer = await who.upload('/shelf/upload', name, content)
  await app.jobs()
  return answer
}

describe('the folder', () => {
  test('is indexed with what each library is, and nothing that a link leads to', async () => {
    const { objects, refused } = (await pilot.get('/shelf')).body
    expect(objects.map((line: { reference: string; kind: string }) => `${line.reference} ${line.kind}`)).toEqual([
      'ALPHA framework',
      'BETA framework',
      'house solution',
      'map mapping',
    ])
    expect(objects[0]).toMatchObject({
      name_en: 'Framework alpha',
      name_fr: 'Référentiel alpha',
      provider: 'Publisher',
      version_label: '1',
      publication_date: '2026-03-06',
      languages: ['en', 'fr'],
      own: false,
      counts: { requirements: 2, groups: 1 },
    })
    expect(refused).toEqual([{ id: expect.any(Number), own: false, path: 'broken.yaml', reason: expect.stringMatching(/\w/) }])
    expect((await pilot.get('/shelf/status')).body.folder).toMatchObject({ done: 5, total: 5, read_at: expect.any(String) })
  })

  test('is searched by the beginnings of words of requirements, in any language and without accents', async () => {
    const search = async (q: string) => (await pilot.get(`/shelf/search?q=${encodeURIComponent(q)}`)).body.ids
    const [alpha, beta, house] = [await find('ALPHA'), await find('BETA'), await find('house')]
    expect(await search('ZEBR')).toEqual([alpha, beta, house].toSorted((a, b) => a - b))
    expect(await search('zèbres comptes')).toEqual([alpha, beta].toSorted((a, b) => a - b))
    expect(await search("':* | '")).toEqual([])
  })

  test('is previewed with its tree in each language before anything is saved', async () => {
    const { object } = (await pilot.get(`/shelf/${await find('ALPHA')}`)).body
    expect(object.nodes).toEqual([
      [-1, 'A', 0, { en: 'Govern', fr: 'Gouverner' }],
      [0, 'A.1', 1, { en: 'Zebras are counted', fr: 'Les zèbres sont comptés' }],
      [0, 'A.2', 1, { en: 'Second' }],
    ])
    expect((await pilot.post('/policy/page')).body.total).toBe(0)
  })

  test('that is read again keeps what has not changed, takes what has, and forgets what has gone', async () => {
    const before = await lines()
    await writeFile(join(folder, 'late.yaml'), framework('late'))
    await pilot.post('/shelf/read')
    await app.jobs()
    expect((await lines()).filter(({ reference }) => reference !== 'LATE')).toEqual(before)
    expect(await find('LATE')).toBeGreaterThan(0)
    await rm(join(folder, 'late.yaml'))
    await pilot.post('/shelf/read')
    await app.jobs()
    expect(await lines()).toEqual(before)
  })
})

describe('adding', () => {
  test('brings what the framework needs, in the order of loading, and links its models', async () => {
    const alpha = await find('ALPHA')
    const { companions, absent } = (await pilot.get(`/shelf/${alpha}`)).body.object
    expect(companions).toMatchObject([
      { name_en: 'House models', why: 'needed' },
      { name_en: 'From alpha to beta', why: 'tie', other: 'BETA', other_there: false },
    ])
    expect(absent).toEqual([])
    const addition = await add(['ALPHA'])
    expect(addition.items.map((item: { name_en: string; status: string; outcome: string }) => `${item.name_en}: ${item.status} ${item.outcome}`)).toEqual([
      'House models: COMPLETE created',
      'Framework alpha: COMPLETE created',
      'From alpha to beta: COMPLETE created',
    ])
    expect(addition.framework).toMatchObject({
      reference: 'ALPHA',
      provider: 'Publisher',
      version_label: '1',
      publication_date: '2026-03-06',
      kind: 'INDUSTRY',
      requirements: 2,
      linked: 1,
      applied: false,
    })
    expect(addition.absent).toEqual([])
    expect(await statusOf(alpha)).toMatchObject({ state: 'added', known: '1' })
  })

  test('says what nobody has and how many links wait for it', async () => {
    const { absent } = (await pilot.get(`/shelf/${await find('BETA')}`)).body.object
    expect(absent).toEqual([{ name: 'nowhere', kind: 'reference_control', links: 1 }])
    expect((await add(['BETA'])).absent).toEqual([{ name: 'nowhere', kind: 'reference_control', links: 1, objects: 1 }])
  })

  test('names the mapping sets that suggest models', async () => {
    await add(['ALPHA'])
    expect((await add(['BETA'])).framework).toMatchObject({ suggested: 1, by_sets: ['From alpha to beta'] })
  })

  test('adds one alone where that is asked for', async () => {
    expect((await add(['ALPHA'], { with_dependencies: false })).items).toHaveLength(1)
  })

  test('of several joins their dependencies once; one that fails stops only itself and can be tried again', async () => {
    const house = await find('house')
    await writeFile(join(folder, 'house.yaml'), models.replace('House', 'Changed'))
    const addition = await add(['ALPHA', 'BETA'])
    await writeFile(join(folder, 'house.yaml'), models)
    expect(addition.items.map(({ status }: { status: string }) => status)).toEqual(['ERROR', 'COMPLETE', 'COMPLETE', 'COMPLETE'])
    expect(await statusOf(house)).toMatchObject({ state: 'failed', reason: expect.stringContaining('changed') })
    const again = await add(['house'])
    expect(again.items).toMatchObject([{ status: 'COMPLETE', outcome: 'created' }])
    expect(await statusOf(house)).toMatchObject({ state: 'added' })
    // The model that came late is linked to whoever waited for it.
    const { total, objects } = (await pilot.post('/control/page')).body
    expect(total).toBe(4)
    expect(objects.filter((control: { solutions: unknown[] }) => control.solutions.length > 0)).toHaveLength(1)
  })

  test('notices a newer version, compares it with the one that is there and saves nothing by that', async () => {
    await add(['ALPHA'])
    await put('alpha.yaml', framework('alpha', { version: 2, extra: 'and better' }))
    const alpha = (await lines()).find(({ reference }) => reference === 'ALPHA')
    expect(alpha).toMatchObject({ own: true, version_label: '2' })
    expect(await statusOf(alpha?.id ?? 0)).toMatchObject({ state: 'newer', known: '1' })
    const compared = await pilot.post(`/shelf/${alpha?.id}/compare`)
    await app.jobs()
    const report = (await pilot.get(`/import_report/${compared.body.object.report_id}`)).body.object
    expect(report).toMatchObject({ dry_run: true, status: 'COMPLETE', result: { outcome: 'upgraded', policies: [{ difference: { changed: { total: 1 } } }] } })
    expect(await statusOf(alpha?.id ?? 0)).toMatchObject({ state: 'newer' })
    const addition = await add(['ALPHA'])
    expect(addition).toMatchObject({ refusal: 'upgraded', items: [{ outcome: 'upgraded' }] })
  })
})

describe('undoing', () => {
  const undo = (addition: { id: number }) => pilot.post(`/library_addition/${addition.id}/undo`)
  const totals = async () =>
    Promise.all(['policy', 'solution', 'mapping_set', 'library'].map(async (entity) => (await pilot.post(`/${entity}/page`)).body.total as number))

  test('takes back all that came, once, and lets it be added again', async () => {
    const addition = await add(['ALPHA'])
    expect(addition.refusal).toBeNull()
    expect(await totals()).toEqual([1, 1, 1, 3])
    expect(await undo(addition)).toMatchObject({ status: 200 })
    expect(await totals()).toEqual([0, 0, 0, 0])
    expect(await undo(addition)).toMatchObject({ status: 409 })
    expect(await statusOf(await find('ALPHA'))).toBeUndefined()
    expect((await add(['ALPHA'])).items).toMatchObject([{ outcome: 'created' }, { outcome: 'created' }, { outcome: 'created' }])
  })

  test('leaves alone what was there before', async () => {
    await add(['house'])
    await undo(await add(['ALPHA']))
    expect(await totals()).toEqual([0, 1, 0, 1])
  })

  test('is refused once it is applied, or linked by somebody', async () => {
    const addition = await add(['ALPHA'])
    const { policy_id } = addition.framework
    const root = (await pilot.post('/perimeter/page')).body.objects[0].id
    const control = (await pilot.post('/control/page')).body.objects.find((row: { identifier: string }) => row.identifier === 'A.2')
    const solution = (await pilot.post('/solution/page')).body.objects[0].id
    expect((await pilot.put(`/control/${control.id}/solutions`, { solutions: [{ solution }] })).status).toBe(200)
    expect(await undo(addition)).toMatchObject({ status: 409, body: { message: 'Measure models have been linked to it since' } })
    await pilot.put(`/control/${control.id}/solutions`, { solutions: [] })
    expect((await pilot.post(`/policy/${policy_id}/apply`, { perimeters: [root] })).status).toBe(200)
    expect(await undo(addition)).toMatchObject({ status: 409, body: { message: expect.stringContaining('applied') } })
    expect(await totals()).toEqual([1, 1, 1, 3])
  })
})

describe('what is uploaded', () => {
  test('belongs to the organisation: nobody else lists, searches, previews or adds it', async () => {
    expect((await put('own.zip', await archive({ 'a/own.yaml': framework('own'), 'a/readme.md': 'x', '__MACOSX/own.yaml': 'x' }))).status).toBe(200)
    const own = await find('OWN')
    expect(own).toBeGreaterThan(0)
    const other = await app.member((await app.customer()).id, 'global_pilote')
    expect(await find('OWN', other)).toBe(0)
    expect((await other.get('/shelf/search?q=own')).body.ids).not.toContain(own)
    expect((await other.get(`/shelf/${own}`)).status).toBe(404)
    expect((await other.post('/shelf/add', { ids: [own] })).status).toBe(400)
    expect((await other.post(`/shelf/${own}/compare`)).status).toBe(404)
    expect((await other.get('/shelf/status')).body.uploads).toEqual([])
    const addition = await add(['OWN'])
    expect(addition.items.map(({ status }: { status: string }) => status)).toEqual(['COMPLETE', 'COMPLETE'])
    expect((await other.get(`/library_addition/${addition.id}`)).status).toBe(404)
    expect((await other.post(`/library_addition/${addition.id}/undo`)).status).toBe(404)
  })

  test('goes again, by whoever owns it alone; what was brought in from it stays, and the audit tells of both', async () => {
    const customer = (await app.customer()).id
    pilot = await app.member(customer, 'global_pilote')
    await put('gone.yaml', framework('gone'))
    await put('wrong.yaml', 'a: 1')
    const [id, alpha] = [await find('GONE'), await find('ALPHA')]
    const addition = await add(['GONE'])
    const other = await app.member((await app.customer()).id, 'global_pilote')
    expect((await other.delete(`/shelf/${id}`)).status).toBe(404)
    // Of the installation's folder nothing goes.
    expect((await pilot.delete(`/shelf/${alpha}`)).status).toBe(404)
    expect((await pilot.delete(`/shelf/${id}`)).status).toBe(200)
    expect((await pilot.delete(`/shelf/${id}`)).status).toBe(404)
    expect([await find('GONE'), await find('ALPHA')]).toEqual([0, alpha])
    expect((await pilot.get(`/library_addition/${addition.id}`)).body.object).toMatchObject({ framework: { reference: 'GONE' } })
    const unread = (await pilot.get('/shelf')).body.refused.find(({ own }: { own: boolean }) => own)
    expect(unread).toMatchObject({ path: 'wrong.yaml' })
    expect((await pilot.delete(`/shelf/${unread.id}`)).status).toBe(200)
    const log = await app.db.transaction(customer, (tx) =>
      tx.runText<{ entity: string; action: string; details: string }>(
        `select entity, action, details from audit_log where customer_id = $1 and entity like 'shelf%' order by seq`,
        [customer],
      ),
    )
    expect(log.map(({ details, ...row }) => ({ ...row, ...JSON.parse(details) }))).toMatchObject([
      { entity: 'shelf_upload', action: 'create', name: 'gone.yaml', size: Buffer.byteLength(framework('gone')) },
      { entity: 'shelf_upload', action: 'create', name: 'wrong.yaml' },
      { entity: 'shelf_file', action: 'delete', path: 'gone.yaml' },
      { entity: 'shelf_file', action: 'delete', path: 'wrong.yaml' },
    ])
  })

  test('is refused with the reason where it is no archive of libraries, or one made to fill a disk', async () => {
    const reasons = async (name: string, content: Uint8Array | string) => {
      await put(name, content)
      return (await pilot.get('/shelf/status')).body.uploads[0].reason as string
    }
    expect(await reasons('empty.zip', await archive({ 'readme.md': 'nothing' }))).toContain('no library')
    expect(await reasons('bomb.zip', await archive({ 'big.yaml': 'a'.repeat(3_000_000) }))).toContain('100 times')
    expect(await reasons('cut.zip', (await archive({ 'x.yaml': framework('x') })).subarray(0, 300))).toContain('damaged')
    expect((await pilot.upload('/shelf/upload', 'x.exe', 'MZ')).status).toBe(400)
    // A file that is no library stands among those that could not be read.
    await put('wrong.yaml', 'a: 1')
    expect((await pilot.get('/shelf')).body.refused.map(({ path }: { path: string }) => path)).toContain('wrong.yaml')
    // Many are counted, and the first of them listed.
    const before = (await pilot.get('/shelf')).body.refused_total
    await put('many.zip', await archive(Object.fromEntries(Array.from({ length: 120 }, (_, n) => [`x${n}.yaml`, `a: ${n}`]))))
    const { refused, refused_total } = (await pilot.get('/shelf')).body
    expect([refused.length, refused_total]).toEqual([100, before + 120])
  })
})

test('only those who may import use the shelf', async () => {
  const id = await find('ALPHA')
  const { id: customerId, root } = await app.customer()
  for (const role of roles) {
    const who = await app.member(customerId, role, { perimeterIds: [root] })
    const answers = [
      await who.get('/shelf'),
      await who.get('/shelf/status'),
      await who.get('/shelf/search?q=a'),
      await who.get(`/shelf/${id}`),
      await who.post('/shelf/preview', { ids: [id] }),
      await who.post('/shelf/add', { ids: [id] }),
      await who.post(`/shelf/${id}/compare`),
      await who.post('/shelf/read'),
      await who.upload('/shelf/upload', 'a.yaml', models),
    ]
    // Nothing that may go: who may not learns no more than that.
    expect((await who.delete(`/shelf/${id}`)).status, role).toBe(role === 'global_pilote' ? 404 : 403)
    expect(new Set(answers.map(({ status }) => status)), role).toEqual(new Set([role === 'global_pilote' ? 200 : 403]))
  }
})
