import { everyReminder, everyTask, lastPeriod } from '#areas/runbooks/server/index.ts'
import { sql } from 'kysely'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { addDays, hoursOf, periodOn, periodsBetween, type Periodicity } from '#areas/runbooks/contract/recurrence.ts'
import { type Day, everyExclusion, type ExclusionFact, judgedOccurrences, leaves, proofEnds } from '#areas/scores/server/index.ts'
import { renewalsAsked } from '#areas/exemptions/server/index.ts'
import { measuresInPlace } from '#areas/measures/server/index.ts'
import type { DatedFacts, DatedTask, Round } from './dated-facts.ts'

interface Loaded extends DatedFacts {
  /** Exclusions whose exemption is asked to go on, with the day until which; the request is one that the reader may open. */
  readonly renewals: ReadonlyMap<number, Day>
  /** Recurring tasks of which somebody is reminded before each time. */
  readonly reminded: ReadonlySet<number>
  /** The next day that is booked for one. */
  readonly booked: ReadonlyMap<number, Day>
  /** Those of both that were put from the forecast, which may take them back. */
  readonly ours: ReadonlySet<number>
}

interface Coming {
  readonly id: number
  readonly measure_id: number
  readonly periodicity: Periodicity
  readonly start_date: Day
  readonly end_date: Day | null
  readonly made_on: Day
  readonly last: Day | null
  readonly archived: boolean
  readonly reminded: boolean
  readonly booked: Day | null
  readonly ours: boolean
}

/** What of an organisation's facts changes by itself until a day; four statements in one flight, whatever the number of tasks and answers. */
export async function loadDated(tx: Tx, resources: Resources, until: Day): Promise<Loaded> {
  const [there, coming, exclusions, proofs] = await Promise.all([readRounds(tx), readComing(tx), readExclusions(tx, resources), proofEnds(tx)])
  const byTask = new Map<number, { readonly measure_id: number; readonly rounds: Round[] }>(
    there.map(({ source_id, measure_id, rounds: some }) => [source_id, { measure_id, rounds: [...some] }]),
  )
  // Thousands of tasks share a few rhythms.
  const shared = new Map<string, readonly Round[]>()
  for (const task of coming) {
    const known = byTask.get(task.id) ?? { measure_id: task.measure_id, rounds: [] }
    byTask.set(task.id, known)
    if (task.archived) continue
    const rhythm = [task.periodicity, task.start_date, task.end_date, task.last ?? task.made_on, task.last === null].join(' ')
    const rounds = shared.get(rhythm) ?? roundsToCome(task, until, tx.who.timeZone)
    shared.set(rhythm, rounds)
    known.rounds.push(...rounds)
  }
  return {
    tasks: [...byTask].map(([source_id, rest]): DatedTask => ({ source_id, ...rest })),
    exclusions,
    proofs,
    renewals: new Map(exclusions.flatMap(({ id, renewed_until: day }) => (day === null ? [] : [[id, day]]))),
    reminded: new Set(coming.filter(({ reminded }) => reminded).map(({ id }) => id)),
    booked: new Map(coming.flatMap(({ id, booked }) => (booked === null ? [] : [[id, booked]]))),
    ours: new Set(coming.filter(({ ours }) => ours).map(({ id }) => id)),
  }
}

/** The times round that are there: those that count today, and those that will once they are due, added up where they do so together. */
const readRounds = (tx: Tx) =>
  tx.run(sql<{ measure_id: number; source_id: number; rounds: Round[] }>`
    select measure_id, runtask_id as source_id, jsonb_agg(jsonb_build_object('from', "from", 'until', until, 'conform', conform, 'count', n)) as rounds from (
      select measure_id, runtask_id, case when counted then ${tx.today}::date else due_date + 1 end as "from", ${leaves(sql`due_date`)} as until, conform, count(*)::int as n
      from ${judgedOccurrences(tx, tx.today)} j where measure_id is not null and runtask_id is not null and (counted or not is_answered) group by 1, 2, 3, 4, 5) r group by 1, 2 order by 2`)

const readComing = (tx: Tx) =>
  tx.run(sql<Coming>`select k.id, k.measure_id, k.periodicity, k.start_date, k.end_date, (k.created_at at time zone ${tx.who.timeZone})::date as made_on, k.archived,
      ${lastPeriod(tx.customerId, sql`k.id`)} as last,
      exists (select 1 from ${everyReminder(tx.customerId)} r where r.owner_id = k.id and r.days is not null) as reminded,
      (select to_char(min(r.date), 'YYYY-MM-DD') from ${everyReminder(tx.customerId)} r where r.owner_id = k.id and r.date > ${tx.today}::date) as booked,
      exists (select 1 from ${everyReminder(tx.customerId)} r join forecast_reminder f on f.customer_id = r.customer_id and f.reminder_id = r.id
        where r.owner_id = k.id and (r.days is not null or r.date > ${tx.today}::date)) as ours
    from ${everyTask(tx.customerId)} k join ${measuresInPlace(tx.customerId)} m on m.id = k.measure_id
    where k.measure_id is not null order by k.id`)

function readExclusions(tx: Tx, resources: Resources): Promise<(ExclusionFact & { readonly renewed_until: Day | null })[]> {
  const e = rowRef('e')
  return tx.run(sql<
    ExclusionFact & { readonly renewed_until: Day | null }
  >`select x.id, x.perimeter_id, x.lineage_id, x.kind, x.start_on as "from", x.end_on as "to",
      (select max(e.end_date) from ${renewalsAsked(tx.customerId, sql`x.source_id`)} e where x.source = 'exemption' and coalesce(${asSql(resourceOf(resources, 'exemption').rules.read(e, tx.who))}, false)) as renewed_until
    from ${everyExclusion(tx.customerId)} x where (x.end_on is null or x.end_on >= ${tx.today}::date) order by x.id`)
}

/** The times round that nobody has made yet, as the nights until then will: each counts from the day after it was due, for a year. */
function roundsToCome({ periodicity, start_date: first, end_date: end, made_on, last }: Coming, until: Day, timeZone: string): Round[] {
  const at = (day: Day) => periodOn(periodicity, first, day).index
  const from = last === null ? Math.max(0, at(first > made_on ? first : made_on)) : at(last) + 1
  return periodsBetween(periodicity, first, from, at(until)).flatMap(({ start, due }): Round[] => {
    if (end !== null && start > end) return []
    const day = end !== null && end < due ? end : due
    return [{ from: addDays(day, 1), until: yearAfter(day), conform: false, count: periodicity === 'HOURLY' ? hoursOf(start, timeZone) : 1 }]
  })
}

/** The first day on which something of a day is more than a year ago. */
export function yearAfter(day: Day): Day {
  const year = String(Number(day.slice(0, 4)) + 1).padStart(4, '0')
  return day.slice(5) === '02-29' ? `${year}-03-01` : `${year}${day.slice(4)}`
}
