import { sql } from 'kysely'
import { AppError } from '#kit/contract/errors.ts'
import { hourOf } from '#kit/contract/hours-of-day.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { hourKey } from '#areas/metrics/contract/hour.ts'
import { enter, everyMetric } from '#areas/metrics/server/index.ts'
import type { Feed } from '#areas/connectors/contract/customer-connector.ts'
import type { RunLine } from '#areas/connectors/server/adapters/adapter.ts'
import type { Claim } from './claim.ts'

/** What a value is of: a metric of the service with its parameters, whatever their order. */
export const questionOf = (key: string, parameters: Readonly<Record<string, string>> = {}): string =>
  JSON.stringify([key, Object.entries(parameters).toSorted(([a], [b]) => (a < b ? -1 : 1))])

interface MetricRow {
  readonly id: number
  readonly decimals: number
  readonly periodicity: string
  readonly name: string
}

/** Writes what came into the metrics that it feeds, as values of this day or hour; what a metric refuses is told and left out. Answers how many there are, and how many are new or different. */
export async function writeBrought(
  tx: Tx,
  { of, job }: Claim,
  brought: ReadonlyMap<string, number>,
  say: (line: RunLine) => void,
): Promise<{ values: number; different: number }> {
  const wanted = of.feeds.flatMap((feed) => {
    const value = brought.get(questionOf(feed.key, feed.parameters))
    if (value === undefined) {
      say({ level: 'warning', key: 'empty', values: { metric: feed.key } })
      return []
    }
    return [{ feed, value }]
  })
  if (wanted.length === 0) return { values: 0, different: 0 }
  const ids = [...new Set(wanted.map(({ feed }) => feed.metric))].toSorted((a, b) => a - b)
  const name = tx.who.lang === 'fr' ? sql`coalesce(m.name_fr, m.name_en)` : sql`coalesce(m.name_en, m.name_fr)`
  const metrics = new Map(
    (
      await tx.run(
        sql<MetricRow>`select m.id, m.decimals, m.periodicity, ${name} as name from ${everyMetric(tx.customerId)} m where m.id = any(${ids}::bigint[])`,
      )
    ).map((row) => [row.id, row]),
  )
  const grant = authorize(tx.who, 'metric.enter')
  const hour = hourKey(tx.today, hourOf(tx.now.getTime(), tx.today, tx.who.timeZone))
  const written: { feed: Feed; period: string; value: number }[] = []
  for (const id of ids) {
    const metric = metrics.get(id)
    const own = new Map(wanted.filter(({ feed }) => feed.metric === id).map((one) => [one.feed.perimeter, one]))
    for (const { feed, value } of own.values()) {
      const factor = 10 ** (metric?.decimals ?? 0)
      const rounded = Math.round(value * factor) / factor
      try {
        const [cell] = await enter(
          tx,
          grant,
          id,
          [{ perimeter_id: feed.perimeter, period: metric?.periodicity === 'HOURLY' ? hour : tx.today, value: rounded }],
          { source: 'CONNECTOR' },
        )
        written.push({ feed, period: cell?.period ?? tx.today, value: rounded })
      } catch (error) {
        // It refuses before it writes anything.
        if (!(error instanceof AppError)) throw error
        say({ level: 'warning', key: 'value_refused', values: { metric: metric?.name ?? feed.key, value: rounded } })
      }
    }
  }
  const different = await noteRun(tx, of.id, job, written)
  return { values: written.length, different }
}

/** Which run each came with; answers how many differ from what the last one brought. */
async function noteRun(
  tx: Tx,
  connector: number,
  job: number,
  written: readonly { readonly feed: Feed; readonly period: string; readonly value: number }[],
): Promise<number> {
  if (written.length === 0) return 0
  const given = sql`unnest(${written.map(({ feed }) => feed.metric)}::bigint[], ${written.map(({ feed }) => feed.perimeter)}::bigint[], ${written.map(({ period }) => period)}::text[],
    ${written.map(({ value }) => value)}::numeric[]) as g (metric_id, perimeter_id, period, value)`
  const row = await tx.first(sql<{
    n: number
  }>`select count(*)::int as n from ${given} where (select v.value from connector_value v where v.customer_id = ${tx.customerId}
    and v.connector_id = ${connector} and v.metric_id = g.metric_id and v.perimeter_id = g.perimeter_id order by v.brought_at desc limit 1) is distinct from g.value`)
  await tx.run(sql`insert into connector_value (customer_id, metric_id, perimeter_id, period, connector_id, job_id, value, brought_at)
    select ${tx.customerId}, g.metric_id, g.perimeter_id, g.period, ${connector}, ${job}, g.value, ${tx.now} from ${given}
    on conflict (customer_id, metric_id, perimeter_id, period) do update set connector_id = excluded.connector_id, job_id = excluded.job_id, value = excluded.value, brought_at = excluded.brought_at`)
  return row?.n ?? 0
}
