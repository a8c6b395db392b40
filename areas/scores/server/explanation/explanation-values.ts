import { sql } from 'kysely'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { NamedExplanation } from '#areas/scores/contract/calls.ts'
import type { ExplanationNode, ExplanationReason } from '#areas/scores/contract/score.ts'
import type { Day } from '#areas/scores/server/facts/facts.ts'
import { valueSources, type ShownValue } from '#areas/scores/server/facts/sources.ts'

/** The indicator and measure of a node of the explanation, as its path says; a number each. */
export const indicatorOfNode = ({ path }: Pick<ExplanationNode, 'path'>): { readonly measure: number; readonly indicator: number } | undefined => {
  const [, measure, indicator] = /MEASURE:(\d+)\/CONTROL:INDICATOR:(\d+)$/.exec(path) ?? []
  return measure && indicator ? { measure: Number(measure), indicator: Number(indicator) } : undefined
}

/** What indicators told of measures by a day and the entries that it was made of, those of their children among them; one statement, none without indicators. */
export async function readShownValues(
  tx: Tx,
  resources: Resources,
  day: Day,
  asked: readonly { readonly measure: number; readonly indicator: number }[],
): Promise<ReadonlyMap<string, readonly ShownValue[]>> {
  if (asked.length === 0) return new Map()
  const reported = sql`select distinct on (c.measure_id, c.source_id) c.measure_id, c.source_id as indicator_id, c.of_perimeter_id, c.of_from, c.of_to from measure_control c
    where c.customer_id = ${tx.customerId} and c.source = 'indicator' and c.day <= ${day}::date
      and (c.measure_id, c.source_id) in (select a.measure, a.indicator from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as a (measure bigint, indicator bigint))
    order by c.measure_id, c.source_id, c.day desc`
  const rows: ShownValue[] = []
  for (const read of valueSources.all()) rows.push(...(await read(tx, resources, day, reported)))
  return Map.groupBy(rows, ({ measure_id, indicator_id }) => `${measure_id} ${indicator_id}`)
}

const leaf = { kind: 'VALUE', value: null, target: null, weight: null, children: null } as const

/** The lines below an open indicator: its value, to which all its points belong, then what was entered. Of what the reader may not open only how much there is. */
export function valueLines(node: ExplanationNode, rows: readonly ShownValue[]): NamedExplanation[] {
  const [first] = rows
  if (!first) return []
  const indicatorParams = node.reasons.find(({ code }) => code === 'indicator')?.params ?? {}
  const reasons: ExplanationReason[] = [
    { code: 'value_told', params: { ...indicatorParams, ...(first.from !== null && { from: first.from }), ...(first.to !== null && { to: first.to }) } },
  ]
  const label = first.place === null ? null : { id: first.indicator_id, name: first.place, identifier: null }
  const open = rows.filter((row) => row.open && row.metric_id !== null)
  const rest = first.count - open.length
  return [
    { ...leaf, id: first.indicator_id, path: `${node.path}/VALUE:told`, label, contribution: node.contribution, reasons },
    ...open.map((row) => entryLine(node, row)),
    ...(rest > 0
      ? [
          {
            ...leaf,
            id: null,
            path: `${node.path}/VALUE:others`,
            label: null,
            contribution: 0,
            reasons: [{ code: 'value_others' as const, params: { count: rest } }],
          },
        ]
      : []),
  ]
}

function entryLine(node: ExplanationNode, row: ShownValue): NamedExplanation {
  const { metric_id, metric, identifier, unit, value, at_place, period, source, author, on } = row
  const params = {
    value: value ?? 0,
    unit: unit === null ? '' : `\u00a0${unit}`,
    place: at_place ?? '',
    source: source ?? '',
    author: author ?? '',
    ...(on !== null && { on }),
    ...(period !== null && { from: period }),
  }
  return {
    ...leaf,
    id: metric_id,
    path: `${node.path}/VALUE:${metric_id}:${row.at_place}:${period}`,
    label: { id: metric_id ?? 0, name: metric ?? `#${metric_id}`, identifier },
    contribution: 0,
    reasons: [{ code: 'value_entered', params }],
  }
}
