import { connect, createServer } from 'node:net'
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { objectOf, type Row } from '#tools/test/actions-world.ts'
import { makeConnectorWorld, type ConnectorWorld } from '#tools/test/connector-world.ts'
import { putInPlace } from './renew.ts'
import { Server } from './server.ts'
import { readSettings, type Settings } from './settings.ts'
import { work, type Ended } from './work.ts'

let world: ConnectorWorld
let url: URL
beforeAll(async () => {
  world = await makeConnectorWorld()
  url = new URL(await world.app.http.listen({ port: 0, host: '127.0.0.1' }))
})
afterAll(() => world.app.close())

let worker: { id: number; token: string }
let stop: AbortController
let lines: string[]
beforeEach(async () => {
  await world.anew()
  worker = objectOf(await world.pilot.post('/worker', { name: 'Inside' })) as typeof worker
  stop = new AbortController()
  lines = []
})
const settings = (more: Partial<Settings> = {}): Settings => ({ url, token: worker.token, allowed: '127.0.0.1', ...more })
const start = (more: Partial<Settings> = {}, file?: string): Promise<Ended> =>
  work({ settings: settings(more), log: (line) => void lines.push(line), stop: stop.signal, ...(file !== undefined && { file }) })

/** Waits until a connector's last run is over there, then has the server write it. */
async function through(id: number): Promise<Row> {
  await expect
    .poll(
      async () =>
        (
          await world.owner(
            `select count(*)::int as n from worker_run r join connector_job j on j.id = r.job_id where j.connector_id = ${id} and delivered_at is not null`,
          )
        )[0]?.n,
    )
    .toBe(1)
  await world.later(3)
  return world.run(((await world.runs(id))[0]?.id ?? 0) as number)
}
const asked = async () => {
  const id = await world.connect({ worker: worker.id })
  expect((await world.pilot.post(`/customer_connector/${id}/run`, {})).status).toBe(200)
  return id
}

test('a worker takes a run, reads the service inside, and what it read is here', async () => {
  world.says(() => ({ json: { open: 9 } }))
  const id = await asked()
  const ended = start()
  expect(await through(id)).toMatchObject({ status: 'SUCCESS', counts: { values: 1 } })
  expect(world.service.calls[0]?.headers.authorization).toBe('Bearer s3cret-of-the-scanner')
  expect(lines.join('\n')).not.toContain('s3cret')
  stop.abort(new Error('stopped'))
  expect(await ended).toBe('stopped')
})

test('a private address that its own settings do not name is not reached, whatever a connector asks for', async () => {
  world.says(() => ({ json: { open: 9 } }))
  const id = await asked()
  const ended = start({ allowed: '10.0.0.0/8' })
  expect(await through(id)).toMatchObject({ status: 'FAILED', error: 'unreachable' })
  expect(world.service.calls).toEqual([])
  stop.abort(new Error('stopped'))
  await ended
})

test('what the service refuses there is said here, without its secret', async () => {
  world.says(({ headers }) => ({ status: 401, json: { message: `${headers.authorization} is not known` } }))
  const id = await asked()
  const ended = start()
  const run = await through(id)
  expect(run).toMatchObject({ status: 'FAILED', error: 'refused' })
  expect(JSON.stringify(run)).not.toContain('s3cret')
  stop.abort(new Error('stopped'))
  await ended
})

test('who is let in no more stops', async () => {
  expect((await world.pilot.post(`/worker/${worker.id}/revoke`, {})).status).toBe(200)
  expect(await start()).toBe('let_out')
  expect(lines.at(-1)).toBe('This worker was revoked')
})

test('cuts are survived: what was not heard is said again, and heard once', async () => {
  await asked()
  let cuts = 2
  // Between both: the first answers are lost after they were heard.
  const between = createServer((near) => {
    const out = connect(Number(url.port), '127.0.0.1')
    near.pipe(out)
    out.on('data', (data) => {
      if (cuts > 0) {
        cuts -= 1
        near.destroy()
      } else near.write(data)
    })
    out.on('error', () => near.destroy())
    near.on('error', () => out.destroy())
    near.on('close', () => out.destroy())
    out.on('close', () => near.destroy())
  })
  await new Promise<void>((done) => between.listen(0, '127.0.0.1', done))
  const { port } = between.address() as { port: number }
  const direct = new Server(settings(), () => {})
  const { run } = await direct.poll({ renews: false, wait: 0 })
  const cut = new Server(settings({ url: new URL(`http://127.0.0.1:${port}`) }), (line) => void lines.push(line))
  await cut.piece(run?.id ?? 0, 0, Buffer.from('x'), stop.signal)
  expect(lines.length).toBeGreaterThan(0)
  expect(await world.owner('select seq from worker_batch')).toEqual([{ seq: 0 }])
  between.close()
})

test('a file is renewed whole or not at all, and only where its signature is right', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'worker-'))
  const file = join(folder, 'vigie-worker.mjs')
  await writeFile(file, 'old', { mode: 0o755 })
  await putInPlace(file, Buffer.from('new'))
  expect(await readFile(file, 'utf8')).toBe('new')
  await rm(folder, { recursive: true })
})

test('settings are refused in words: an address without TLS, a token that is none', () => {
  const token = `worker_1_${'a'.repeat(43)}`
  expect(readSettings({ VIGIE_URL: 'https://vigie.example', VIGIE_WORKER_TOKEN: token, VIGIE_ALLOWED: 'x' })).toMatchObject({ allowed: 'x', token })
  expect(() => readSettings({ VIGIE_URL: 'http://vigie.example', VIGIE_WORKER_TOKEN: token })).toThrow('https://')
  expect(() => readSettings({ VIGIE_URL: 'https://vigie.example', VIGIE_WORKER_TOKEN: 'x' })).toThrow('VIGIE_WORKER_TOKEN')
  expect(() => readSettings({ VIGIE_WORKER_TOKEN: token })).toThrow('VIGIE_URL')
})
