import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startEmbedded } from './embedded.ts'
import { readPostmaster } from './postmaster.ts'

let dataDir: string

/** Made out of nothing and stopped in order; each test begins with a copy. */
const made = mkdtempSync(join(tmpdir(), 'embedded-made-'))
beforeAll(async () => (await startEmbedded({ dataDir: made, throwaway: true })).stop())
afterAll(() => rmSync(made, { recursive: true, force: true }))

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'embedded-'))
})
afterEach(() => rmSync(dataDir, { recursive: true, force: true }))

const start = () => startEmbedded({ dataDir, throwaway: true, from: made })
const cluster = () => join(dataDir, 'cluster')

async function ask(url: string, sql: string): Promise<unknown> {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<Record<string, unknown>>(sql)
  await client.end()
  return Object.values(rows[0] ?? {})[0]
}

/** A server process of its own that starts the database and waits. */
async function otherProcess(): Promise<ChildProcess> {
  const script = `
    import { startEmbedded } from ${JSON.stringify(new URL('./embedded.ts', import.meta.url).href)}
    const server = await startEmbedded({ dataDir: ${JSON.stringify(dataDir)}, throwaway: true, from: ${JSON.stringify(made)} })
    process.on('message', async () => { await server.stop(); process.disconnect() })
    process.send(server.ownerUrl)`
  const file = join(dataDir, 'start.mjs')
  writeFileSync(file, script)
  const child = fork(file, { execArgv: [] })
  await once(child, 'message')
  return child
}

test('the cluster is UTF-8, sorts and folds accents, asks for its password, and what it holds survives a stop', async () => {
  const first = await start()
  expect(await ask(first.ownerUrl, 'show server_encoding')).toBe('UTF8')
  expect(await ask(first.ownerUrl, `select upper('é')`)).toBe('É')
  await ask(first.ownerUrl, 'create table boat as select 7 as sails')
  const wrong = Object.assign(new URL(first.ownerUrl), { password: 'wrong' }).href
  await expect(ask(wrong, 'select 1')).rejects.toThrow(/password authentication failed/)
  expect(statSync(join(dataDir, 'owner-password')).mode & 0o777).toBe(0o600)
  await first.stop()
  expect(existsSync(join(cluster(), 'postmaster.pid'))).toBe(false)
  const second = await start()
  expect(await ask(second.ownerUrl, 'select sails from boat')).toBe(7)
  await second.stop()
})

test('the server of a killed process is adopted, with everything it was told', async () => {
  const killed = await otherProcess()
  killed.kill('SIGKILL')
  await once(killed, 'exit')
  const orphan = readPostmaster(cluster())
  const server = await start()
  expect(readPostmaster(cluster())?.pid).toBe(orphan?.pid)
  expect(server.port).toBe(orphan?.port)
  await server.stop()
  expect(readPostmaster(cluster())).toBeUndefined()
})

test('two processes share one server, and the last to leave stops it', async () => {
  const other = await otherProcess()
  const server = await start()
  other.send('stop')
  await once(other, 'exit')
  expect(await ask(server.ownerUrl, 'select 1')).toBe(1)
  await server.stop()
  expect(readPostmaster(cluster())).toBeUndefined()
})

test('a stale postmaster.pid whose number another program has got does not stop the start', async () => {
  const first = await start()
  const file = readFileSync(join(cluster(), 'postmaster.pid'), 'utf8')
  await first.stop()
  writeFileSync(join(cluster(), 'postmaster.pid'), file.replace(/^\d+/, String(process.ppid)), { mode: 0o600 })
  const second = await start()
  expect(await ask(second.ownerUrl, 'select 1')).toBe(1)
  await second.stop()
})

test('a server that cannot start says why', async () => {
  await expect(startEmbedded({ dataDir, throwaway: true, from: made, settings: { shared_buffers: 'plenty' } })).rejects.toThrow(/shared_buffers/)
})
