import { sql } from 'kysely'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { PolicyTile, Posture, UnlinkedPolicy } from '#areas/scores/contract/posture.ts'
import { quarterBefore } from '#areas/scores/contract/quarter.ts'
import { MOVEMENT_UNIT } from '#areas/scores/contract/score.ts'
import { dayAfter } from '#kit/contract/day-after.ts'
import { outcomeAt, type Place, type ScoreResult } from '#areas/scores/server/compute/compute.ts'
import type { Visible } from '#areas/scores/server/explanation/explanation-draft.ts'
import type { Day } from '#areas/scores/server/facts/facts.ts'
import { Labels } from '#areas/scores/server/explanation/labels.ts'
import { whatMoved } from '#areas/scores/server/movement/movement.ts'
import { policiesAt } from './policies-at.ts'
import { hiddenAt } from './reach.ts'
import type { ScoreCache } from '#areas/scores/server/snapshot/score-cache.ts'
import { toScore, trim } from '#areas/scores/server/compute/score.ts'
import type { SnapshotReading } from '#areas/scores/server/snapshot/snapshot.ts'
import { aimedUntil, aimsOf, organisationAim, targetSteps, type Aims } from './target-score.ts'

/** How a place stands on a day with all that applies to it; the statements are as many whatever there is of it. */
export async function postureOf(tx: Tx, cache: ScoreCache, result: ScoreResult, visible: Visible, perimeter: number): Promise<Posture> {
  const place = at(perimeter)
  const { day } = result.facts
  const labels = new Labels()
  labels.want('perimeter', perimeter)
  const [past, aim, aims, steps] = await Promise.all([
    pastOf(tx, perimeter, day, 'whole'),
    organisationAim(tx, day),
    aimsOf(tx, result),
    targetSteps(tx, day),
    labels.load(tx),
  ])
  const whole = aim.target_score
  const now = standingOf(
    result,
    place,
    undefined,
    past.map((moment) => moment.whole),
    aims,
  )
  const isRoot = perimeter === result.index.root?.fact.id
  return {
    day,
    perimeter: labels.get('perimeter', perimeter) ?? { id: perimeter, name: '', identifier: null },
    ...now,
    counted: outcomeAt(result, place).counts.counted,
    hidden: hiddenAt(result, visible, place),
    moved: await movedSince(tx, cache, result, place),
    policies: policiesAt(result, place).size,
    targets: isRoot && whole !== null && steps.length > 0 ? steps : [{ from: day, target: now.target }],
    target_date: aimedUntil(aim, day),
  }
}

/** Like is compared with like: what a policy that was applied since then is worth is no pace. */
async function movedSince(tx: Tx, cache: ScoreCache, result: ScoreResult, place: Place): Promise<Posture['moved']> {
  const until = quarterBefore(result.facts.day)
  const before = await cache.published(tx, until, result)
  if (!before || dayAfter(before.facts.day, 31) <= until) return null
  const { difference, performance, scope } = whatMoved(before, result, { place, view: { figure: 'PERFORMANCE', exemptions: true } })
  return difference === null ? null : { from: before.facts.day, performance: performance / MOVEMENT_UNIT, scope: scope / MOVEMENT_UNIT }
}

/** How a place stands on a day, policy by policy, by their names. */
export async function tilesOf(tx: Tx, result: ScoreResult, perimeter: number): Promise<PolicyTile[]> {
  const place = at(perimeter)
  const policies = [...policiesAt(result, place)]
  const [past, aims, labels] = await Promise.all([pastOf(tx, perimeter, result.facts.day, 'policies'), aimsOf(tx, result), namesOf(tx, policies)])
  return policies
    .flatMap((id) => {
      const policy = labels.get('policy', id)
      const readings = past.map((moment) => moment.policies?.[id] ?? null)
      return policy ? [{ policy, ...standingOf(result, place, id, readings, aims) }] : []
    })
    .toSorted((a, b) => a.policy.name.localeCompare(b.policy.name, tx.who.lang))
}

const at = (perimeter: number): Place => ({ kind: 'CONSOLIDATED', perimeter_id: perimeter })

async function namesOf(tx: Tx, policies: readonly number[]): Promise<Labels> {
  const labels = new Labels()
  for (const id of policies) labels.want('policy', id)
  await labels.load(tx)
  return labels
}

/** How a place stands with everything, or with one policy, beside what was published of it one to twelve months before. */
function standingOf(result: ScoreResult, place: Place, policy: number | undefined, past: readonly (SnapshotReading | null)[], aims: Aims) {
  const score = toScore(outcomeAt(result, place, policy === undefined ? undefined : { policy_id: policy }))
  const trend = past.map((reading) => reading?.[0] ?? null)
  // The oldest is twelve months old.
  const before = trend[trend.length - 3] ?? null
  return {
    performance: score.performance,
    coverage: score.coverage,
    proven_share: score.performance === null || score.proven_share === 0 ? null : score.proven_share,
    target: aims(place, policy),
    quarter: before === null || score.performance === null ? null : trim(score.performance - before),
    trend: [...trend, score.performance],
  }
}

interface Past {
  readonly whole: SnapshotReading | null
  readonly policies: Readonly<Record<string, SnapshotReading>> | null
}

/** What was published one to twelve months before a day of one perimeter, oldest first: each the last by then, at most a month before. */
async function pastOf(tx: Tx, perimeter: number, day: Day, what: 'whole' | 'policies'): Promise<Past[]> {
  const path = sql`array['consolidated', ${String(perimeter)}]::text[]`
  const read =
    what === 'whole'
      ? sql`s.results #> ${path} as whole, null::jsonb as policies`
      : sql`null::jsonb as whole, (select jsonb_object_agg(p.key, p.value #> ${path}) from jsonb_each(s.results -> 'policies') p) as policies`
  return tx.run(sql<Past>`select ${read}
    from (select n as months, (select max(t.day) from score_snapshot t where t.customer_id = ${tx.customerId}
          and t.day <= (${day}::date - make_interval(months => n))::date and t.day > (${day}::date - make_interval(months => n))::date - 31) as day
        from generate_series(1, 12) as n) as wanted
      left join score_snapshot s on s.customer_id = ${tx.customerId} and s.day = wanted.day order by wanted.months desc`)
}

/** Requirements of current versions without a model, of the policies that apply to a place; the most first. */
export async function unlinkedOf(tx: Tx, result: ScoreResult, perimeter: number): Promise<{ objects: UnlinkedPolicy[]; total: number }> {
  const policies = [...policiesAt(result, at(perimeter))]
  const [rows, labels] = await Promise.all([
    tx.run(sql<{ id: number; count: number }>`select p.id, count(*)::int as count from policy p
        join control c on c.customer_id = p.customer_id and c.policy_version_id = p.current_version_id
      where p.customer_id = ${tx.customerId} and p.id = any(${policies}::bigint[])
        and not exists (select 1 from control_solution s where s.customer_id = c.customer_id and s.lineage_id = c.lineage_id) group by p.id order by 2 desc, 1`),
    namesOf(tx, policies),
  ])
  const objects = rows.flatMap(({ id, count }) => {
    const policy = labels.get('policy', id)
    return policy ? [{ policy, count }] : []
  })
  return { objects, total: objects.reduce((sum, { count }) => sum + count, 0) }
}
