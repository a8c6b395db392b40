import { everyEvidence } from '#areas/evidence/server/index.ts'
import { sql } from 'kysely'
import { forbidden, invalidField, notFound } from '#kit/contract/errors.ts'
import type { Grant } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import { refusals } from '#kit/server/data/store/refusals.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Cell, GivenValues, Proofs } from '#areas/metrics/contract/calls.ts'
import { periodOf } from '#areas/metrics/contract/period.ts'
import { periodStateOf } from '#areas/metrics/contract/period-state.ts'
import { cellsOfValues, enter } from './enter.ts'
import { mayEnter, metricOf, type Metric } from './read-metric.ts'

interface Place {
  readonly perimeter_id: number
  readonly period: string
}

const e = rowRef('e')

/** The evidence that a value shows, as far as the reader may open it, and how much there is besides. */
export async function proofsOf(tx: Tx, grant: Grant, resources: Resources, id: number, place: Place): Promise<Proofs> {
  const metric = await metricOf(tx, grant, id)
  if (!metric.reads_all && !grant.who.perimeterIds.includes(place.perimeter_id)) throw notFound('metrics.errors.no_metric')
  return shown(tx, grant, resources, metric, place)
}

async function shown(tx: Tx, { who }: Grant, resources: Resources, metric: Metric, { perimeter_id, period }: Place): Promise<Proofs> {
  const rows = await tx.run(sql<{ id: number; name: string; open: boolean }>`select e.id, coalesce(${localizedText(e, 'name', who.lang)}, e.identifier) as name,
      coalesce(${asSql(resourceOf(resources, 'evidence').rules.read(e, who))}, false) as open
    from metric_value_proof p join ${everyEvidence(tx.customerId)} e on e.id = p.evidence_id
    where p.customer_id = ${tx.customerId} and p.metric_id = ${metric.id} and p.perimeter_id = ${perimeter_id} and p.period = ${periodOf(metric.periodicity, period)}::date order by e.id`)
  const open = rows.filter((row) => row.open)
  return { objects: open.map(({ id, name }) => ({ id, name })), hidden: rows.length - open.length }
}

/** Shows evidence as proof of a value, in place of what it showed so far as far as that is within reach: by whoever may enter it, while its period is open (MET-16). */
export async function prove(tx: Tx, grant: Grant, resources: Resources, id: number, given: Place & { readonly evidences: readonly number[] }): Promise<Proofs> {
  const metric = await metricOf(tx, grant, id, true)
  const { perimeter_id } = given
  const period = periodOf(metric.periodicity, given.period)
  if (!mayEnter(metric, grant, perimeter_id)) throw forbidden('metrics.errors.no_value_right')
  const { state } = periodStateOf(metric, period, tx.today)
  if (state !== 'OPEN' && state !== 'CURRENT') throw invalidField('period', 'metrics.errors.closed')
  const value = await tx.first(sql`select 1 from metric_value where customer_id = ${tx.customerId} and metric_id = ${id} and perimeter_id = ${perimeter_id}
    and period = ${period}::date and value is not null`)
  if (!value) throw invalidField('evidences', 'metrics.errors.value_first_proof')
  await showAll(tx, grant, resources, metric, [{ perimeter_id, period, evidences: given.evidences, path: 'evidences' }])
  return shown(tx, grant, resources, metric, { perimeter_id, period })
}

interface Shown extends Place {
  readonly evidences: readonly number[]
  /** Where what is wrong with them is told. */
  readonly path: string
}

/** Writes what some values show, in place of what they showed so far as far as that is within reach. Two statements and an entry of the audit, whatever the number. */
async function showAll(tx: Tx, grant: Grant, resources: Resources, { id }: Metric, given: readonly Shown[]): Promise<void> {
  const readable = asSql(resourceOf(resources, 'evidence').rules.read(e, grant.who))
  const ids = [...new Set(given.flatMap(({ evidences }) => evidences))]
  const found = await tx.run(sql<{ id: number }>`select e.id from ${everyEvidence(tx.customerId)} e where e.id = any(${ids}::bigint[]) and ${readable}`)
  const known = new Set(found.map((row) => row.id))
  const { refuse, done } = refusals()
  for (const { path, evidences } of given) if (evidences.some((one) => !known.has(one))) refuse(path, 'metrics.errors.unknown_evidence')
  done()
  const rows = given.map(({ perimeter_id, period, evidences }) => ({ perimeter_id, period, evidences: [...new Set(evidences)] }))
  await tx.run(sql`with g as (select * from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as g (perimeter_id bigint, period date, evidences bigint[])),
      gone as (delete from metric_value_proof p using evidence e, g where p.customer_id = ${tx.customerId} and p.metric_id = ${id} and p.perimeter_id = g.perimeter_id
        and p.period = g.period and e.customer_id = p.customer_id and e.id = p.evidence_id and ${readable} and e.id <> all(g.evidences))
    insert into metric_value_proof (customer_id, metric_id, perimeter_id, period, evidence_id)
    select ${tx.customerId}, ${id}, g.perimeter_id, g.period, x from g, unnest(g.evidences) as x on conflict do nothing`)
  tx.audit({ entity: 'metric', object_id: id, action: 'prove', details: JSON.stringify(rows.length === 1 ? rows[0] : { values: rows }) })
}

/** The values of a body, and where the field of each stands in it. */
const valuesOf = (body: GivenValues) =>
  'values' in body
    ? { values: body.values, pathOf: (n: number, field: string) => `values.${n}.${field}` }
    : { values: [body], pathOf: (_: number, field: string) => field }

/** Values with the evidence that they show, all of it or nothing (MET-16). */
export async function enterProven(tx: Tx, grant: Grant, resources: Resources, id: number, body: GivenValues, corrects = false): Promise<Cell[]> {
  const { values, pathOf } = valuesOf(body)
  const cells = await enter(tx, grant, id, values, { pathOf, corrects })
  const given = values.flatMap(({ perimeter_id, period, value, proofs }, n) =>
    proofs === undefined ? [] : [{ perimeter_id, period, value, evidences: proofs, path: pathOf(n, 'proofs') }],
  )
  if (given.length === 0) return cells
  const { refuse, done } = refusals()
  for (const { value, evidences, path } of given) if (value === null && evidences.length > 0) refuse(path, 'metrics.errors.value_first_proof')
  done()
  const metric = await metricOf(tx, grant, id, true)
  await showAll(
    tx,
    grant,
    resources,
    metric,
    given.map((one) => ({ ...one, period: periodOf(metric.periodicity, one.period) })),
  )
  return cellsOfValues(tx, metric, values)
}
