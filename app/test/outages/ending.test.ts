import { mkdtempSync, rmSync } from 'node:fs'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, expect, test } from 'vitest'
import { isAlive, readPostmaster } from '#platform/database/postmaster.ts'
import { beginProgram, startProgram, type Program, type Starting } from '#tools/program.ts'
import { proxyTo } from '#tools/test/proxy.ts'
import { testDatabase } from '#tools/test/database.ts'
import { Works } from '#app/test/worlds/works.ts'

const works = new Works()
const folder = mkdtempSync(join(tmpdir(), 'vigie-ending-'))
const left: Socket[] = []
afterEach(() => {
  for (const socket of left.splice(0)) socket.destroy()
})
afterAll(async () => {
  await works.close()
  rmSync(folder, { recursive: true, force: true })
})

/** A service manager asks once and kills after ten seconds. */
async function endsInTime(program: Pick<Program | Starting, 'stop' | 'kill' | 'ended'>): Promise<void> {
  const enough = new AbortController()
  void program.stop()
  const end = await Promise.race([program.ended, pause(10_000, 'not yet', { signal: enough.signal })])
  enough.abort()
  if (end === 'not yet') await program.kill()
  // Before it has read its own program, a signal ends it at once.
  expect([0, 'SIGTERM']).toContain(end)
}

const databaseRuns = () => readPostmaster(works.cluster) !== undefined && isAlive(readPostmaster(works.cluster)?.pid ?? 0)

/** An upload that goes on as long as it is let. */
async function drip(program: Program, cookie: string): Promise<void> {
  const socket = connect(program.port, '127.0.0.1')
  left.push(socket)
  socket.on('error', () => {})
  socket.write(
    `POST /api/file HTTP/1.1\r\nhost: localhost\r\nx-vigie: 1\r\ncookie: ${cookie}\r\ncontent-type: multipart/form-data; boundary=b\r\ncontent-length: 5000000\r\n\r\n--b\r\ncontent-disposition: form-data; name="file"; filename="a.pdf"\r\n\r\n`,
  )
  const timer = setInterval(() => socket.write('x'), 100)
  socket.once('close', () => clearInterval(timer))
}

test('while it starts: neither the server nor its database stays', async () => {
  const starting = beginProgram({ VIGIE_DATA: works.data, DATABASE_URL: '' })
  await expect.poll(() => readPostmaster(works.cluster)?.pid, { interval: 5 }).toBeTypeOf('number')
  await endsInTime(starting)
  expect(databaseRuns()).toBe(false)
})

test('while the demonstration comes in beside it: neither its process nor the database stays, and the next start begins it anew', async () => {
  const database = await testDatabase()
  const settings = { DATABASE_URL: database.ownerUrl, VIGIE_DATA: join(folder, 'demonstration'), VIGIE_DEMO: '1' }
  const first = await startProgram(settings)
  await first.says('Building the demonstration')
  await endsInTime(first)
  const second = await startProgram(settings)
  await second.says('what there is of it is set aside')
  await second.says('Building the demonstration')
  expect(await (await fetch(`${second.address}/api/first_run`)).json()).toMatchObject({ needed: false, demonstration: { stage: 'BUILDING' } })
  await endsInTime(second)
  await database.drop()
}, 300_000)

test('while requests, uploads and jobs are at work, and a lock holds them all', async () => {
  await works.start()
  await works.found()
  const root = await works.enter()
  await works.call('POST', '/tag/export', {})
  const holding = works.owner('begin; lock table perimeter in access exclusive mode; select pg_sleep(60)').catch(() => null)
  await expect
    .poll(async () => (await works.owner("select from pg_locks where mode = 'AccessExclusiveLock' and granted and relation = 'perimeter'::regclass")).length)
    .toBe(1)
  const request = works.call('POST', '/perimeter', { name_en: 'Waits', parent: root }).catch(() => null)
  await drip(works.program, works.cookie)
  await expect
    .poll(async () => (await works.owner("select from pg_stat_activity where usename = 'vigie_app' and wait_event_type = 'Lock'")).length)
    .toBeGreaterThan(0)
  await endsInTime(works.program)
  expect(databaseRuns()).toBe(false)
  await Promise.all([holding, request])
})

test('while the database is paused, and while it stands up again', async () => {
  await works.start()
  process.kill(readPostmaster(works.cluster)?.pid ?? 0, 'SIGSTOP')
  await endsInTime(works.program)
  expect(databaseRuns()).toBe(false)
  await works.start()
  const pid = readPostmaster(works.cluster)?.pid
  works.killDatabase()
  await expect.poll(() => readPostmaster(works.cluster)?.pid, { interval: 5 }).not.toBe(pid)
  await endsInTime(works.program)
  expect(databaseRuns()).toBe(false)
})

test('while a database elsewhere is away, or answers nothing, before the server is ready and after', async () => {
  const database = await testDatabase()
  const proxy = await proxyTo(database.ownerUrl)
  const settings = { VIGIE_DATA: folder, DATABASE_URL: proxy.url }
  const ready = await startProgram(settings)
  await proxy.refuse()
  await endsInTime(ready)
  await proxy.restore()
  const other = await startProgram(settings)
  proxy.hold()
  void fetch(`${other.address}/api/ready`).catch(() => null)
  await endsInTime(other)
  const starting = beginProgram(settings)
  await pause(1500)
  await endsInTime(starting)
  await proxy.close()
  await database.drop()
})
