import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createInstallation } from '#areas/people/server/index.ts'
import { createCustomer } from '#areas/tenancy/server/index.ts'
import { buildOnce } from '#demo/build-once.ts'
import { cheapHash } from '#tools/test/cheap-hash.ts'
import { prepareFirstStart } from './first-start.ts'
import { resources } from './registry.ts'
import { testApp, testPassword, type TestApp } from '#app/test/worlds/test-app.ts'

let app: TestApp
let dataDir: string
beforeAll(async () => {
  app = await testApp({ installed: false })
  dataDir = await mkdtemp(join(tmpdir(), 'vigie-start-'))
})
afterAll(async () => {
  await app.close()
  await rm(dataDir, { recursive: true, force: true })
})

const prepare = () => prepareFirstStart(app, { demo: false, demoPassword: undefined, demoLanguage: 'en', dataDir }, () => {})

test('without a demonstration the start says how to create the first administrator, the same to two servers at once, and keeps the code to itself', async () => {
  const [first, second] = await Promise.all([prepare(), prepare()])
  const file = join(dataDir, 'setup-code')
  expect(first).toEqual([expect.stringContaining((await readFile(file, 'utf8')).trim())])
  expect(second).toEqual(first)
  expect((await stat(file)).mode & 0o777).toBe(0o600)
})

test('once people have their own installation the start makes nothing and tells no password', async () => {
  await createInstallation(app.db, resources, { name: 'Own', passwordHash: await cheapHash(testPassword) })
  expect(await prepare()).toEqual([])
  expect(await readdir(dataDir)).toEqual([])
  const root = await app.signIn('root@vigie.example')
  expect((await root.post('/customer', { name: 'Our own' })).body).toMatchObject({ ok: true, object: { name: 'Our own' } })
  expect(
    await buildOnce(
      app.db,
      true,
      () => Promise.reject(new Error('built')),
      () => {},
    ),
  ).toBe(false)
})

test('a demonstration that was cut off is set aside at the next start and built anew, once', async () => {
  const other = await testApp()
  try {
    const printed: string[] = []
    const names = async () =>
      ((await (await other.signIn('root@vigie.example')).get('/customer')).body.objects as { name: string; kind: string; disabled: boolean }[]).filter(
        ({ kind }) => kind === 'ORGANISATION',
      )
    const start = (wanted: boolean, build: () => Promise<void>) => buildOnce(other.db, wanted, build, (line) => printed.push(line))
    const half = async () => {
      await createCustomer(other.db, { name: 'Half' })
      throw new Error('The power went')
    }
    await expect(start(true, half)).rejects.toThrow('The power went')
    expect(await start(false, half)).toBe(false)
    expect(await names()).toMatchObject([{ name: 'Half (unfinished)', disabled: true }])
    expect(printed).toHaveLength(1)
    expect(
      await start(true, async () => {
        await createCustomer(other.db, { name: 'Whole' })
      }),
    ).toBe(true)
    expect(await start(true, half)).toBe(true)
    expect(await names()).toMatchObject([
      { name: 'Half (unfinished)', disabled: true },
      { name: 'Whole', disabled: false },
    ])
  } finally {
    await other.close()
  }
})
