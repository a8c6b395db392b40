import { mkdtemp, readFile, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createCustomer } from '#areas/tenancy/server/index.ts'
import { buildOnce } from '#demo/build-once.ts'
import { prepareFirstStart } from './first-start.ts'
import { testApp, type TestApp } from './test-app.ts'

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

const prepare = async () => {
  const said: string[] = []
  return { said, lines: await prepareFirstStart(app, { demo: false, demoPassword: undefined, dataDir }, (line) => said.push(line)) }
}
const quiet = () => {}

test('without a demonstration, root signs in with the password that was printed and makes the first organisation', async () => {
  // Two servers that start at once: one prepares, the other finds it done.
  const [first, second] = await Promise.all([prepare(), prepare()])
  expect([...first.said, ...second.said]).toEqual(['The installation has been created'])
  const file = join(dataDir, 'demo-password')
  const password = (await readFile(file, 'utf8')).trim()
  expect((await stat(file)).mode & 0o777).toBe(0o600)
  expect([...first.lines, ...second.lines]).toContain(`with the password ${password}`)
  const root = await app.signIn('root@vigie.example', password)
  expect((await root.post('/customer', { name: 'Our own' })).body).toMatchObject({ ok: true, object: { name: 'Our own' } })
  expect((await prepare()).lines.join('\n')).not.toContain(password)
})

test('the demonstration is not built where somebody already has an organisation', async () => {
  expect(await buildOnce(app.db, true, () => Promise.reject(new Error('built')), quiet)).toBe(false)
})

test('a demonstration that was cut off is set aside at the next start and built anew, once', async () => {
  const other = await testApp()
  try {
    const said: string[] = []
    const names = async () => ((await (await other.signIn('root@vigie.example')).get('/customer')).body.objects as { name: string; kind: string; disabled: boolean }[]).filter(({ kind }) => kind === 'ORGANISATION')
    const start = (wanted: boolean, build: () => Promise<void>) => buildOnce(other.db, wanted, build, (line) => said.push(line))
    const half = async () => {
      await createCustomer(other.db, { name: 'Half' })
      throw new Error('The power went')
    }
    await expect(start(true, half)).rejects.toThrow('The power went')
    expect(await start(false, half)).toBe(false)
    expect(await names()).toMatchObject([{ name: 'Half (unfinished)', disabled: true }])
    expect(said).toHaveLength(1)
    expect(await start(true, async () => { await createCustomer(other.db, { name: 'Whole' }) })).toBe(true)
    expect(await start(true, half)).toBe(true)
    expect(await names()).toMatchObject([{ name: 'Half (unfinished)', disabled: true }, { name: 'Whole', disabled: false }])
  } finally {
    await other.close()
  }
})
