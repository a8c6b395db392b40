import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testApp, type TestApp } from '#app/test/worlds/test-app.ts'
import { addDays, nextStart, periodAt, periodicities, type Periodicity } from '#areas/runbooks/contract/recurrence.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { dayFromNow } from '#tools/test/day-from-now.ts'
import { goldenCustomer, type GoldenCustomer } from '#tools/test/golden-customer.ts'
import { computeScores } from '#areas/scores/server/compute/compute.ts'
import { taskControl, type Occurrence } from './control.ts'
import { loadFacts } from './load-facts.ts'
import { ScoreCache } from '#areas/scores/server/snapshot/score-cache.ts'
import { publishScores, resultsOf } from '#areas/scores/server/snapshot/snapshot.ts'
import type { NamedExplanation } from '#areas/scores/contract/calls.ts'

let app: TestApp
let golden: GoldenCustomer
let count = 0
beforeAll(async () => {
  app = await testApp()
  golden = await goldenCustomer(app)
  expect((await golden.pilot.post('/runbook', { name_en: 'Continuity' })).status).toBe(200)
})
afterAll(() => app.close())

interface Time {
  readonly start: string
  readonly due: string
  readonly status: string
  readonly done: string | null
}

/** A recurring task of M4 with these times round, straight into the tables. */
async function taskWith(tx: Tx, periodicity: Periodicity, start: string, times: readonly Time[]): Promise<number> {
  const row = await tx.first(sql<{ id: number }>`insert into runtask (customer_id, identifier, name_en, runbook_id, measure_id, periodicity, start_date)
    values (${tx.customerId}, ${`T-${(count += 1)}`}, 'Backup test', (select id from runbook where customer_id = ${tx.customerId} limit 1), ${golden.measure.M4}, ${periodicity}, ${start}) returning id`)
  const id = row?.id ?? 0
  for (const { start: from, due, status, done } of times)
    await tx.run(sql`insert into occurrence (customer_id, runtask_id, periodicity, period_start, due_date, status, done_date, answered_at)
      values (${tx.customerId}, ${id}, ${periodicity}, ${from}, ${due}, ${status}, ${status.startsWith('DONE') ? done : null}, ${done === null ? null : `${done}T11:00:00Z`})`)
  return id
}

const controlsOf = async (tx: Tx, id: number, day: string) =>
  (await loadFacts(tx, day)).controls.filter(({ kind, source_id, measure_id }) => kind === 'TASK' && source_id === id && measure_id === golden.measure.M4)

const answersByStatus: Readonly<Record<string, Pick<Occurrence, 'answer' | 'approval'>>> = {
  TO_DO: { answer: null, approval: 'NOT_REQUIRED' },
  PENDING_APPROVAL: { answer: 'OK', approval: 'PENDING' },
  REJECTED: { answer: 'OK', approval: 'REJECTED' },
  DONE: { answer: 'DONE', approval: 'NOT_REQUIRED' },
  DONE_OK: { answer: 'OK', approval: 'APPROVED' },
  DONE_KO: { answer: 'KO', approval: 'NOT_REQUIRED' },
  NOT_DONE: { answer: 'NOT_DONE', approval: 'NOT_REQUIRED' },
  NA: { answer: 'NOT_APPLICABLE', approval: 'NOT_REQUIRED' },
}

describe('what recurring tasks say of their measure', () => {
  const monthly = (month: string, status: string, done: string | null): Time => ({ start: `${month}-01`, due: `${month}-28`, status, done })
  // Due 28 Feb 2026 … ; the year ends with the day asked about.
  test.each<[string, string, Time[], object[]]>([
    ['nothing was due yet: no source', '2026-02-28', [monthly('2026-02', 'TO_DO', null)], []],
    ['due yesterday and unanswered', '2026-03-01', [monthly('2026-02', 'TO_DO', null)], [{ numerator: 0, denominator: 1 }]],
    ['answered before it is due', '2026-02-10', [monthly('2026-02', 'DONE_OK', '2026-02-10')], [{ numerator: 1, denominator: 1, late: 0 }]],
    ['done a period late still counts, flagged', '2026-03-31', [monthly('2026-02', 'DONE', '2026-03-31')], [{ numerator: 1, denominator: 1, late: 1 }]],
    ['done later than that counts no more', '2026-04-01', [monthly('2026-02', 'DONE', '2026-04-01')], [{ numerator: 0, denominator: 1 }]],
    [
      'KO and not done',
      '2026-04-01',
      [monthly('2026-02', 'DONE_KO', '2026-02-20'), monthly('2026-03', 'NOT_DONE', '2026-03-20')],
      [{ numerator: 0, denominator: 2 }],
    ],
    ['waits for approval, or was rejected', '2026-02-20', [monthly('2026-02', 'PENDING_APPROVAL', '2026-02-20')], [{ numerator: 0, denominator: 1 }]],
    [
      'not applicable is left out',
      '2026-04-01',
      [monthly('2026-02', 'NA', '2026-02-20'), monthly('2026-03', 'DONE_OK', '2026-03-20')],
      [{ numerator: 1, denominator: 1 }],
    ],
    ['a year later it is gone', '2027-02-28', [monthly('2026-02', 'DONE_OK', '2026-02-20')], []],
    ['the day before it was not', '2027-02-27', [monthly('2026-02', 'DONE_OK', '2026-02-20')], [{ numerator: 1, denominator: 1 }]],
  ])('%s', async (_, day, times, expected) => {
    await golden.as(async (tx) => {
      const id = await taskWith(tx, 'MONTHLY', '2026-02-01', times)
      expect(await controlsOf(tx, id, day)).toMatchObject(expected)
      await tx.run(sql`delete from occurrence where customer_id = ${tx.customerId} and runtask_id = ${id}`)
      await tx.run(sql`delete from runtask where customer_id = ${tx.customerId} and id = ${id}`)
    })
  })

  test('the database counts as the rule does, for every rhythm, over leap years and year ends', async () => {
    const day = fc.integer({ min: 0, max: 1200 }).map((n) => addDays('2023-01-01', n))
    const time = fc.record({ status: fc.constantFrom(...Object.keys(answersByStatus)), done: fc.integer({ min: -5, max: 400 }) })
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...periodicities),
        day,
        fc.array(time, { minLength: 1, maxLength: 8 }),
        fc.integer({ min: 0, max: 800 }),
        async (rhythm, from, rows, after) => {
          const start = nextStart(rhythm, from)
          const times = rows.map((row, n): Time & { until: string } => {
            const { start: begins, due } = periodAt(rhythm, start, n)
            return {
              start: begins,
              due,
              status: row.status,
              done: row.status === 'TO_DO' ? null : addDays(due, row.done),
              until: periodAt(rhythm, start, n + 1).due,
            }
          })
          const on = addDays(start, after)
          await golden.as(async (tx) => {
            const id = await taskWith(tx, rhythm, start, times)
            const occurrences = times.map(({ due, status, done, until }): Occurrence => ({
              due_on: due,
              counts_until: until,
              done_on: done,
              answer: null,
              approval: 'NOT_REQUIRED',
              ...answersByStatus[status],
            }))
            const rule = taskControl({ measure_id: golden.measure.M4, source_id: id }, occurrences, on)
            expect(await controlsOf(tx, id, on)).toEqual(rule.denominator === 0 ? [] : [rule])
            await tx.run(sql`delete from occurrence where customer_id = ${tx.customerId} and runtask_id = ${id}`)
            await tx.run(sql`delete from runtask where customer_id = ${tx.customerId} and id = ${id}`)
          })
        },
      ),
      { numRuns: 60 },
    )
  })
})

describe('an answer moves the score', () => {
  test('at once, as from nothing, and the explanation and what moved say by which', async () => {
    const { pilot, measure, perimeter } = golden
    const score = async () => (await pilot.get('/score')).body.object.score as { performance: number; proven_share: number }
    const before = await score()
    await golden.as(async (tx) => publishScores(tx, { ...(await loadFacts(tx, tx.today)), day: dayFromNow(-1) }))
    const explained = async (answer: { body: { object: NamedExplanation } }, task: number): Promise<NamedExplanation> => {
      for (let open = answer.body.object.children ?? []; open.length > 0;) {
        const below: NamedExplanation[] = []
        for (const { path } of open) {
          const node: NamedExplanation = (await pilot.get(`/score/explanation?at=${encodeURIComponent(path)}`)).body.object
          if (node.kind === 'CONTROL' && node.id === task) return node
          below.push(...(node.children ?? []))
        }
        open = below
      }
      throw new Error('The task is not in the explanation')
    }
    const [book] = (await pilot.get('/runbook')).body.objects
    const start = dayFromNow(-20)
    const made = await pilot.post('/runtask', {
      name_en: 'Backup test',
      runbook: book.id,
      kind: 'CONTROL',
      periodicity: 'QUARTERLY',
      start_date: start,
      measure: measure.M4,
      perimeter: perimeter.B,
    })
    expect(made.status).toBe(200)
    expect(await score()).toEqual(before)
    const page = await pilot.post('/occurrence/page', { queryParams: { filters: [{ name: 'runtask', selected_options: [made.body.object.id] }] } })
    const [{ id }] = page.body.objects.toSorted((a: { due_date: string }, b: { due_date: string }) => a.due_date.localeCompare(b.due_date))
    const cache = new ScoreCache()
    await golden.as((tx) => cache.read(tx))
    expect((await pilot.post(`/occurrence/${id}/answer`, { answer: 'DONE_KO', comment: 'Nothing came back' })).status).toBe(200)
    const after = await score()
    expect(after.performance).toBeLessThan(before.performance)
    const [cached, fresh] = await golden.as(async (tx) => [await cache.read(tx), computeScores(await loadFacts(tx, tx.today))] as const)
    expect(resultsOf(cached)).toEqual(resultsOf(fresh))

    const lines = await explained(await pilot.get('/score/explanation'), made.body.object.id)
    expect(lines.label).toMatchObject({ id: made.body.object.id, name: 'Backup test' })
    expect(lines.children).toMatchObject([{ kind: 'OCCURRENCE', id, label: { name: 'Backup test' }, reasons: [{ code: 'occurrence_ko' }] }])
    expect(lines.children?.[0]?.contribution).toBeCloseTo(lines.contribution ?? 0, 9)
    const { causes, difference } = (await pilot.get(`/score/moved?from=${dayFromNow(-1)}`)).body.object
    expect(causes.filter(({ code }: { code: string }) => code === 'CONTROL')).toMatchObject([
      {
        amount: difference,
        task: { id: made.body.object.id, name: 'Backup test' },
        perimeter: { id: perimeter.B },
        answer: { occurrence: id, status: 'DONE_KO', count: 1 },
      },
    ])

    expect((await pilot.post(`/occurrence/${id}/undo`, {})).status).toBe(200)
    expect(await score()).toEqual(before)
    expect((await pilot.post(`/occurrence/${id}/answer`, { answer: 'DONE_OK' })).status).toBe(200)
    const proven = await score()
    expect(proven.performance).toBe(before.performance)
    expect(proven.proven_share).toBeGreaterThan(before.proven_share)
  })
})
