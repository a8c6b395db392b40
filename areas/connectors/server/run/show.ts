import { sql } from 'kysely'
import { authorize } from '#kit/server/access/authorize.ts'
import { createRow } from '#kit/server/data/store/store.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { enter } from '#areas/metrics/server/index.ts'
import { openFailing } from '#areas/reviews/server/index.ts'
import type { ConnectorRhythm } from '#areas/connectors/contract/customer-connector.ts'
import { customerConnectors } from '#areas/connectors/server/customer-connector.ts'
import { serviceOf } from '#areas/connectors/server/offered.ts'
import { workers } from '#areas/connectors/server/worker.ts'
import type { RunLine } from '#areas/connectors/server/adapters/adapter.ts'

/** A run as if it had been. */
export interface ShownRun {
  readonly at: Date
  /** Seconds; null while it waits for its worker. */
  readonly took: number | null
  readonly source: 'MANUAL' | 'SCHEDULE'
  readonly attempt?: number
  readonly counts?: Readonly<Record<string, number>>
  readonly failed?: { readonly error: string; readonly told: string }
  readonly lines?: readonly RunLine[]
}

/** A connector as if it had been at work. */
export interface ShownConnector {
  readonly connector: string
  readonly name: string
  readonly settings: Readonly<Record<string, string | number | null>>
  readonly periodicity: ConnectorRhythm
  readonly run_at: string
  readonly worker?: string
  /** What it fed, by the days before today: values of its last good runs. */
  readonly feeds: readonly { readonly key: string; readonly perimeter: number; readonly values: readonly { readonly day: string; readonly value: number }[] }[]
  /** The oldest first. */
  readonly runs: readonly ShownRun[]
}

/** Writes a connector that does not run by itself, for the demonstration: by whoever acts. */
export async function showConnector(tx: Tx, resources: Resources, shown: ShownConnector): Promise<void> {
  const { customerId, who } = tx
  const definition = serviceOf(shown.connector)?.definition
  const worker = shown.worker && (await createRow(tx, authorize(who, 'session'), workers, resources, { name: shown.worker, maker: who.memberId })).id
  const feeds: { key: string; parameters: Record<string, string>; metric: number; perimeter: number }[] = []
  const written: { metric: number; perimeter: number; day: string; value: number }[] = []
  for (const { key, perimeter, values } of shown.feeds) {
    const known = definition?.metrics.find((one) => one.key === key)
    if (!known) continue
    const percent = known.unit === 'PERCENT'
    const { id } = await createRow(tx, authorize(who, 'metric.write'), resourceOf(resources, 'metric'), resources, {
      name_en: known.name.en,
      name_fr: known.name.fr,
      description: known.description[who.lang],
      perimeters: [perimeter],
      periodicity: 'DAILY',
      perimeter_aggregation: percent ? 'AVERAGE' : 'SUM',
      decimals: percent ? 1 : 0,
      ...(percent && { unit: '%', minimum: 0, maximum: 100 }),
      start_date: values[0]?.day ?? tx.today,
      // Nobody waits for what a demonstration does not fetch.
      due_days: 366,
      source: shown.name,
    })
    feeds.push({ key, parameters: {}, metric: id, perimeter })
    await enter(
      tx,
      authorize(who, 'metric.enter'),
      id,
      values.map(({ day, value }) => ({ perimeter_id: perimeter, period: day, value })),
      { source: 'CONNECTOR' },
    )
    written.push(...values.map(({ day, value }) => ({ metric: id, perimeter, day, value })))
  }
  const { id } = await createRow(tx, authorize(who, 'session'), customerConnectors, resources, {
    name: shown.name,
    connector: shown.connector,
    maker: who.memberId,
    settings: shown.settings,
    feeds,
    perimeters: [...new Set(feeds.map(({ perimeter }) => perimeter))],
    periodicity: shown.periodicity,
    run_at: shown.run_at,
    ...(worker && { worker }),
  })
  const ids: number[] = []
  // A run that waits for its worker fails after a day: the one that is shown began to wait lately.
  for (const { at, took, source, attempt = 1, counts = {}, failed, lines = [] } of shown.runs) {
    const ended = took === null ? null : new Date(at.getTime() + took * 1000)
    const kept = [{ level: 'info', key: 'started', values: { source, attempt } }, ...lines].map((line) => ({ at: at.toISOString(), ...line }))
    const made = await tx.first(sql<{
      id: number
    }>`insert into connector_job (customer_id, connector_id, source, status, attempt, asked_at, started_at, ended_at, counts, lines, error, told)
      values (${customerId}, ${id}, ${source}, ${took === null ? 'PENDING' : failed ? 'FAILED' : 'SUCCESS'}, ${attempt}, ${took === null ? sql`greatest(${at}, present() - interval '2 hours')` : at}, ${took === null ? null : at}, ${ended},
        ${JSON.stringify(counts)}::jsonb, ${JSON.stringify(took === null ? [] : kept)}::jsonb, ${failed?.error ?? null}, ${failed?.told ?? null}) returning id`)
    ids.push(made?.id ?? 0)
  }
  const good = shown.runs.findLastIndex(({ took, failed }) => took !== null && !failed)
  const bad = shown.runs.findIndex(({ failed }, n) => n > good && failed)
  const failures = shown.runs.filter(({ failed }, n) => n > good && failed).length
  await tx.run(sql`insert into connector_state (customer_id, connector_id, good_at, good_job_id, failing_since, failures)
    values (${customerId}, ${id}, ${shown.runs[good]?.at ?? null}, ${ids[good] ?? null}, ${shown.runs[bad]?.at ?? null}, ${failures})`)
  if (ids[good] !== undefined)
    await tx.run(sql`insert into connector_value (customer_id, metric_id, perimeter_id, period, connector_id, job_id, value, brought_at)
      select ${customerId}, g.metric_id, g.perimeter_id, g.period, ${id}, ${ids[good]}, g.value, (g.period::date + 1)::timestamp from unnest(${written.map(({ metric }) => metric)}::bigint[],
        ${written.map(({ perimeter }) => perimeter)}::bigint[], ${written.map(({ day }) => day)}::text[], ${written.map(({ value }) => value)}::numeric[]) as g (metric_id, perimeter_id, period, value)`)
  if (bad >= 0) await openFailing(tx, resources, { id, name: shown.name, source: 'CONNECTOR' })
}
