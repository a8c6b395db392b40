import { sql } from 'kysely'
import { asSql, both } from '#kit/server/access/row-rule.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { DepartureEffect } from '#areas/people/contract/holder-calls.ts'
import type { DepartureAsked } from '#areas/people/server/index.ts'
import { everyTask } from '#areas/runbooks/server/index.ts'
import { measuresInPlace } from '#areas/measures/server/index.ts'
import { Labels, outcomeAt, placeOf, recomputeScores, trim, visibleTo, type Day, type ScoreResult } from '#areas/scores/server/index.ts'
import { factsOver, type DatedFacts } from './dated-facts.ts'
import { loadDated } from './load-dated.ts'

/**
 * What the score becomes until a day if somebody is gone: the recurring tasks of measures that are theirs alone go unanswered, all others are done as they come round, and nothing else
 * changes. With a proposal those alone go unanswered that nobody takes.
 */
export async function departureEffect(
  tx: Tx,
  resources: Resources,
  current: ScoreResult,
  { member, left, until }: DepartureAsked,
): Promise<DepartureEffect | null> {
  const visible = visibleTo(tx.who)
  const k = rowRef('k')
  const [dated, own] = await Promise.all([
    loadDated(tx, resources, until),
    tx.run(sql<{ id: number }>`select k.id from ${everyTask(tx.customerId)} k join ${measuresInPlace(tx.customerId)} m on m.id = k.measure_id
      where ${asSql(both(sql<boolean>`k.manager_id = ${member} and k.group_id is null and not k.archived`, resourceOf(resources, 'runtask').rules.read(k, tx.who)))} order by k.id`),
  ])
  if (!current.index.root) return null
  const place = placeOf(current, visible, { scope: 'consolidated' })
  const mine = new Set(own.map(({ id }) => id))
  const notTaken = new Set(left.flatMap(({ entity, id }) => (entity === 'runtask' && mine.has(id) ? [id] : [])))
  const facts = (undone: ReadonlySet<number>) => factsOver(current.facts, answered(dated, current, undone))(until)
  const scoreOf = (result: ScoreResult) => {
    const score = outcomeAt(result, place).eased?.performance ?? null
    return score === null ? null : trim(score)
  }
  // From one to the next only what differs between them is computed.
  const kept = recomputeScores(current, facts(new Set()))
  const without = mine.size === 0 ? kept : recomputeScores(kept, facts(mine))
  const proposed = notTaken.size === 0 ? kept : recomputeScores(kept, facts(notTaken))
  const id = 'perimeter_id' in place ? place.perimeter_id : 0
  const labels = new Labels()
  labels.want('perimeter', id)
  await labels.load(tx)
  return {
    until,
    place: labels.get('perimeter', id)?.name ?? '',
    tasks: mine.size,
    left: notTaken.size,
    kept: scoreOf(kept),
    without: scoreOf(without),
    proposed: scoreOf(proposed),
  }
}

/** The facts of days to come with every time round answered but those of some tasks; what holds today holds until then. */
function answered({ tasks }: DatedFacts, { facts }: ScoreResult, undone: ReadonlySet<number>): DatedFacts {
  const today: Day = facts.day
  return {
    tasks: tasks.map((task) =>
      undone.has(task.source_id) ? task : { ...task, rounds: task.rounds.map((round) => (round.from > today ? { ...round, conform: true } : round)) },
    ),
    exclusions: facts.exclusions.map((row) => ({ ...row, to: null })),
    proofs: [],
  }
}
