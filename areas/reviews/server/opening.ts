import { evaluationsAnsweredBy, everyEvaluation } from '#areas/campaigns/server/index.ts'
import { everyAction, measuresOfAction } from '#areas/actions/server/index.ts'
import { sql } from 'kysely'
import type { StoredOf } from '#kit/contract/entity.ts'
import { invalidField } from '#kit/contract/errors.ts'
import { systemGrant, type Grant } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { createRows } from '#kit/server/data/store/create-rows.ts'
import { resourceOf, type Changes, type Resources } from '#kit/server/data/resources/resource.ts'
import { updateRow } from '#kit/server/data/store/store.ts'
import type { DomainEvent, Tx } from '#kit/server/data/database/transaction.ts'
import { updateRows } from '#kit/server/data/store/update-rows.ts'
import { remediation } from '#areas/actions/contract/remediation.ts'
import { exemptionOpen, exemptionsOfAction } from '#areas/exemptions/server/index.ts'
import { gapOpen, gapsOfAction, startGaps } from '#areas/gaps/server/index.ts'
import { incidentOpen, incidentsOfAction } from '#areas/incidents/server/index.ts'
import { everyRisk } from '#areas/risks/server/index.ts'
import type { ReviewTarget } from '#areas/reviews/contract/review.ts'
import { en } from '#areas/reviews/locales/en.ts'
import { fr } from '#areas/reviews/locales/fr.ts'
import { storedOneOf } from '#kit/contract/one-of.ts'
import { everyProject, projectFollowed } from '#areas/projects/server/index.ts'
import { everyMeasure, measureInPlace } from '#areas/measures/server/index.ts'
import { openPolicies, policiesBehind } from './policies.ts'
import { suggestion } from './suggestion.ts'

/** What follows from an action by rule is done even where the person who caused it could not do it by hand; the audit names that person. */
const ruleGrant = (tx: Tx): Grant => systemGrant('what follows from an action', tx.who)

interface Found {
  readonly target_type: Extract<ReviewTarget, 'INCIDENT' | 'GAP' | 'EXEMPTION' | 'PROJECT' | 'EVAL' | 'BUILD' | 'UPGRADE'>
  readonly entity: string
  readonly id: number
  readonly perimeter_id: number | null
  readonly campaign_id: number | null
  readonly points: number | null
  /** One that is open for it already. */
  readonly open: number | null
}

const t = rowRef('t')

/** What an action that ended was for, as far as it is not over already, with the review that is open for it. */
const targetsOf = (tx: Tx, action: number) =>
  tx.run(sql<Found>`
  with a as (select x.* from ${everyAction(tx.customerId)} x where x.id = ${action}), named as (
    select 'INCIDENT' as target_type, 'incident' as entity, t.id, t.perimeter_id from a join lateral ${incidentsOfAction(tx.customerId, sql`a.id`)} t on true where ${incidentOpen(t)}
    union all select 'GAP', 'gap', t.id, t.perimeter_id from a join lateral ${gapsOfAction(tx.customerId, sql`a.id`)} t on true where ${gapOpen(t)}
    union all select 'EXEMPTION', 'exemption', t.id, null from a join lateral ${exemptionsOfAction(tx.customerId, sql`a.id`)} t on true where ${exemptionOpen(t)}
    union all select 'PROJECT', 'isp_project', t.id, t.perimeter_id from a join ${everyProject(tx.customerId)} t on t.id = a.project_id where ${projectFollowed(t)}
    union all select 'EVAL', 'evaluation', t.id, t.perimeter_id from a join ${everyEvaluation(tx.customerId)} t on (t.id = a.source_object_evaluation_id
      or t.id in ${evaluationsAnsweredBy(tx.customerId, sql`a.id`)})
    union all select a.type, 'measure', m.id, m.perimeter_id from a join ${everyMeasure(tx.customerId)} m
      on m.id = any(${measuresOfAction(rowRef('a'))})
      where a.type = 'UPGRADE' or (a.type = 'BUILD' and not ${measureInPlace(rowRef('m'))}))
  select n.target_type, n.entity, n.id, coalesce(n.perimeter_id, a.perimeter_id) as perimeter_id, a.impact as points,
    (select e.campaign_id from ${everyEvaluation(tx.customerId)} e where n.entity = 'evaluation' and e.id = n.id) as campaign_id,
    (select r.id from review r where r.customer_id = a.customer_id and r.status = 'OPEN' and r.source = 'REMEDIATION' and r.target_type = n.target_type
      and case n.entity when 'incident' then r.target_incident_id when 'gap' then r.target_gap_id when 'exemption' then r.target_exemption_id when 'isp_project' then r.target_isp_project_id when 'evaluation' then r.target_evaluation_id else r.target_measure_id end = n.id
      and (n.target_type <> 'UPGRADE' or r.remediation_id = a.id) limit 1) as open
  from named n, a order by n.entity, n.id`)

/** Of reviews that were open a moment ago those that are, held so that nobody closes them meanwhile. */
async function stillOpen(tx: Tx, ids: readonly number[]): Promise<number[]> {
  if (ids.length === 0) return []
  const rows = await tx.run(
    sql<{
      id: number
    }>`select id from review where customer_id = ${tx.customerId} and id = any(${ids}::bigint[]) and status = 'OPEN' order by id for no key update`,
  )
  return rows.map(({ id }) => id)
}

/** One open review for each of what the action was for; one that waits already is of the action that ended last (ACT-26). */
export async function onEnded(tx: Tx, event: DomainEvent, resources: Resources): Promise<void> {
  const found = await targetsOf(tx, event.id)
  const reviews = resourceOf(resources, 'review')
  const waiting = await stillOpen(
    tx,
    found.flatMap(({ open }) => open ?? []),
  )
  const known = waiting.map((id) => ({ id, changes: { remediation: event.id } }))
  await updateRows(tx, ruleGrant(tx), reviews, resources, known, { action: 'ended' })
  const made = found.flatMap(({ open, target_type, entity, id, perimeter_id, campaign_id, points }): Changes[] =>
    open === null || !waiting.includes(open)
      ? [
          {
            source: 'REMEDIATION',
            target_type,
            target: { entity, id },
            remediation: event.id,
            perimeter: perimeter_id,
            campaign: campaign_id,
            ...suggestion(target_type, { points: points ?? 0 }),
          },
        ]
      : [],
  )
  await createRows(tx, ruleGrant(tx), reviews, resources, made)
}

/** Worked on again: what waits for its end waits no more. */
export async function onReopened(tx: Tx, event: DomainEvent, resources: Resources): Promise<void> {
  const waiting = await tx.run(
    sql<{
      id: number
    }>`select id from review where customer_id = ${tx.customerId} and remediation_id = ${event.id} and status = 'OPEN' order by id for no key update`,
  )
  const changes = { status: 'CLOSED', without_effect: true, comment: tx.who.lang === 'fr' ? fr.withdrawn : en.withdrawn }
  await updateRows(
    tx,
    ruleGrant(tx),
    resourceOf(resources, 'review'),
    resources,
    waiting.map(({ id }) => ({ id, changes })),
    { action: 'withdraw' },
  )
}

/** An action that is done about an incident, a gap, an exemption or a risk stands among its actions, if whoever makes it has a say in that. */
export async function onCreated(tx: Tx, event: DomainEvent, resources: Resources): Promise<void> {
  const action = await tx.first(
    sql<
      StoredOf<typeof remediation>
    >`select a.* from ${everyAction(tx.customerId)} a where a.id = ${event.id} and a.source in ('INCIDENT', 'GAP', 'EXEMPTION', 'RISK')`,
  )
  const source = action && storedOneOf('source_object', remediation.fields.source_object, action)
  if (!action || !source) return
  const resource = resourceOf(resources, source.entity)
  const { comment, update } = resource.rules
  const found = await tx.first(sql<{ linked: number[]; may: boolean }>`select ${asSql((comment ?? update)(t, tx.who))} as may,
      array(select l.target_id from ${sql.table(`${source.entity}__actions`)} l where l.customer_id = t.customer_id and l.owner_id = t.id order by 1) as linked
    from ${sql.table(source.entity)} t where t.customer_id = ${tx.customerId} and t.id = ${source.id} for no key update of t`)
  if (!found?.may) throw invalidField('source_object', 'kit.errors.no_update_right')
  await updateRow(tx, ruleGrant(tx), resource, resources, source.id, { actions: [...found.linked, event.id] }, { action: 'link' })
  if (action.status === 'ONGOING') await startGaps(tx, resources, event.id)
}

export const onStarted = (tx: Tx, event: DomainEvent, resources: Resources): Promise<void> => startGaps(tx, resources, event.id)

/** What goes is named by no review any more; one that waited for it waits no more. */
const forgetAll = async (
  tx: Tx,
  resources: Resources,
  field: 'target' | 'remediation' | 'perimeter',
  column: string,
  ids: readonly number[],
): Promise<void> => {
  const about = sql`from review where customer_id = ${tx.customerId} and ${sql.ref(column)} = any(${ids}::bigint[])`
  // Most of what goes is named by none, and nothing is locked for it.
  if (!(await tx.first(sql`select 1 ${about} limit 1`))) return
  // Locked as they are asked for: whoever closes one at this moment is waited for.
  const naming = await tx.run(sql<{ id: number; status: string }>`select id, status ${about} order by id for no key update`)
  const gone = { status: 'CLOSED', without_effect: true, comment: tx.who.lang === 'fr' ? fr.gone : en.gone }
  const updates = naming.map(({ id, status }) => ({ id, changes: { [field]: null, ...(status === 'OPEN' && field !== 'perimeter' && gone) } }))
  await updateRows(tx, ruleGrant(tx), resourceOf(resources, 'review'), resources, updates, { action: 'withdraw' })
}

/** Rows are to go that reviews are locked before. */
export const forgetAhead =
  (column: string, field: 'target' | 'perimeter' = 'target') =>
  (tx: Tx, { payload: { ids } }: DomainEvent<{ readonly ids: readonly number[] }>, resources: Resources): Promise<void> =>
    forgetAll(tx, resources, field, column, ids)

/** A row goes that is locked before reviews are. */
export const forget =
  (column: string, field: 'target' | 'remediation') =>
  (tx: Tx, event: DomainEvent, resources: Resources): Promise<void> =>
    forgetAll(tx, resources, field, column, [event.id])

/** Perimeters that follow another version than the one that is in force now are asked to adopt it (POL-04). A review that waits for that already is left as it is. */
export async function onPublished(tx: Tx, event: DomainEvent, resources: Resources): Promise<void> {
  await openPolicies(tx, resources, await policiesBehind(tx, event.id))
}

/** What was approved of a risk holds no more: somebody looks at it again. One review waits for a risk at a time. */
export async function onStale(tx: Tx, { id }: DomainEvent, resources: Resources): Promise<void> {
  const risk = await tx.first(sql<{ perimeter_id: number | null }>`select r.perimeter_id from ${everyRisk(tx.customerId)} r where r.id = ${id}
    and not exists (select 1 from review o where o.customer_id = r.customer_id and o.target_risk_id = r.id and o.source = 'RISK' and o.status = 'OPEN')`)
  if (!risk) return
  const made = { source: 'RISK', target_type: 'RISK', target: { entity: 'risk', id }, perimeter: risk.perimeter_id, ...suggestion('RISK') }
  await createRows(tx, ruleGrant(tx), resourceOf(resources, 'review'), resources, [made])
}

/** Actions that came with a file and are for nothing yet wait in their plan to be mapped; one review for each plan. */
export async function onImported(tx: Tx, { payload: { program } }: DomainEvent<{ readonly program: number }>, resources: Resources): Promise<void> {
  const known = asked.get(tx) ?? new Set()
  asked.set(tx, known)
  if (known.has(program)) return
  known.add(program)
  const open = await tx.first(
    sql`select 1 from review where customer_id = ${tx.customerId} and target_program_id = ${program} and source = 'ACTION_MAPPING' and status = 'OPEN'`,
  )
  if (open) return
  const made = { source: 'ACTION_MAPPING', target_type: 'ACTION_MAPPING', target: { entity: 'program', id: program }, ...suggestion('ACTION_MAPPING') }
  await createRows(tx, ruleGrant(tx), resourceOf(resources, 'review'), resources, [made])
}

/** Plans of which a file was asked already: its lines come by the thousand. */
const asked = new WeakMap<Tx, Set<number>>()
