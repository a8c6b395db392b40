import { execFileSync } from 'node:child_process'
import { afterAll, expect, test } from 'vitest'
import { readPostmaster } from '#platform/database/postmaster.ts'
import { Works, type Saved } from '#app/test/worlds/works.ts'

/** A few in the suite; `VIGIE_KILLS=20` for the figure that docs/OPERATIONS.md names. */
const kills = Number(process.env.VIGIE_KILLS ?? 3)
const works = new Works()
afterAll(() => works.close())

/** Milliseconds until the server is ready again, and a save succeeds. */
async function readyAgain(saves: () => number): Promise<number> {
  const from = performance.now()
  await expect.poll(async () => (await works.call('GET', '/ready')).status, { interval: 20 }).toBe(200)
  const before = saves()
  await expect.poll(() => saves() > before + 5, { interval: 20 }).toBe(true)
  return performance.now() - from
}

test(
  `kill -9 of the database ${kills} times under writes: the server lives on, says when to come back, is ready again by itself, and loses nothing that it acknowledged`,
  async () => {
    await works.start()
    await works.found()
    const root = await works.enter()
    const saved = new Map<number, Saved>()
    const expected = (answer: { status: number; code: unknown; retry: string | null }) =>
      answer.status === 503 && ['UNAVAILABLE', 'BUSY'].includes(String(answer.code)) && answer.retry !== null
    const refusals: { status: number; code: unknown; retry: string | null }[] = []
    let count = 0
    let done = false
    const clients = (await works.visitors(5)).map((visitor, n) =>
      works.save(
        visitor,
        `Client ${n}`,
        root,
        () => !done,
        (each) => {
          saved.set(each.id, each)
          count += 1
        },
        (answer) => {
          refusals.push({ status: answer?.status ?? 0, code: answer?.body.code, retry: answer?.headers.get('retry-after') ?? null })
          return true
        },
      ),
    )
    const times: number[] = []
    for (let kill = 0; kill < kills; kill += 1) {
      const [before, pid] = [count, readPostmaster(works.cluster)?.pid]
      await expect.poll(() => count > before + 20, { interval: 10 }).toBe(true)
      // A statement that computes does not notice that its server has died, and keeps its memory.
      const computing = works.owner('select count(*) from generate_series(1, 1e12::bigint) n where n % 7 = 8').catch(() => null)
      await expect
        .poll(
          async () =>
            (await works.owner("select from pg_stat_activity where query like '%generate_series%' and state = 'active' and pid <> pg_backend_pid()")).length,
        )
        .toBeGreaterThan(0)
      works.killDatabase()
      expect((await works.call('GET', '/health')).status).toBe(200)
      await expect.poll(() => readPostmaster(works.cluster)?.pid !== pid, { interval: 10 }).toBe(true)
      times.push(await readyAgain(() => count))
      expect(refusals.filter((answer) => !expected(answer))).toEqual([])
      await computing
    }
    done = true
    await Promise.all(clients)
    if (process.env.VIGIE_KILLS)
      process.stdout.write(`${saved.size} objects, ${refusals.length} refusals; seconds until ready: ${times.map((ms) => (ms / 1000).toFixed(1)).join(', ')}\n`)
    expect(refusals.filter((answer) => !expected(answer))).toEqual([])
    expect(refusals.length).toBeGreaterThan(0)
    await works.expectWhole([...saved.values()])
    // The queue has found its way back too.
    const { body: exported } = await works.call('POST', '/perimeter/export', {})
    await expect.poll(async () => (await works.call('GET', `/export/${exported.object.job_id}`)).body.object?.status, { interval: 100 }).toBe('done')
    const verified = execFileSync(process.execPath, ['tools/run.mjs', 'app/commands/verify-audit.ts'], {
      env: { ...process.env, VIGIE_DATA: works.data },
      encoding: 'utf8',
    })
    expect(verified).toContain('are as they were written')
  },
  240_000 + kills * 120_000,
)
