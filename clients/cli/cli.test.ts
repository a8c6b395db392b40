import { execFile, spawn, spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync, chmodSync, existsSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeWorld, objectOf, type Row, type World } from '#tools/test/actions-world.ts'
import { table } from './output.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
let world: World
let url: string
let secret: string
let folder: string
let cli: string
let register: number

interface Ran {
  readonly code: number
  readonly out: string
  readonly err: string
}

/** The built file, by Node alone, as a pipeline runs it. */
const vigie = (args: readonly string[], env: Readonly<Record<string, string>> = {}, input = ''): Promise<Ran> =>
  new Promise((done) => {
    const child = execFile(
      process.execPath,
      [cli, ...args],
      { cwd: folder, env: { PATH: process.env.PATH, HOME: folder, LANG: 'en_US.UTF-8', VIGIE_URL: url, VIGIE_KEY: secret, ...env } },
      (_, out, err) => done({ code: child.exitCode ?? -1, out, err }),
    )
    child.stdin?.end(input)
  })
const file = (name: string, content: string) => (writeFileSync(join(folder, name), content), name)

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'vigie-cli-'))
  cli = join(folder, 'vigie.mjs')
  spawnSync(process.execPath, ['tools/build-cli.mjs', folder], { cwd: root })
  world = await makeWorld()
  await world.app.http.listen({ port: 0, host: '127.0.0.1' })
  url = `http://127.0.0.1:${(world.app.http.server.address() as AddressInfo).port}`
  register = objectOf(await world.pilot.post('/gap_register', { name_en: 'Scans', type: 'SCAN', perimeters: [world.lyon] })).id
  secret = objectOf(await world.pilot.post('/api_key', { name: 'Pipeline', write: ['actions', 'evidence', 'gaps', 'supporting_assets'] })).secret
})
afterAll(async () => {
  rmSync(folder, { recursive: true, force: true })
  await world.app.close()
})

test('it says what it does in the language of the terminal, and what is wrong with how it is called', async () => {
  const [en, fr] = [await vigie(['--help']), await vigie(['--help'], { LANG: 'fr_FR.UTF-8' })]
  expect([en.code, en.out, fr.out]).toEqual([0, expect.stringContaining('Exit codes'), expect.stringContaining('Codes de sortie')])
  const lines = (text: string) => text.trim().split('\n').length
  expect(lines(fr.out)).toBe(lines(en.out))
  for (const args of [
    [],
    ['nonsense'],
    ['list'],
    ['list', '../members'],
    ['list', 'actions', '--limit', 'x'],
    ['list', 'actions', '--filter', 'status'],
    ['list', '--nope'],
    ['get', 'actions', '0'],
    ['check', 'actions'],
    ['upload', 'x'],
    ['import', 'x'],
  ])
    expect([args, (await vigie(args)).code]).toEqual([args, 2])
  expect(await vigie(['nonsense'], { LC_ALL: 'fr_CA.UTF-8' })).toMatchObject({ code: 2, err: expect.stringContaining('n’existe pas') })
})

test('a key is kept for its owner alone, for one server, and forgotten', async () => {
  const none = { VIGIE_KEY: '', VIGIE_URL: '' }
  const path = join(folder, '.config', 'vigie', 'credentials.json')
  expect(await vigie(['list', 'actions'], none)).toMatchObject({ code: 2 })
  expect(await vigie(['login', '--url', url], none, 'vg_live_1_nonsense\n')).toMatchObject({ code: 3 })
  expect(existsSync(path)).toBe(false)
  expect(await vigie(['login', '--url', url], none, `${secret}\n`)).toMatchObject({ code: 0, out: expect.stringContaining(path) })
  expect([statSync(path).mode & 0o777, JSON.parse(readFileSync(path, 'utf8'))]).toEqual([0o600, { url, key: secret }])
  expect(await vigie(['list', 'actions'], none)).toMatchObject({ code: 0 })
  // What is kept for one server goes to no other, nor anything in the clear.
  expect(await vigie(['list', 'actions', '--url', 'https://elsewhere.example'], none)).toMatchObject({ code: 2, err: expect.stringContaining('no key') })
  for (const at of ['http://vigie.example', 'ftp://vigie.example', 'https://me:secret@vigie.example', 'vigie'])
    expect([at, (await vigie(['list', 'actions', '--url', at])).code]).toEqual([at, 2])
  chmodSync(path, 0o644)
  expect(await vigie(['list', 'actions'], none)).toMatchObject({ code: 2, err: expect.stringContaining('chmod 600') })
  expect([(await vigie(['logout'], none)).code, existsSync(path)]).toEqual([0, false])
})

test('rows are listed, read and exported; nothing that they hold commands a terminal or a spreadsheet', async () => {
  await world.action({ name_en: '=1+1,"x"' })
  const { id } = await world.action({ name_en: 'Patch' })
  for (let n = 0; n < 3; n += 1) await world.action({ name_en: `Row ${n}` })
  const listed = await vigie(['list', 'actions', '--limit', '2', '--sort=-id', '--fields', 'id,name,perimeter.name'])
  expect(listed).toMatchObject({
    code: 0,
    out: expect.stringMatching(/^id +name +perimeter\.name\n\d+ +Row 2 +Lyon\n\d+ +Row 1 +Lyon\n$/),
    err: expect.stringContaining('2 rows'),
  })
  expect(table(['name'], [{ name: 'Patch\u001b[31m red\u202e' }])).toBe('name\nPatch [31m red')
  expect(JSON.parse((await vigie(['get', 'actions', String(id)])).out)).toMatchObject({ id, perimeter: { name: 'Lyon' } })
  const csv = (await vigie(['export', 'actions', '--fields', 'name,perimeter.name', '--sort', 'id'])).out.split('\r\n')
  expect([csv[0], csv[1], csv.length]).toEqual(['name,perimeter.name', `"'=1+1,""x""",Lyon`, 7])
  expect(await vigie(['export', 'actions', '--format', 'json', '--out', 'all.json'])).toMatchObject({ code: 0, out: '', err: '5 rows in all.json\n' })
  expect((JSON.parse(readFileSync(join(folder, 'all.json'), 'utf8')) as Row[]).map(({ name }) => name)).toContain('Row 2')
  expect(await vigie(['export', 'risks', '--out', 'none.csv'])).toMatchObject({ code: 3, err: expect.stringContaining('may not read') })
  expect(existsSync(join(folder, 'none.csv'))).toBe(false)
  expect((await vigie(['types'])).out.split('\n')).toEqual(expect.arrayContaining(['actions', 'risks']))
})

const finding = (uid: string) => ({
  class_uid: 2002,
  category_uid: 2,
  severity_id: 4,
  status_id: 1,
  finding_info: { uid, title: `Finding ${uid}` },
  metadata: { product: { name: 'Harbour' } },
  time: 1_764_300_000,
})

/** Waits for a command that waits for the server's jobs, which only run here when they are asked to. */
async function withJobs(running: Promise<Ran>): Promise<Ran> {
  for (;;) {
    const ended = await Promise.race([running, world.app.jobs().then(() => new Promise<undefined>((done) => setImmediate(done, undefined)))])
    if (ended) return ended
  }
}

test('findings and inventories are imported, and what is wrong with them fails a pipeline', async () => {
  const scan = file('scan.json', JSON.stringify([finding('a'), finding('b')]))
  expect(await withJobs(vigie(['import', 'findings', scan, '--register', String(register), '--dry-run']))).toMatchObject({
    code: 0,
    out: expect.stringContaining('created 2'),
  })
  expect(await withJobs(vigie(['import', 'findings', scan, '--register', String(register)]))).toMatchObject({
    code: 0,
    out: expect.stringContaining('created 2'),
  })
  const broken = file('broken.csv', 'external_key,name\n,No key\n')
  expect(await withJobs(vigie(['import', 'findings', broken, '--register', String(register)]))).toMatchObject({ code: 1 })
  expect(await vigie(['import', 'findings', scan, '--register', '987654'])).toMatchObject({ code: 3 })
  expect(await vigie(['import', 'findings', 'nowhere.json', '--register', String(register)])).toMatchObject({ code: 2 })
  const bom = file(
    'bom.json',
    JSON.stringify({
      bomFormat: 'CycloneDX',
      specVersion: '1.6',
      metadata: { component: { type: 'application', name: 'Shop', 'bom-ref': 'Shop' } },
      components: [{ type: 'library', name: 'web', 'bom-ref': 'web' }],
    }),
  )
  expect(await vigie(['import', 'inventory', bom, '--perimeter', String(world.lyon)])).toMatchObject({ code: 0, out: 'Shop: new 2\n' })
  expect(await vigie(['import', 'inventory', file('no.json', '{}'), '--perimeter', String(world.lyon)])).toMatchObject({ code: 1 })
})

test('evidence is uploaded and shown by an action; a file that is refused names why', async () => {
  const action = await world.action()
  const proof = file('proof.txt', 'All is well.')
  const done = await vigie([
    'upload',
    proof,
    '--name',
    'Restore test',
    '--perimeter',
    String(world.lyon),
    '--valid-until',
    '2030-01-31',
    '--action',
    String(action.id),
  ])
  expect(done).toMatchObject({ code: 0, out: expect.stringMatching(/^Evidence \d+: Restore test\nShown by action \d+\n$/) })
  expect(objectOf(await world.pilot.get(`/remediation/${action.id}`)).evidences).toMatchObject([{ name: 'Restore test' }])
  expect(await vigie(['upload', file('run.exe', 'MZ'), '--name', 'X'])).toMatchObject({ code: 3, err: expect.stringContaining('#/file') })
})

test('a pipeline fails when a value or a number of rows is out of bounds', async () => {
  const [gap] = (await world.pilot.post('/gap/page', {})).body.objects as Row[]
  const open = ['check', 'gaps', '--filter', `register=${register}`]
  expect(await vigie([...open, '--max', '2'])).toMatchObject({ code: 0, out: 'Within bounds: gaps is 2\n' })
  expect(await vigie([...open, '--max', '1'])).toMatchObject({ code: 1, err: 'Out of bounds: gaps is 2, at most 1\n' })
  expect(await vigie([...open, '--max', '1'], { LANG: 'fr_FR' })).toMatchObject({ code: 1, err: expect.stringContaining('au plus 1') })
  expect(await vigie(['check', 'gaps', String(gap.id), 'version', '--min', '1'])).toMatchObject({ code: 0 })
  expect(await vigie(['check', 'gaps', String(gap.id), 'name', '--min', '1'])).toMatchObject({ code: 1, err: expect.stringContaining('has no value') })
})

test('a server that is away, and a reader that has enough, are no refusals', async () => {
  expect(await vigie(['types'], { VIGIE_URL: 'http://127.0.0.1:1' })).toMatchObject({ code: 4 })
  const child = spawn(process.execPath, [cli, 'export', 'actions'], { env: { PATH: process.env.PATH, HOME: folder, VIGIE_URL: url, VIGIE_KEY: secret } })
  child.stdout.destroy()
  let err = ''
  child.stderr.on('data', (text) => (err += String(text)))
  expect([await new Promise((done) => child.on('exit', done)), err]).toEqual([0, ''])
})
