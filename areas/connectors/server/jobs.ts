import { sql } from 'kysely'
import { writtenMoment } from '#kit/contract/date-order.ts'
import { AppError, notFound } from '#kit/contract/errors.ts'
import { authorize, type Grant } from '#kit/server/access/authorize.ts'
import { mustRead } from '#kit/server/data/lists/get-row.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Translate } from '#kit/server/http/words.ts'
import type { ConnectorJob, FeedRow, WholeJob } from '#areas/connectors/contract/calls.ts'
import type { jobStatuses } from '#areas/connectors/contract/customer-connector.ts'
import { everyGap, gapOpen } from '#areas/gaps/server/index.ts'
import { everyMetric } from '#areas/metrics/server/index.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { serviceOf } from './offered.ts'
import { askForRun } from './connect.ts'
import { customerConnectors } from './customer-connector.ts'

/** A line of a run's log as it is kept: what it says, not how. */
export interface KeptLine {
  readonly at: string
  readonly level: 'info' | 'warning' | 'error'
  readonly key: string
  readonly values?: Readonly<Record<string, string | number>>
}

const iso = (column: string) => sql`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
const shown = sql`j.id, j.source, j.status, j.attempt, ${iso('j.asked_at')} as asked_at, ${iso('j.started_at')} as started_at, ${iso('j.ended_at')} as ended_at, j.counts, j.error`

interface Asked {
  readonly status?: (typeof jobStatuses)[number] | undefined
  readonly before?: number | undefined
  readonly limit: number
}

export async function jobsOf(
  tx: Tx,
  grant: Grant,
  id: number,
  { status, before, limit }: Asked,
): Promise<{ objects: ConnectorJob[]; total: number; next: number | null }> {
  await mustRead(tx, grant, customerConnectors, id)
  const own = sql`from connector_job j where j.customer_id = ${tx.customerId} and j.connector_id = ${id} ${status ? sql`and j.status = ${status}` : sql``}`
  const [rows, total] = await Promise.all([
    tx.run(sql<ConnectorJob>`select ${shown} ${own} ${before ? sql`and j.id < ${before}` : sql``} order by j.id desc limit ${limit + 1}`),
    tx.first(sql<{ n: number }>`select count(*)::int as n ${own}`),
  ])
  const objects = rows.slice(0, limit)
  return { objects, total: total?.n ?? 0, next: rows.length > limit ? (objects.at(-1)?.id ?? null) : null }
}

/** A run with what it said, in the reader's language. */
export async function jobOf(tx: Tx, grant: Grant, id: number, translate: Translate): Promise<WholeJob> {
  const row = await tx.first(sql<
    Omit<WholeJob, 'lines'> & { lines: KeptLine[]; connector_id: number }
  >`select ${shown}, j.told, j.lines, j.connector_id, jsonb_build_object('id', k.id, 'name', k.name, 'connector', k.connector) as connector,
      (select jsonb_build_object('at', ${iso('g.ended_at')}, 'counts', g.counts) from connector_job g where g.customer_id = j.customer_id and g.connector_id = j.connector_id
        and g.id < j.id and g.status in ('SUCCESS', 'WARNING') order by g.id desc limit 1) as good
    from connector_job j join customer_connector k on k.customer_id = j.customer_id and k.id = j.connector_id where j.customer_id = ${tx.customerId} and j.id = ${id}`)
  if (!row) throw notFound()
  const { connector_id: connector, lines, ...rest } = row
  await mustRead(tx, grant, customerConnectors, connector)
  const { lang, timeZone, dateOrder } = tx.who
  const metrics = new Map(serviceOf(rest.connector.connector)?.definition.metrics.map((metric) => [metric.key, metric.name[lang]]))
  const said = (values: KeptLine['values'] = {}) => ({
    ...values,
    ...(typeof values['metric'] === 'string' && { metric: metrics.get(values['metric']) ?? values['metric'] }),
    ...(typeof values['at'] === 'string' && { at: writtenMoment(new Date(values['at']), timeZone, dateOrder) }),
  })
  return { ...rest, lines: lines.map(({ at, level, key, values }) => ({ at, level, text: translate({ key: lineKey(key), values: said(values) }, lang) })) }
}

/** Adapters name their lines without the area. */
const lineKey = (key: string) => (key.includes('.') ? key : `connectors.log.${key}`)

/** Does a run again that has ended, as the next attempt of the same source. */
export async function retry(tx: Tx, grant: Grant, id: number): Promise<number> {
  const job = await tx.first(sql<{
    connector_id: number
    source: 'MANUAL' | 'SCHEDULE'
    attempt: number
    ended: boolean
  }>`select connector_id, source, attempt, ended_at is not null as ended
    from connector_job where customer_id = ${tx.customerId} and id = ${id}`)
  if (!job) throw notFound()
  await mustRead(tx, authorize(grant.who, 'customer_connector.read'), customerConnectors, job.connector_id)
  if (!job.ended) throw new AppError('CONFLICT', 'connectors.errors.still_running')
  return askForRun(tx, job.connector_id, { source: job.source, attempt: job.attempt + 1 })
}

/** What a connector fills with the value that it brought last, and how many open gaps it found. */
export async function feedsRead(tx: Tx, grant: Grant, id: number): Promise<{ objects: FeedRow[]; gaps: number }> {
  await mustRead(tx, grant, customerConnectors, id)
  const name = (alias: string) =>
    tx.who.lang === 'fr'
      ? sql`coalesce(${sql.ref(`${alias}.name_fr`)}, ${sql.ref(`${alias}.name_en`)})`
      : sql`coalesce(${sql.ref(`${alias}.name_en`)}, ${sql.ref(`${alias}.name_fr`)})`
  const objects = await tx.run(sql<FeedRow>`select f.key, f.parameters,
      case when m.id is not null then jsonb_build_object('id', m.id, 'identifier', m.identifier, 'name', ${name('m')}, 'unit', m.unit) end as metric,
      case when p.id is not null then jsonb_build_object('id', p.id, 'name', ${name('p')}) end as perimeter, v.value::float8 as value, v.period
    from customer_connector k cross join lateral jsonb_to_recordset(k.feeds) as f (key text, parameters jsonb, metric bigint, perimeter bigint)
      left join ${everyMetric(tx.customerId)} m on m.id = f.metric left join perimeter p on p.customer_id = k.customer_id and p.id = f.perimeter
      left join lateral (select o.value, o.period from connector_value o where o.customer_id = k.customer_id and o.connector_id = k.id and o.metric_id = f.metric and o.perimeter_id = f.perimeter
        order by o.brought_at desc limit 1) v on true
    where k.customer_id = ${tx.customerId} and k.id = ${id}`)
  const gaps = await tx.first(sql<{
    n: number
  }>`select count(*)::int as n from customer_connector k join ${everyGap(tx.customerId)} g on g.register_id = k.register_id
    where k.customer_id = ${tx.customerId} and k.id = ${id} and ${gapOpen(rowRef('g'))}
      and exists (select 1 from connector_finding f where f.customer_id = k.customer_id and f.connector_id = k.id and f.key = g.external_key and f.as_gap)`)
  return { objects, gaps: gaps?.n ?? 0 }
}
