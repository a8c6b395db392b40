import { everyEvidence } from '#areas/evidence/server/index.ts'
import { everyMeasure } from '#areas/measures/server/index.ts'
import { everyAction, evidencesOfAction } from '#areas/actions/server/index.ts'
import { sql } from 'kysely'
import { notFound } from '#kit/contract/errors.ts'
import type { Grant } from '#kit/server/access/authorize.ts'
import { asSql, type RowRef } from '#kit/server/access/row-rule.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Beside } from '#areas/campaigns/contract/answer-calls.ts'
import { everyMetric, lastMetricValue, readsAll } from '#areas/metrics/server/index.ts'
import { standingOf, visibleTo, type ScoreResult } from '#areas/scores/server/index.ts'
import { feedsOf } from '#areas/campaigns/server/plan/feed.ts'
import { exemptionLeavesOut, exemptionsInForceAt } from '#areas/exemptions/server/index.ts'
import { openGapsAt } from '#areas/gaps/server/index.ts'
import { editionsOf, everyLink } from '#areas/policies/server/index.ts'
import { headOf, type Head } from './head.ts'

type Scores = (tx: Tx) => Promise<ScoreResult>
type Entity = 'evidence' | 'metric' | 'measure' | 'gap' | 'exemption'
interface ItemRequest {
  readonly head: Head
  readonly item: number
  /** Of the requirement, whatever its version; null of a question. */
  readonly lineage: number | null
  readonly lang: 'en' | 'fr'
  /** As far as the reader finds rows of an entity elsewhere. */
  readonly readable: (entity: Entity, row: RowRef) => ReturnType<typeof asSql>
}

const [v, t, c, m] = [rowRef('v'), rowRef('t'), rowRef('c'), rowRef('m')]

/** What stands beside one item of an evaluation, as far as its reader may open it: seven statements, those of scores that must be computed anew apart. */
export async function besideOf(tx: Tx, grant: Grant, resources: Resources, scores: Scores, id: number, item: number): Promise<Beside> {
  const head = await headOf(tx, grant, id)
  const { who } = grant
  const lineage = head.policy_version_id === null ? null : await lineageOf(tx, head.policy_version_id, item)
  const readable: ItemRequest['readable'] = (entity, row) => {
    const { rules, def } = resourceOf(resources, entity)
    return who.rights.has(def.rights.read) ? asSql(rules.read(row, who)) : sql<boolean>`false`
  }
  const request: ItemRequest = { head, item, lineage, lang: who.lang, readable }
  const [last, metric, measures, gaps, exemptions] = await Promise.all([
    lastAnswer(tx, request),
    head.questionnaire_id === null ? undefined : metricOf(tx, request),
    lineage === null ? [] : measuresOf(tx, request, resources),
    lineage === null ? [] : gapsOf(tx, request),
    lineage === null ? [] : exemptionsOf(tx, request),
  ])
  return { last: last ?? null, metric: metric ?? null, performance: await performanceOf(tx, scores, request), measures, gaps, exemptions }
}

/** What measures come to for the requirement where it is asked, as scores have it: for whoever reads scores there. */
async function performanceOf(tx: Tx, scores: Scores, { head, lineage }: ItemRequest): Promise<number | null> {
  const { who } = tx
  if (lineage === null || head.policy_id === null || !who.rights.has('score.read') || !visibleTo(who)(head.perimeter_id)) return null
  return standingOf(await scores(tx), head.perimeter_id, head.policy_id, lineage)?.performance ?? null
}

async function lineageOf(tx: Tx, version: number, item: number): Promise<number> {
  const found = await tx.first(
    sql<{
      lineage: number
    }>`select lineage_id as lineage from control where customer_id = ${tx.customerId} and policy_version_id = ${version} and id = ${item}`,
  )
  if (!found) throw notFound()
  return found.lineage
}

/** As it was submitted last in another campaign that began before, of the same perimeter. */
const lastAnswer = (tx: Tx, { head, item, lineage, lang, readable }: ItemRequest): Promise<Beside['last'] | undefined> =>
  tx.first(sql<
    NonNullable<Beside['last']>
  >`select ${localizedText(c, 'name', lang)} as campaign, to_char(a.answered_at at time zone ${tx.who.timeZone}, 'YYYY-MM-DD') as day, a.level, a.value, a.na, a.justification, a.comment,
      (select m.name from member m where m.customer_id = a.customer_id and m.id = a.answered_by_id) as by,
      (select coalesce(jsonb_agg(jsonb_build_object('id', v.id, 'name', coalesce(${localizedText(v, 'name', lang)}, v.identifier)) order by v.id), '[]')
        from evaluation_answer_evidence l join ${everyEvidence(tx.customerId)} v on v.id = l.evidence_id
        where l.customer_id = a.customer_id and l.answer_id = a.id and ${readable('evidence', v)}) as evidences
    from evaluation_answer a join evaluation o on o.customer_id = a.customer_id and o.id = a.evaluation_id join campaign c on c.customer_id = o.customer_id and c.id = o.campaign_id
    where a.customer_id = ${tx.customerId} and o.perimeter_id = ${head.perimeter_id} and o.id <> ${head.id} and o.status in ('WAITING_VALIDATION', 'VALIDATED') and not a.hidden
      and (c.date_start, c.id) < (select coalesce(n.date_start, 'infinity'), n.id from campaign n where n.customer_id = ${tx.customerId} and n.id = ${head.campaign.id})
      and ${lineage === null ? sql`a.element_id = ${item}` : sql`a.control_id in ${editionsOf(tx.customerId, lineage)}`}
    order by c.date_start desc, c.id desc limit 1`)

/** What answers a number, and its last value in the perimeter; of a metric whose values the reader may see there. */
const metricOf = (tx: Tx, { head, item, lang, readable }: ItemRequest): Promise<Beside['metric'] | undefined> =>
  tx.first(sql<NonNullable<Beside['metric']>>`select m.id, m.identifier, ${localizedText(m, 'name', lang)} as name, m.unit, m.decimals, m.periodicity,
      l.period::text as period, l.value::float8 as value
    from ${feedsOf(tx)} f join ${everyMetric(tx.customerId)} m on m.identifier = f.metric left join lateral ${lastMetricValue(m, head.perimeter_id)} l on true
    where f.campaign_id = ${head.campaign.id} and f.item = ${item} and ${readable('metric', m)}
      and (${asSql(readsAll(m, tx.who))} or ${head.perimeter_id} = any(${[...tx.who.perimeterIds]}::bigint[]))`)

function measuresOf(tx: Tx, { head, lineage, lang, readable }: ItemRequest, resources: Resources): Promise<Beside['measures']> {
  const { derived = {} } = resourceOf(resources, 'measure')
  return tx.run(sql<
    Beside['measures'][number]
  >`select t.id, t.identifier, ${localizedText(t, 'name', lang)} as name, ${derived.situation?.(t, lang, tx.who)} as situation,
      ${derived.implemented_by?.(t, lang, tx.who)}->>'name' as implemented_by, ${derived.efficiency?.(t, lang, tx.who)} as efficiency,
      (select count(distinct l.target_id)::int from ${everyAction(sql`t.customer_id`)} r join lateral ${evidencesOfAction(sql`t.customer_id`, sql`r.id`)} l on true
        where r.measure_id = t.id) as evidences
    from ${everyLink(tx.customerId)} s join ${everyMeasure(tx.customerId)} t on t.solution_id = s.solution_id
    where s.lineage_id = ${lineage} and t.perimeter_id = ${head.perimeter_id} and ${readable('measure', t)} order by t.identifier, t.id limit 50`)
}

const gapsOf = (tx: Tx, { head, lineage, lang, readable }: ItemRequest) =>
  tx.run(sql<Beside['gaps'][number]>`select t.id, t.identifier, ${localizedText(t, 'name', lang)} as name from ${openGapsAt(tx.customerId, head.perimeter_id)} t
    where t.control_id in ${editionsOf(tx.customerId, lineage)} and ${readable('gap', t)} order by t.id limit 20`)

const exemptionsOf = (tx: Tx, { head, lineage, lang, readable }: ItemRequest) =>
  tx.run(sql<
    Beside['exemptions'][number]
  >`select t.id, t.identifier, ${localizedText(t, 'name', lang)} as name, t.end_date::text as until from ${exemptionsInForceAt(tx.customerId, head.perimeter_id)} t
    where ${exemptionLeavesOut(t, editionsOf(tx.customerId, lineage))} and ${readable('exemption', t)} order by t.id limit 20`)
