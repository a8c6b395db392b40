import { sql } from 'kysely'
import type { Tx } from '#kit/server/data/transaction.ts'
import type { Posture } from '#areas/scores/contract/posture.ts'
import { outcomeAt, type Place, type ScoreResult } from './compute.ts'
import type { Visible } from './explanation-draft.ts'
import type { Day } from './facts.ts'
import { Labels } from './labels.ts'
import { policiesAt } from './policies-at.ts'
import { hiddenAt } from './reach.ts'
import { toScore, trim } from './score.ts'
import type { SnapshotReading } from './snapshot.ts'
import { aimOf, organisationTarget, targetSteps } from './target-score.ts'

/** How a place stands on a day, in all and policy by policy; the statements are as many whatever there is of them. */
export async function postureOf(tx: Tx, result: ScoreResult, visible: Visible, perimeter: number): Promise<Posture> {
  const place: Place = { kind: 'CONSOLIDATED', perimeter_id: perimeter }
  const { day } = result.facts
  const policies = [...policiesAt(result, place)]
  const labels = new Labels()
  labels.want('perimeter', perimeter)
  for (const id of policies) labels.want('policy', id)
  const [past, unlinked, whole, steps] = await Promise.all([
    pastOf(tx, perimeter, day),
    unlinkedOf(tx, policies),
    organisationTarget(tx),
    targetSteps(tx, day),
    labels.load(tx),
  ])
  const standing = (policy: number | undefined) => {
    const score = toScore(outcomeAt(result, place, policy === undefined ? undefined : { policy_id: policy }))
    const performance = (moment: Past | undefined) => (policy === undefined ? moment?.whole : moment?.policies?.[policy])?.[0] ?? null
    const before = performance(past.find(({ months }) => months === 3))
    return {
      performance: score.performance,
      coverage: score.coverage,
      proven_share: score.performance === null || score.proven_share === 0 ? null : score.proven_share,
      target: aimOf(result, place, policy, whole),
      quarter: before === null || score.performance === null ? null : trim(score.performance - before),
      trend: [...past.map(performance), score.performance],
    }
  }
  const now = standing(undefined)
  const isRoot = perimeter === result.index.root?.fact.id
  return {
    day,
    perimeter: labels.get('perimeter', perimeter) ?? { id: perimeter, name: '', identifier: null },
    ...now,
    counted: outcomeAt(result, place).counts.counted,
    hidden: hiddenAt(result, visible, place),
    policies: policies
      .flatMap((id) => {
        const policy = labels.get('policy', id)
        return policy ? [{ policy, ...standing(id), unlinked: unlinked.get(id) ?? 0 }] : []
      })
      .toSorted((a, b) => a.policy.name.localeCompare(b.policy.name, tx.who.lang)),
    targets: isRoot && whole !== null && steps.length > 0 ? steps : [{ from: day, target: now.target }],
  }
}

interface Past {
  readonly months: number
  readonly whole: SnapshotReading | null
  readonly policies: Readonly<Record<string, SnapshotReading>> | null
}

/** What was published one to twelve months before a day of one perimeter, oldest first: each the last by then, at most a month before. */
async function pastOf(tx: Tx, perimeter: number, day: Day): Promise<Past[]> {
  const path = sql`array['consolidated', ${String(perimeter)}]::text[]`
  const rows = await tx.run(sql<Past>`select wanted.months, s.results #> ${path} as whole,
      (select jsonb_object_agg(p.key, p.value #> ${path}) from jsonb_each(s.results -> 'policies') p) as policies
    from (select n as months, (select max(t.day) from score_snapshot t where t.customer_id = ${tx.customerId}
          and t.day <= (${day}::date - make_interval(months => n))::date and t.day > (${day}::date - make_interval(months => n))::date - 31) as day
        from generate_series(1, 12) as n) as wanted
      left join score_snapshot s on s.customer_id = ${tx.customerId} and s.day = wanted.day order by wanted.months desc`)
  return rows
}

/** Requirements of current versions without a model, by policy. */
async function unlinkedOf(tx: Tx, policies: readonly number[]): Promise<ReadonlyMap<number, number>> {
  const rows = await tx.run(sql<{ id: number; count: number }>`select p.id, count(*)::int as count from policy p
      join control c on c.customer_id = p.customer_id and c.policy_version_id = p.current_version_id
    where p.customer_id = ${tx.customerId} and p.id = any(${policies}::bigint[])
      and not exists (select 1 from control_solution s where s.customer_id = c.customer_id and s.lineage_id = c.lineage_id) group by p.id`)
  return new Map(rows.map(({ id, count }) => [id, count]))
}
