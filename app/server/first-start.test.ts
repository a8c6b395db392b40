import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createInstallation, createMember } from '#areas/people/server/index.ts'
import { createCustomer } from '#areas/tenancy/server/index.ts'
import { buildOnce, findDemonstration, hide } from '#demo/build-once.ts'
import { systemWho } from '#kit/server/access/who.ts'
import { cheapHash } from '#tools/test/cheap-hash.ts'
import { FirstPassword } from './first-password.ts'
import { loginLines, prepareFirstStart } from './first-start.ts'
import { resources } from './registry.ts'
import { testApp, testPassword, type TestApp } from '#app/test/worlds/test-app.ts'

let app: TestApp
let dataDir: string
const silent = () => {}
beforeAll(async () => {
  app = await testApp({ installed: false })
  dataDir = await mkdtemp(join(tmpdir(), 'vigie-start-'))
})
afterAll(async () => {
  await app.close()
  await rm(dataDir, { recursive: true, force: true })
})

/** What a start that wants the demonstration, or does not, does first. */
async function prepare(demo = false, demoPassword?: string) {
  const env = { demo, demoPassword, dataDir }
  return prepareFirstStart(app.db, env, new FirstPassword(env), silent)
}

test('without a demonstration the start says how to create the first administrator, the same to two servers at once, and keeps the code to itself', async () => {
  const [first, second] = await Promise.all([prepare(), prepare()])
  const file = join(dataDir, 'setup-code')
  expect(first).toEqual({ lines: [expect.stringContaining((await readFile(file, 'utf8')).trim())], demonstration: false })
  expect(second).toEqual(first)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

test('once people have their own installation the start makes nothing and tells no password', async () => {
  await createInstallation(app.db, resources, { name: 'Own', passwordHash: await cheapHash(testPassword) })
  expect(await prepare()).toEqual({ lines: [], demonstration: false })
  expect(await readdir(dataDir)).toEqual([])
  const root = await app.signIn('root@vigie.example')
  expect((await root.post('/customer', { name: 'Our own' })).body).toMatchObject({ ok: true, object: { name: 'Our own' } })
  expect(await prepare(true)).toEqual({ lines: [], demonstration: false })
  expect(await buildOnce(app.db, { wanted: true, passwordHash: () => cheapHash('x') }, () => Promise.reject(new Error('built')), silent)).toBe(false)
})

/** A start on a database of its own: what it does about the demonstration, and what it finds of organisations. */
async function otherStarts() {
  const other = await testApp()
  const printed: string[] = []
  const start = (wanted: boolean, password: string, build: (passwordHash: string) => Promise<void>) =>
    buildOnce(other.db, { wanted, passwordHash: () => cheapHash(password) }, build, (line) => printed.push(line))
  const names = async () =>
    ((await (await other.signIn('root@vigie.example')).get('/customer')).body.objects as { name: string; kind: string; disabled: boolean }[]).filter(
      ({ kind }) => kind === 'ORGANISATION',
    )
  /** As the demonstration does it: an organisation that nobody may enter yet, and a person in it. */
  const organisation = async (name: string, passwordHash: string) => {
    const id = await createCustomer(other.db, { name })
    await hide(other.db, id)
    await other.db.transaction(id, async (tx) => {
      tx.act(systemWho(id, 'test', 'test'))
      await createMember(tx, resources, { email: 'global_pilote@demo.example', firstname: 'A', lastname: 'B', roles: ['global_pilote'], passwordHash })
    })
  }
  const half = async (passwordHash: string) => {
    await organisation('Half', passwordHash)
    throw new Error('The power went')
  }
  return { other, printed, start, names, organisation, half }
}

test('a demonstration that was cut off is set aside at the next start and built anew, once; what people made meanwhile stays', async () => {
  const { other, printed, start, names, organisation, half } = await otherStarts()
  try {
    expect(await findDemonstration(other.db, true)).toBe('TO_DO')
    await expect(start(true, 'First-start-1', half)).rejects.toThrow('The power went')
    await (await other.signIn('root@vigie.example')).post('/customer', { name: 'Our own' })
    expect(await findDemonstration(other.db, false)).toBe('TO_DO')
    expect(await start(false, 'First-start-1', half)).toBe(false)
    const left = [
      { name: 'Half (unfinished)', state: 'SUSPENDED' },
      { name: 'Our own', state: 'ENABLED' },
    ]
    expect(await names()).toMatchObject(left)
    expect(printed).toHaveLength(1)
    // No longer wanted once, and people have begun: it does not come back.
    expect(await findDemonstration(other.db, true)).toBe('NONE')
    expect(await start(true, 'First-start-1', (hash) => organisation('Whole', hash))).toBe(false)
    expect(await names()).toMatchObject(left)
  } finally {
    await other.close()
  }
})

test('nobody comes in before it is whole, and then with the password of the start that built it, also after one with another that was cut off', async () => {
  const { other, start, names, organisation, half } = await otherStarts()
  const pilot = (password: string) => other.signIn('global_pilote@demo.example', password)
  try {
    await expect(start(true, 'First-start-1', half)).rejects.toThrow('The power went')
    await expect(pilot('First-start-1')).rejects.toThrow('CUSTOMER_SUSPENDED')
    const whole = async (hash: string) => {
      await organisation('Whole', hash)
      await expect(pilot('First-start-1')).rejects.toThrow('CUSTOMER_SUSPENDED')
    }
    expect(await start(true, 'Second-start-2', whole)).toBe(true)
    expect(await findDemonstration(other.db, true)).toBe('BUILT')
    expect(await start(true, 'Third-start-3', half)).toBe(true)
    expect(await names()).toMatchObject([
      { name: 'Half (unfinished)', state: 'SUSPENDED' },
      { name: 'Whole', state: 'ENABLED' },
    ])
    expect((await (await pilot('Second-start-2')).get('/auth/check')).body).toMatchObject({ user: { customer: { name: 'Whole' } } })
    await expect(pilot('First-start-1')).rejects.toThrow('Invalid credentials')
  } finally {
    await other.close()
  }
})

test('the start says whom the password that it prints does not fit, and makes none that fits nobody', async () => {
  const { other, start, organisation } = await otherStarts()
  try {
    await start(true, 'Second-start-2', (hash) => organisation('Whole', hash))
    const lines = (demoPassword?: string) => loginLines(other.db, new FirstPassword({ demoPassword, dataDir }))
    expect((await lines('Second-start-2')).slice(-2)).toEqual([
      'with the password in VIGIE_DEMO_PASSWORD',
      expect.stringMatching(/^\(root@vigie.example has another one.*npm run link -- root@vigie.example\)$/),
    ])
    expect((await lines(testPassword)).slice(-1)).toEqual([expect.stringContaining('global_pilote@demo.example has another one')])
    expect((await lines()).slice(-1)).toEqual(['with the password of the first start, or the one chosen since'])
    expect(await readdir(dataDir)).toEqual([])
  } finally {
    await other.close()
  }
})

test('a first start that wants the demonstration makes the account of root, with a password that it shows once, and leaves the rest for later', async () => {
  const other = await testApp({ installed: false })
  const folder = await mkdtemp(join(tmpdir(), 'vigie-start-'))
  try {
    const env = { demo: true, demoPassword: undefined, dataDir: folder }
    const start = () => prepareFirstStart(other.db, env, new FirstPassword(env), silent)
    const { lines, demonstration } = await start()
    const password = (await readFile(join(folder, 'demo-password'), 'utf8')).trim()
    expect(lines).toEqual(['Sign in as root@vigie.example', `with the password ${password}`, `(kept in ${join(folder, 'demo-password')})`])
    expect(demonstration).toBe(true)
    await other.signIn('root@vigie.example', password)
    expect(await start()).toEqual({ lines: [], demonstration: true })
  } finally {
    await other.close()
    await rm(folder, { recursive: true, force: true })
  }
})
