import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Person } from '#app/test/worlds/test-app.ts'
import { makeWorld, objectOf, type Row, type World } from '#tools/test/actions-world.ts'
import { describedProgram, type DescribedProgram } from '#tools/test/described-program.ts'

let world: World
let ask: DescribedProgram['ask']
let register: number
const make = async (given: object, by: Person = world.pilot): Promise<Row> => objectOf(await by.post('/api_key', { name: 'Scanner', ...given }))

beforeAll(async () => {
  world = await makeWorld()
  ask = (await describedProgram(world.app)).ask
  register = objectOf(await world.pilot.post('/gap_register', { name_en: 'Scans', type: 'SCAN', perimeters: [world.lyon] })).id
})
afterAll(() => world.app.close())

const text = { name: 'report.txt', content: 'All backups were restored.' }

test('evidence is uploaded and named by what it proves, once for a name', async () => {
  const { secret } = await make({ write: ['evidence', 'actions'] })
  const call = { file: text, headers: { 'idempotency-key': 'upload-1' } }
  const [file, again] = [await ask(secret, 'POST', '/evidence/files', call), await ask(secret, 'POST', '/evidence/files', call)]
  expect([file.status, file.body, again.body.id]).toEqual([201, { id: file.body.id, name: 'report.txt', size: 26, mime: 'text/plain' }, file.body.id])
  const other = await ask(secret, 'POST', '/evidence/files', { ...call, file: { ...text, content: 'None was.' } })
  expect(other.body).toMatchObject({ status: 409, code: 'IDEMPOTENCY_KEY_REUSED' })
  const made = await ask(secret, 'POST', '/evidence', { body: { name_en: 'Restore test', perimeter: world.lyon, files: [{ id: file.body.id }] } })
  expect([made.status, made.body.files]).toMatchObject([201, [{ id: file.body.id, name: 'report.txt' }]])
  const action = await world.action()
  const proved = await ask(secret, 'PUT', `/actions/${action.id}`, { body: { evidences: [made.body.id] } })
  expect(proved.body.evidences).toMatchObject([{ id: made.body.id }])
})

test('a file is taken by the rules of people: what it is, how much, for whom', async () => {
  const { secret } = await make({ write: ['evidence'] })
  const upload = (name: string, content: string | Buffer) => ask(secret, 'POST', '/evidence/files', { file: { name, content } })
  for (const [name, content] of [
    ['run.exe', Buffer.from('MZ\u0090\u0000')],
    ['picture.png', 'no picture'],
    ['empty.txt', ''],
  ] as const)
    expect((await upload(name, content)).body).toMatchObject({ status: 400, errors: [{ pointer: '#/file' }] })
  expect((await upload('big.txt', Buffer.alloc(10 * 1024 * 1024 + 1, 'a'))).body).toMatchObject({ status: 413, code: 'TOO_LARGE' })
  expect((await ask(secret, 'POST', '/evidence/files', { body: { file: 'text' } })).body).toMatchObject({ status: 400 })
  const { id } = (await upload('own.txt', 'own')).body
  // What one key has sent is nobody else's to name.
  const { secret: second } = await make({ name: 'Second', write: ['evidence'] })
  for (const by of [second]) expect((await ask(by, 'POST', '/evidence', { body: { name_en: 'Taken', files: [{ id }] } })).body).toMatchObject({ status: 400 })
  expect((await world.pilot.get(`/file/${id}/download`)).status).toBe(404)
})

const finding = (key: string, severity_id = 4) => ({
  class_uid: 2002,
  category_uid: 2,
  severity_id,
  status_id: 1,
  finding_info: { uid: key, title: `Finding ${key}` },
  metadata: { product: { name: 'Harbour' } },
  time: 1_764_300_000,
})
const scan = (...keys: string[]) => ({ name: 'scan.json', content: JSON.stringify(keys.map((key) => finding(key))) })

test('findings of a scan become gaps by the import of people, told by a report that is the key’s alone', async () => {
  const { secret } = await make({ write: ['gaps'], perimeters: [world.lyon] })
  const tried = await ask(secret, 'POST', `/gaps/findings?register=${register}&dry_run=true`, { file: scan('a', 'b') })
  expect([tried.status, tried.headers.location]).toEqual([202, `/public/v1/gaps/findings/${tried.body.id}`])
  expect((await ask(secret, 'GET', `/gaps/findings/${tried.body.id}`)).body).toMatchObject({ status: 'INIT', progress: 0, dry_run: true })
  await world.app.jobs()
  const taken = await ask(secret, 'POST', `/gaps/findings?register=${register}`, { file: scan('a', 'b') })
  await world.app.jobs()
  expect((await ask(secret, 'GET', `/gaps/findings/${tried.body.id}`)).body).toMatchObject({ status: 'COMPLETE', counts: { created: 2 }, dry_run: true })
  expect((await ask(secret, 'GET', `/gaps/findings/${taken.body.id}`)).body).toMatchObject({ status: 'COMPLETE', counts: { created: 2, errors: 0 } })
  const lines = (await ask(secret, 'GET', `/gaps/findings/${taken.body.id}/lines?outcome=created&per_page=1`)).body
  expect([lines.objects, lines.counts]).toMatchObject([[{ outcome: 'created', name: 'Finding a' }], { created: 2, refused: 0 }])
  const gaps = (await ask(secret, 'GET', `/gaps?register=${register}&sort=name`)).body.objects as Row[]
  expect(gaps.map(({ name, perimeter, created_by: by }) => [name, perimeter.name, by.name])).toEqual([
    ['Finding a', 'Lyon', 'Scanner'],
    ['Finding b', 'Lyon', 'Scanner'],
  ])
  const { secret: second } = await make({ name: 'Second', write: ['gaps'] })
  for (const path of [`/gaps/findings/${taken.body.id}`, `/gaps/findings/${taken.body.id}/lines`]) expect((await ask(second, 'GET', path)).status).toBe(404)
})

test('findings go into no register that the key does not find, and change nothing where it does not reach', async () => {
  const elsewhere = objectOf(await world.pilot.post('/gap_register', { name_en: 'Nantes', type: 'SCAN', perimeters: [world.nantes] })).id
  const { secret } = await make({ write: ['gaps'], perimeters: [world.lyon] })
  for (const into of [elsewhere, 987_654])
    expect((await ask(secret, 'POST', `/gaps/findings?register=${into}`, { file: scan('a') })).body).toMatchObject({ status: 404 })
  for (const query of ['', '?register=x', `?register=${register}&force=true`])
    expect((await ask(secret, 'POST', `/gaps/findings${query}`, { file: scan('a') })).body.status).toBe(400)
  const { secret: reader } = await make({ read: ['gaps', 'gap_registers'] })
  expect((await ask(reader, 'POST', `/gaps/findings?register=${register}`, { file: scan('a') })).body).toMatchObject({ status: 403, code: 'SCOPE' })
  // One gap of the register has gone to another site: a scan does not bring it back.
  const whole = await make({ name: 'Whole', write: ['gaps'] })
  await ask(whole.secret, 'POST', `/gaps/findings?register=${register}`, { file: scan('a', 'b', 'c') })
  await world.app.jobs()
  const [gap] = (await ask(whole.secret, 'GET', `/gaps?register=${register}&name=Finding%20c`)).body.objects as Row[]
  expect((await world.pilot.put(`/gap/${gap.id}`, { perimeter: world.nantes })).status).toBe(200)
  const { body } = await ask(secret, 'POST', `/gaps/findings?register=${register}&skip_wrong=true`, {
    file: { name: 'scan.json', content: JSON.stringify([finding('a'), finding('b'), finding('c', 1)]) },
  })
  await world.app.jobs()
  expect((await ask(secret, 'GET', `/gaps/findings/${body.id}`)).body).toMatchObject({ status: 'COMPLETE', counts: { unchanged: 2, errors: 1 } })
  expect(objectOf(await world.pilot.get(`/gap/${gap.id}`)).severity).toBe(gap.severity)
})

test('an inventory becomes assets, tried before, with every fault told', async () => {
  const { secret } = await make({ write: ['supporting_assets'], perimeters: [world.lyon] })
  const bom = { bomFormat: 'CycloneDX', specVersion: '1.6', metadata: { component: { type: 'application', name: 'Shop', 'bom-ref': 'Shop' } } }
  const file = (more: object) => ({ name: 'bom.json', content: JSON.stringify({ ...bom, ...more }) })
  const parts = { components: [{ type: 'library', name: 'web', version: '1.0', purl: 'pkg:npm/web@1.0', 'bom-ref': 'web' }] }
  const at = `/supporting_assets/inventory?perimeter=${world.lyon}`
  const tried = await ask(secret, 'POST', `${at}&trial=1`, { file: file(parts) })
  expect([tried.status, tried.body]).toMatchObject([200, { fault_count: 0, counts: { new: 2 }, application: null }])
  const call = { file: file(parts), headers: { 'idempotency-key': 'bom-1' } }
  const [done, again] = [await ask(secret, 'POST', at, call), await ask(secret, 'POST', at, call)]
  expect([done.body.counts, done.body.application, again.body]).toMatchObject([{ new: 2 }, { name: 'Shop' }, { counts: { new: 2 } }])
  expect((await ask(secret, 'GET', '/supporting_assets')).body.objects).toHaveLength(2)
  expect((await ask(secret, 'POST', at, { file: { name: 'bom.json', content: '{}' } })).body).toMatchObject({ fault_count: 1 })
  expect(
    (
      await ask(secret, 'POST', `/supporting_assets/inventory?perimeter=${world.nantes}`, {
        file: file({ ...parts, metadata: { component: { ...bom.metadata.component, name: 'Till', 'bom-ref': 'Till' } } }),
      })
    ).status,
  ).toBe(400)
})
