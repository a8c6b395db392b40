import { sql, type RawBuilder } from 'kysely'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { everyMeasure, measureDecided, measureOffers } from '#areas/measures/server/index.ts'
import { appliedVersions, policiesInForce } from '#areas/policies/server/index.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { controlSources } from './control-data.ts'
import { provingEvidence } from './proofs.ts'
import { taskControls } from './task-conformity.ts'
import type { ApplicationFact, ControlFact, Day, DeductionFact, ExclusionFact, LinkFact, MeasureFact, NodeFact, PerimeterFact, ScoreFacts } from './facts.ts'

/** The facts by the statement that reads them. */
export const factParts = ['places', 'nodes', 'links', 'measures', 'deductions', 'controls', 'exclusions'] as const
export type FactPart = (typeof factParts)[number]
/** Parts whose rows carry dates: they differ from day to day without any write. */
export const datedParts: readonly FactPart[] = ['deductions', 'controls', 'exclusions']

/**
 * Reads the facts as they stand now, for the end of a day that is today (a past one only differs by what carries dates: deductions, control data,
 * exclusions). Seven statements in one flight; parts that are not asked for are taken over from `known` as the very same arrays.
 */
export async function loadFacts(tx: Tx, day: Day, parts: readonly FactPart[] = factParts, known?: ScoreFacts): Promise<ScoreFacts> {
  const load = <T>(part: FactPart, read: (tx: Tx, day: Day) => Promise<T>, previous: T | undefined): Promise<T> | T =>
    previous === undefined || parts.includes(part) ? read(tx, day) : previous
  const [places, nodes, links, measures, deductions, controls, exclusions] = await Promise.all([
    load('places', readPlaces, known),
    load('nodes', readNodes, known?.nodes),
    load('links', readLinks, known?.links),
    load('measures', readMeasures, known?.measures),
    load('deductions', readDeductions, known?.deductions),
    load('controls', readControls, known?.controls),
    load('exclusions', readExclusions, known?.exclusions),
  ])
  return { day, perimeters: places.perimeters, applications: places.applications, nodes, links, measures, deductions, controls, exclusions }
}

/** Perimeters with their groupings, and the policies in force there: versions that were published, of policies not archived. */
async function readPlaces(tx: Tx): Promise<Pick<ScoreFacts, 'perimeters' | 'applications'>> {
  const rows = await tx.run(sql<PerimeterFact & { applications: ApplicationFact[] | null }>`
    select p.id, p.parent_id, p.type, p.weight, p.archived, coalesce(t.ids, '{}') as grouping_ids, a.applications
    from perimeter p
      left join (select target_id, array_agg(owner_id order by owner_id) as ids from tag__perimeters where customer_id = ${tx.customerId} group by target_id) t on t.target_id = p.id
      left join (select a.perimeter_id, jsonb_agg(jsonb_build_object('perimeter_id', a.perimeter_id, 'policy_id', a.policy_id, 'version_id', a.policy_version_id,
          'weight', a.weight, 'level', a.level, 'groups', a.implementation_groups, 'target', a.target_score) order by a.policy_id) as applications
        from ${policiesInForce(tx.customerId)} a group by a.perimeter_id) a on a.perimeter_id = p.id
    where p.customer_id = ${tx.customerId} order by p.id`)
  return {
    perimeters: rows.map(({ id, parent_id, type, weight, archived, grouping_ids }) => ({ id, parent_id, type, weight, archived, grouping_ids })),
    applications: rows.flatMap(({ applications }) => applications ?? []),
  }
}

/**
 * Requirements and groups of the versions in use. Groups have no lineage of their own: theirs is the first group of the same key among the versions
 * of the policy. Their ids and lineages are negative, so that they cannot be taken for a requirement's.
 */
async function readNodes(tx: Tx): Promise<NodeFact[]> {
  return nodesOf(tx, appliedVersions(tx.customerId))
}

/** Those of versions that may be in use nowhere yet, numbered like the others. */
export async function readNodesOfVersions(tx: Tx, versionIds: readonly number[]): Promise<NodeFact[]> {
  return nodesOf(tx, sql`select policy_id, id from policy_version where customer_id = ${tx.customerId} and id = any(${versionIds}::bigint[])`)
}

async function nodesOf(tx: Tx, used: RawBuilder<unknown>): Promise<NodeFact[]> {
  return tx.run(sql<NodeFact>`
    with used as (${used}),
      keyed as (select g.*, v.policy_id, k.key, row_number() over (partition by g.policy_version_id, k.key order by g.position, g.id) as n
        from control_group g cross join lateral (select coalesce(g.urn, g.identifier collate "C", g.name_en collate "C", g.name_fr collate "C") as key) k
          join policy_version v on v.customer_id = g.customer_id and v.id = g.policy_version_id
        where g.customer_id = ${tx.customerId} and v.policy_id in (select policy_id from used)),
      groups as (select *, min(id) over (partition by policy_id, key, n) as first_id from keyed)
    select -g.id as id, g.policy_version_id as version_id, -g.first_id as lineage_id, -g.parent_id as parent_id, false as assessable, 1 as weight,
        g.weight as group_weight, null::int as level, null::jsonb as groups
      from groups g where g.policy_version_id in (select id from used)
    union all
    select c.id, c.policy_version_id, c.lineage_id, -c.control_group_id, true, c.weight, null, c.level, nullif(c.implementation_groups, '[]')
      from control c where c.customer_id = ${tx.customerId} and c.policy_version_id in (select id from used)
    order by 2, 1`)
}

async function readLinks(tx: Tx): Promise<LinkFact[]> {
  return tx.run(
    sql<LinkFact>`select lineage_id, solution_id, share from control_solution where customer_id = ${tx.customerId} order by lineage_id, solution_id`,
  )
}

const everything = sql`true`

/** Measures that are still to be handled count for nothing and are left where they are, unless they are offered to somebody. */
async function readMeasures(tx: Tx): Promise<MeasureFact[]> {
  return measureFacts(tx, sql`(${measureDecided(rowRef('m'))} or b.measure_id is not null)`)
}

/** Those of `measure m` that are wanted. */
export async function measureFacts(tx: Tx, wanted: RawBuilder<unknown>): Promise<MeasureFact[]> {
  return tx.run(sql<MeasureFact>`
    select m.id, m.solution_id, m.perimeter_id, m.status, m.decision, m.base_efficiency, m.serves_self as serves_operator,
      coalesce(b.accepted, '{}') as beneficiary_ids, coalesce(b.offered, '{}') as offered_ids
    from ${everyMeasure(tx.customerId)} m left join ${measureOffers(tx.customerId)} b on b.measure_id = m.id
    where ${wanted} order by m.id`)
}

const readDeductions = (tx: Tx, day: Day) => deductionFacts(tx, day)

/** Those of all measures, or of some. */
export async function deductionFacts(tx: Tx, day: Day, ids?: readonly number[]): Promise<DeductionFact[]> {
  return tx.run(sql<DeductionFact>`select measure_id, source_id as remediation_id, points as value, true as open from measure_deduction
    where customer_id = ${tx.customerId} and source = 'remediation' and opened_on <= ${day} and (released_on is null or released_on > ${day})
      and ${ids ? sql`measure_id = any(${ids}::bigint[])` : everything} order by id`)
}

/** What recurring tasks say on the day, the last word of each other source up to it, and the finished actions with a proof; what proves is of the last year. */
async function readControls(tx: Tx, day: Day): Promise<ControlFact[]> {
  return tx.run(sql<ControlFact>`${controlFacts(tx, day)}
    union all
    select a.measure_id, 'EVIDENCE', a.evidence_id, null, null, 0, false, true from ${provingEvidence(tx, day)} a
    order by 1, 2, 3`)
}

/** What rates measures on a day, all or some of them: the last word of each source up to it, and the recurring tasks. */
const controlFacts = (tx: Tx, day: Day, ids?: readonly number[]) => sql`
    select * from (
      select distinct on (measure_id, source, source_id) measure_id, case source when ${controlSources.TASK} then 'TASK' when ${controlSources.INDICATOR} then 'INDICATOR' else 'EVIDENCE' end as kind,
        source_id, achieved::float8 as numerator, due::float8 as denominator, late, stale, proven and day > (${day}::date - interval '1 year')::date as proven
      from measure_control where customer_id = ${tx.customerId} and day <= ${day} and ${ids ? sql`measure_id = any(${ids}::bigint[])` : everything} order by measure_id, source, source_id, day desc) said
    union all ${taskControls(tx, day, ids && sql`o.task_measure_id = any(${ids}::bigint[])`)}`

/** Those of some measures, without what proves and does not rate. */
export async function ratingFacts(tx: Tx, day: Day, ids: readonly number[]): Promise<ControlFact[]> {
  return tx.run(sql<ControlFact>`${controlFacts(tx, day, ids)} order by 1, 2, 3`)
}

async function readExclusions(tx: Tx, day: Day): Promise<ExclusionFact[]> {
  return tx.run(sql<ExclusionFact>`select id, perimeter_id, lineage_id, kind, start_on as "from", end_on as "to" from requirement_exclusion
    where customer_id = ${tx.customerId} and start_on <= ${day} and (end_on is null or end_on >= ${day}) order by id`)
}
