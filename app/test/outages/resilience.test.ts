import { execFileSync } from 'node:child_process'
import { afterAll, expect, test } from 'vitest'
import { Works, type Saved } from '#app/test/worlds/works.ts'
import { AnswersUnderWay } from '#app/test/worlds/works-answers.ts'
import { RegistersUnderWay } from '#app/test/worlds/works-registers.ts'

const works = new Works()
afterAll(() => works.close())

/**
 * Saves 120 times from five clients, half of them new perimeters and half changes, and calls `strike` in the middle. Answers what the server said
 * it had saved, the last version of each object; clients stop where the server stops answering.
 */
async function saveWhile(round: string, parent: number, strike: () => Promise<void>): Promise<Saved[]> {
  const acknowledged = new Map<number, Saved>()
  let count = 0
  let struck: Promise<void> | undefined
  const goesOn = () => {
    count += 1
    if (count === 60) struck = strike()
    return count <= 120
  }
  // While its database is gone the server may still answer, but it must not say that it saved.
  const visitors = await works.visitors(5)
  await Promise.all(
    visitors.map((visitor, n) =>
      works.save(
        visitor,
        `${round} ${n}`,
        parent,
        goesOn,
        (saved) => acknowledged.set(saved.id, saved),
        (answer) => answer !== null,
      ),
    ),
  )
  await struck
  return [...acknowledged.values()]
}

const requirements = 300
/** A framework of so many requirements in groups of twenty, as the community writes it: JSON is YAML. */
function framework(name: string): FormData {
  const urn = (kind: string, rest: string) => `urn:acme:risk:${kind}:${name}:${rest}`
  const groups = Array.from({ length: requirements / 20 }, (_, n) => ({
    urn: urn('req_node', `g${n}`),
    ref_id: `G${n}`,
    name: `Group ${n}`,
    depth: 1,
    assessable: false,
  }))
  const nodes = Array.from({ length: requirements }, (_, n) => ({
    urn: urn('req_node', `r${n}`),
    parent_urn: urn('req_node', `g${Math.floor(n / 20)}`),
    ref_id: `R${n}`,
    name: `Requirement ${n}`,
    description: 'What is asked. '.repeat(10),
    depth: 2,
    assessable: true,
  }))
  const objects = {
    framework: {
      urn: urn('framework', 'all'),
      ref_id: name,
      name,
      requirement_nodes: groups.flatMap((group, n) => [group, ...nodes.slice(n * 20, n * 20 + 20)]),
    },
  }
  const form = new FormData()
  form.append('file', new Blob([JSON.stringify({ urn: urn('library', 'all'), locale: 'en', ref_id: name, name, version: 1, objects })]), 'x.yaml')
  return form
}

/** Uploads a framework and waits until its import is about to be stored. */
async function beginImport(name: string): Promise<void> {
  const answer = await works.call('POST', '/library/import', framework(name))
  expect(answer.status, JSON.stringify(answer.body)).toBe(200)
  await expect
    .poll(
      async () => (await works.owner<{ progress: number }>('select progress from import_report where id = $1', [answer.body.object.report_id]))[0]?.progress,
      { interval: 5 },
    )
    .toBeGreaterThanOrEqual(50)
}

/** The queue gives a job to another worker once its own has not been heard of for half a minute; that this is long ago is all that is feigned here. */
const ageJobs = () => works.owner("update pgboss.job set heartbeat_on = now() - interval '10 minutes' where state = 'active'")

/** Beside what ships in the catalog. */
const theirs = "customer_id <> (select id from customer where kind = 'CATALOG')"
const imported = async () => (await works.owner<{ n: number }>(`select count(*)::int as n from control where ${theirs}`))[0]?.n ?? 0

test('kill -9 of the database, then of the server, in the middle of saves, of imports, and of decisions, entries and closings of registers: what was acknowledged is there, nothing is half, each import is done once', async () => {
  await works.start()
  await works.found()
  const root = await works.enter()
  const saved = await saveWhile('Database killed', root, async () => {
    await beginImport('x')
    works.killDatabase()
  })
  expect(saved.length).toBeGreaterThan(20)
  await works.program.kill()
  await works.start()
  await ageJobs()
  await works.expectWhole(saved)
  expect((await imported()) % requirements).toBe(0)

  await works.enter()
  const registers = new RegistersUnderWay(works)
  await registers.prepare(root)
  const more = await saveWhile('Server killed', root, async () => {
    await beginImport('y')
    await registers.begin()
    await works.program.kill()
  })
  expect(more.length).toBeGreaterThan(20)
  expect((await imported()) % requirements).toBe(0)
  await ageJobs()
  await works.start()
  await works.expectWhole([...saved, ...more])
  await works.enter()
  await registers.expectWhole()
  await expect.poll(registers.imported, { interval: 200 }).toBe(true)

  await expect
    .poll(async () => (await works.owner<{ status: string }>('select status from import_report')).map((row) => row.status), { interval: 200 })
    .toEqual(['COMPLETE', 'COMPLETE', 'COMPLETE'])
  expect(await works.owner(`select count(*)::int as n, count(distinct urn)::int as distinct from control where ${theirs}`)).toEqual([
    { n: 2 * requirements, distinct: 2 * requirements },
  ])
  expect(await works.owner(`select count(*)::int as n from policy where ${theirs}`)).toEqual([{ n: 2 }])
  const verified = execFileSync(process.execPath, ['tools/run.mjs', 'app/commands/verify-audit.ts'], {
    env: { ...process.env, VIGIE_DATA: works.data },
    encoding: 'utf8',
  })
  expect(verified).toContain('are as they were written')
}, 600_000)

test('kill -9 of the server in the middle of 200 answers of a campaign: what was acknowledged is there once, what was not is sent again', async () => {
  const root = await works.enter()
  const answers = new AnswersUnderWay(works)
  await answers.prepare(root)
  const before = await answers.answer(await works.visitors(answers.people), () => works.program.kill())
  expect(before).toBeGreaterThan(80)
  expect(before).toBeLessThan(190)
  await answers.expectWhole()
  await works.start()
  await answers.answer(await works.visitors(answers.people))
  answers.expectAll()
  await answers.expectWhole()
}, 600_000)
