import { sql } from 'kysely'
import type { StoredOf } from '#kit/contract/entity.ts'
import { invalidField } from '#kit/contract/errors.ts'
import { systemGrant, type Grant } from '#kit/server/access/authorize.ts'
import { asSql, type RowRules } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/columns.ts'
import { createRows } from '#kit/server/data/create-rows.ts'
import { resourceOf, type Changes, type Resources } from '#kit/server/data/resource.ts'
import { updateRow } from '#kit/server/data/store.ts'
import type { DomainEvent, Tx } from '#kit/server/data/transaction.ts'
import { updateRows } from '#kit/server/data/update-rows.ts'
import { remediation } from '#areas/actions/contract/remediation.ts'
import { exemptionRules, gapRules, incidentRules, startGaps } from '#areas/registers/server/index.ts'
import type { ReviewTarget } from '#areas/reviews/contract/review.ts'
import { en } from '#areas/reviews/locales/en.ts'
import { fr } from '#areas/reviews/locales/fr.ts'
import { storedOneOf } from '#kit/contract/one-of.ts'

/** What follows from an action by rule is done even where the person who caused it could not do it by hand; the audit names that person. */
const ruleGrant = (tx: Tx): Grant => systemGrant('what follows from an action', tx.who)

/** What is suggested, in both languages: who opens a review is not who reads it. */
export const suggestion = (what: keyof typeof en.suggest, values: Readonly<Record<string, string | number>> = {}) => {
  const filled = (text: string) => text.replaceAll(/\{(\w+)\}/g, (_, name: string) => String(values[name] ?? ''))
  return { description_en: filled(en.suggest[what]), description_fr: filled(fr.suggest[what]) }
}

interface Found {
  readonly target_type: Extract<ReviewTarget, 'INCIDENT' | 'GAP' | 'EXEMPTION' | 'BUILD' | 'UPGRADE'>
  readonly entity: string
  readonly id: number
  readonly perimeter_id: number | null
  readonly points: number | null
  /** One that is open for it already. */
  readonly open: number | null
}

/** What an action that ended was for, as far as it is not over already, with the review that is open for it. */
const targetsOf = (tx: Tx, action: number) =>
  tx.run(sql<Found>`
  with a as (select * from remediation where customer_id = ${tx.customerId} and id = ${action}), named as (
    select 'INCIDENT' as target_type, 'incident' as entity, t.id, t.perimeter_id from a join incident__actions l on l.customer_id = a.customer_id and l.target_id = a.id
      join incident t on t.customer_id = l.customer_id and t.id = l.owner_id where t.status <> 'CLOSED'
    union all select 'GAP', 'gap', t.id, t.perimeter_id from a join gap__actions l on l.customer_id = a.customer_id and l.target_id = a.id
      join gap t on t.customer_id = l.customer_id and t.id = l.owner_id where t.status <> 'CLOSE'
    union all select 'EXEMPTION', 'exemption', t.id, null from a join exemption__actions l on l.customer_id = a.customer_id and l.target_id = a.id
      join exemption t on t.customer_id = l.customer_id and t.id = l.owner_id where t.status in ('REQUESTED', 'GRANTED')
    union all select a.type, 'measure', m.id, m.perimeter_id from a join measure m on m.customer_id = a.customer_id
      and (m.id = a.measure_id or m.id in (select l.target_id from remediation__measures l where l.customer_id = a.customer_id and l.owner_id = a.id))
      where a.type = 'UPGRADE' or (a.type = 'BUILD' and m.status <> 'IMPLEMENTED'))
  select n.target_type, n.entity, n.id, coalesce(n.perimeter_id, a.perimeter_id) as perimeter_id, a.impact as points,
    (select r.id from review r where r.customer_id = a.customer_id and r.status = 'OPEN' and r.source = 'REMEDIATION' and r.target_type = n.target_type
      and case n.entity when 'incident' then r.target_incident_id when 'gap' then r.target_gap_id when 'exemption' then r.target_exemption_id else r.target_measure_id end = n.id
      and (n.target_type <> 'UPGRADE' or r.remediation_id = a.id) limit 1) as open
  from named n, a order by n.entity, n.id`)

/** One open review for each of what the action was for; one that waits already is of the action that ended last (ACT-26). */
export async function onEnded(tx: Tx, event: DomainEvent, resources: Resources): Promise<void> {
  const found = await targetsOf(tx, event.id)
  const reviews = resourceOf(resources, 'review')
  const known = found.flatMap(({ open }) => (open === null ? [] : [{ id: open, changes: { remediation: event.id } }])).toSorted((a, b) => a.id - b.id)
  await updateRows(tx, ruleGrant(tx), reviews, resources, known, { action: 'ended' })
  const made = found.flatMap(({ open, target_type, entity, id, perimeter_id, points }): Changes[] =>
    open === null
      ? [
          {
            source: 'REMEDIATION',
            target_type,
            target: { entity, id },
            remediation: event.id,
            perimeter: perimeter_id,
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
    sql<{ id: number }>`select id from review where customer_id = ${tx.customerId} and remediation_id = ${event.id} and status = 'OPEN' order by id`,
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

/** An action that is done about an incident, a gap or an exemption stands among its actions, if whoever makes it has a say in that. */
export async function onCreated(tx: Tx, event: DomainEvent, resources: Resources): Promise<void> {
  const action = await tx.first(
    sql<
      StoredOf<typeof remediation>
    >`select * from remediation where customer_id = ${tx.customerId} and id = ${event.id} and source in ('INCIDENT', 'GAP', 'EXEMPTION')`,
  )
  const source = action && storedOneOf('source_object', remediation.fields.source_object, action)
  if (!action || !source || !Object.hasOwn(rulesOf, source.entity)) return
  const { comment, update } = rulesOf[source.entity as keyof typeof rulesOf]
  const t = rowRef('t')
  const found = await tx.first(sql<{ linked: number[]; may: boolean }>`select ${asSql((comment ?? update)(t, tx.who))} as may,
      array(select l.target_id from ${sql.table(`${source.entity}__actions`)} l where l.customer_id = t.customer_id and l.owner_id = t.id order by 1) as linked
    from ${sql.table(source.entity)} t where t.customer_id = ${tx.customerId} and t.id = ${source.id} for no key update of t`)
  if (!found?.may) throw invalidField('source_object', 'kit.errors.no_update_right')
  const resource = resourceOf(resources, source.entity)
  await updateRow(tx, ruleGrant(tx), resource, resources, source.id, { actions: [...found.linked, event.id] }, { action: 'link' })
  if (action.status === 'ONGOING') await startGaps(tx, resources, event.id)
}

const rulesOf: Readonly<Record<'incident' | 'gap' | 'exemption', RowRules>> = { incident: incidentRules, gap: gapRules, exemption: exemptionRules }

export const onStarted = (tx: Tx, event: DomainEvent, resources: Resources): Promise<void> => startGaps(tx, resources, event.id)

/** What goes is named by no review any more; one that waited for it waits no more. */
export const forget =
  (column: string, field: 'target' | 'remediation') =>
  async (tx: Tx, event: DomainEvent, resources: Resources): Promise<void> => {
    const naming = await tx.run(
      sql<{ id: number; status: string }>`select id, status from review where customer_id = ${tx.customerId} and ${sql.ref(column)} = ${event.id} order by id`,
    )
    const updates = naming.map(({ id, status }) => ({
      id,
      changes: { [field]: null, ...(status === 'OPEN' && { status: 'CLOSED', without_effect: true, comment: tx.who.lang === 'fr' ? fr.gone : en.gone }) },
    }))
    await updateRows(tx, ruleGrant(tx), resourceOf(resources, 'review'), resources, updates, { action: 'withdraw' })
  }
