import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { readPostmaster } from '#tools/database/postmaster.ts'
import { startProgram, type Program } from '#tools/program.ts'

const data = mkdtempSync(join(tmpdir(), 'vigie-resilience-'))
const email = 'first@works.example'
const password = 'Correct-Horse-9-battery'
let program: Program | undefined
let cookie = ''
afterAll(async () => {
  await program?.stop()
  rmSync(data, { recursive: true, force: true })
})

const start = async () => {
  program = await startProgram({ VIGIE_DATA: data, DATABASE_URL: '' })
}

/** A call as a browser makes it; rejects when the server is gone. */
async function call(method: string, path: string, body?: unknown): Promise<{ status: number; body: Answer }> {
  const form = body instanceof FormData
  const answer = await fetch(`${program!.address}/api${path}`, {
    method, headers: { 'x-vigie': '1', cookie, ...(body !== undefined && !form && { 'content-type': 'application/json' }) }, ...(body !== undefined && { body: form ? body : JSON.stringify(body) }),
  })
  const set = answer.headers.get('set-cookie')
  if (set) cookie = set.split(';')[0] ?? ''
  return { status: answer.status, body: (await answer.json()) }
}

// The body is whatever the server said; the test looks into it freely.
// oxlint-disable-next-line typescript/no-explicit-any
type Answer = any

async function owner<T extends pg.QueryResultRow>(text: string, values: unknown[] = []): Promise<T[]> {
  const server = readPostmaster(join(data, 'postgres', 'cluster'))
  const client = new pg.Client({ host: '127.0.0.1', port: server?.port ?? 0, user: 'vigie_owner', password: readFileSync(join(data, 'postgres', 'owner-password'), 'utf8'), database: 'postgres' })
  await client.connect()
  try {
    return (await client.query<T>(text, values)).rows
  } finally {
    await client.end()
  }
}

interface Saved {
  readonly id: number
  readonly version: number
  readonly name: string
}

/**
 * Saves 250 times from five clients, half of them new perimeters and half changes, and calls `strike` in the middle. Answers what the server said
 * it had saved, the last version of each object; clients stop where the server stops answering.
 */
async function saveWhile(round: string, parent: number, strike: () => Promise<void>): Promise<Saved[]> {
  const acknowledged = new Map<number, Saved>()
  let count = 0
  let struck: Promise<void> | undefined
  const client = async () => {
    let last: Saved | undefined
    while (count < 250) {
      count += 1
      const name = `${round} ${count}`
      if (count === 125) struck = strike()
      const answer = await (last && count % 2 === 0 ? call('PUT', `/perimeter/${last.id}`, { name_en: name, version: last.version }) : call('POST', '/perimeter', { name_en: name, parent })).catch(() => null)
      // While its database is gone the server may still answer, but it must not say that it saved.
      if (answer?.status !== 200) {
        if (answer === null) return
        last = undefined
        continue
      }
      last = { id: answer.body.object.id as number, version: answer.body.object.version as number, name }
      acknowledged.set(last.id, last)
    }
  }
  await Promise.all(Array.from({ length: 5 }, client))
  await struck
  return [...acknowledged.values()]
}

/** Everything acknowledged is there and audited, and nothing is half written. */
async function expectWhole(saved: readonly Saved[]): Promise<void> {
  const ids = saved.map(({ id }) => id)
  const rows = await owner<{ id: string; version: number; name: string; audited: boolean; placed: boolean }>(`select p.id, p.version, p.name_en as name,
      exists (select 1 from audit_log a where a.customer_id = p.customer_id and a.entity = 'perimeter' and a.object_id = p.id and a.object_version = p.version) as audited,
      exists (select 1 from perimeter_closure c where c.customer_id = p.customer_id and c.descendant_id = p.id and c.depth = 1) as placed
    from perimeter p where p.id = any($1::bigint[])`, [ids])
  const found = new Map(rows.map((row) => [Number(row.id), row]))
  // The last save of a client may have been done without its being told: what is there is never older than what was acknowledged.
  const lost = saved.filter(({ id, version, name }) => {
    const row = found.get(id)
    return !row || row.version < version || (row.version === version && row.name !== name) || !row.audited || !row.placed
  })
  expect(lost).toEqual([])
  const halves = await owner(`select p.id from perimeter p where p.parent_id is not null and (
      not exists (select 1 from perimeter_closure c where c.customer_id = p.customer_id and c.descendant_id = p.id and c.depth = 1)
      or not exists (select 1 from search_document d where d.customer_id = p.customer_id and d.entity = 'perimeter' and d.id = p.id)
      or (select count(*) from perimeter_history h where h.customer_id = p.customer_id and h.id = p.id) <> p.version - 1)`)
  expect(halves).toEqual([])
}

/** Signs in to the organisation; answers its root perimeter. */
async function enter(): Promise<number> {
  expect((await call('POST', '/auth/login', { email, password })).status).toBe(200)
  const { id } = (await call('GET', '/user/customers')).body.objects.find((customer: Answer) => customer.name === 'Works' && customer.id !== 1) ?? {}
  expect((await call('PUT', '/user/customer', { customer_id: id })).status).toBe(200)
  return (await call('GET', '/perimeter?limit=1')).body.objects[0].id as number
}

const requirements = 600
/** A framework of so many requirements in groups of twenty, as the community writes it: JSON is YAML. */
function framework(name: string): FormData {
  const urn = (kind: string, rest: string) => `urn:acme:risk:${kind}:${name}:${rest}`
  const groups = Array.from({ length: requirements / 20 }, (_, n) => ({ urn: urn('req_node', `g${n}`), ref_id: `G${n}`, name: `Group ${n}`, depth: 1, assessable: false }))
  const nodes = Array.from({ length: requirements }, (_, n) => ({ urn: urn('req_node', `r${n}`), parent_urn: urn('req_node', `g${Math.floor(n / 20)}`), ref_id: `R${n}`, name: `Requirement ${n}`, description: 'What is asked. '.repeat(10), depth: 2, assessable: true }))
  const objects = { framework: { urn: urn('framework', 'all'), ref_id: name, name, requirement_nodes: groups.flatMap((group, n) => [group, ...nodes.slice(n * 20, n * 20 + 20)]) } }
  const form = new FormData()
  form.append('file', new Blob([JSON.stringify({ urn: urn('library', 'all'), locale: 'en', ref_id: name, name, version: 1, objects })]), 'x.yaml')
  return form
}

/** Uploads a framework and waits until its import is about to be stored. */
async function beginImport(name: string): Promise<void> {
  const answer = await call('POST', '/library/import', framework(name))
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  await expect.poll(async () => (await owner<{ progress: number }>('select progress from import_report where id = $1', [answer.body.object.report_id]))[0]?.progress, { timeout: 20_000, interval: 5 }).toBeGreaterThanOrEqual(50)
}

/** The queue gives a job to another worker once its own has not been heard of for half a minute; that this is long ago is all that is feigned here. */
const ageJobs = () => owner("update pgboss.job set heartbeat_on = now() - interval '10 minutes' where state = 'active'")

const imported = async () => (await owner<{ n: number }>('select count(*)::int as n from control'))[0]?.n ?? 0

test('kill -9 of the database, then of the server, in the middle of 500 saves and of imports: what was acknowledged is there, nothing is half, each import is done once', async () => {
  await start()
  const code = readFileSync(join(data, 'setup-code'), 'utf8').trim()
  const made = await call('POST', '/first_run', { code, organisation: 'Works', firstname: 'First', lastname: 'Administrator', email, password, lang: 'en' })
  expect(made.status, JSON.stringify(made.body)).toBe(200)
  const root = await enter()
  const saved = await saveWhile('Database killed', root, async () => {
    await beginImport('x')
    const server = readPostmaster(join(data, 'postgres', 'cluster'))
    if (server) process.kill(server.pid, 'SIGKILL')
  })
  expect(saved.length).toBeGreaterThan(20)
  await program?.kill()
  await start()
  await ageJobs()
  await expectWhole(saved)
  expect(await imported() % requirements).toBe(0)

  await enter()
  const more = await saveWhile('Server killed', root, async () => {
    await beginImport('y')
    await program?.kill()
  })
  expect(more.length).toBeGreaterThan(20)
  expect(await imported() % requirements).toBe(0)
  await ageJobs()
  await start()
  await expectWhole([...saved, ...more])

  await expect.poll(async () => (await owner<{ status: string }>('select status from import_report')).map((row) => row.status), { timeout: 60_000, interval: 200 }).toEqual(['COMPLETE', 'COMPLETE'])
  expect(await owner('select count(*)::int as n, count(distinct urn)::int as distinct from control')).toEqual([{ n: 2 * requirements, distinct: 2 * requirements }])
  expect(await owner('select count(*)::int as n from policy')).toEqual([{ n: 2 }])
  const verified = execFileSync(process.execPath, ['tools/verify-audit.ts'], { env: { ...process.env, VIGIE_DATA: data }, encoding: 'utf8' })
  expect(verified).toContain('are as they were written')
}, 150_000)
