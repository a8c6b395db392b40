import { sql, type RawBuilder } from 'kysely'
import { asSql } from '#kit/server/access/row-rule.ts'
import { localizedText, rowRef } from '#kit/server/data/columns.ts'
import { resourceOf, type Resources } from '#kit/server/data/resource.ts'
import type { Tx } from '#kit/server/data/transaction.ts'
import type { NamedExplanation } from '#areas/scores/contract/calls.ts'
import type { ExplanationNode, ExplanationReason } from '#areas/scores/contract/score.ts'
import type { Day } from './facts.ts'
import { visibleIn } from './reach.ts'

/** What one indicator told of one measure, and one of the entries of metrics that make it; all of these null where there is none. */
interface ShownValue {
  readonly measure_id: number
  readonly indicator_id: number
  /** What the value is of; null for what was told before that was kept, or cannot be told to the reader. */
  readonly place: string | null
  readonly from: Day | null
  readonly to: Day | null
  readonly metric_id: number | null
  readonly metric: string | null
  readonly identifier: string | null
  readonly unit: string | null
  readonly value: number | null
  readonly at_place: string | null
  readonly period: Day | null
  readonly source: string | null
  readonly author: string | null
  readonly on: Day | null
  readonly open: boolean
  /** All entries there are. */
  readonly count: number
}

/** Entries that are told of an indicator one by one: those that the reader may open first, of each metric the largest before the others. */
const shownAtMost = 60

/** Values of metrics as they were known at the end of a day. */
function valuesOn(tx: Tx, day: Day): RawBuilder<unknown> {
  if (day >= tx.today) return sql`metric_value`
  const end = sql`((${day}::date + 1)::timestamp at time zone ${tx.who.timeZone})`
  const columns = sql.raw('customer_id, metric_id, perimeter_id, period, value, source, author_id, valid_from')
  return sql`(select ${columns} from metric_value where valid_from < ${end} union all select ${columns} from metric_value_history where valid_from < ${end} and valid_to >= ${end})`
}

/** The indicator and measure of a node of the explanation, as its path says; a number each. */
export const toldBy = ({ path }: Pick<ExplanationNode, 'path'>): { readonly measure: number; readonly indicator: number } | undefined => {
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
  const { who } = tx
  const [m, p, q, i] = [rowRef('m'), rowRef('p'), rowRef('q'), rowRef('i')]
  const readable = sql`coalesce(${asSql(resourceOf(resources, 'metric').rules.read(m, who))} and ${asSql(resourceOf(resources, 'indicator').rules.read(i, who))}, false)`
  const rows = await tx.run(sql<ShownValue>`
    with recursive told as (select distinct on (c.measure_id, c.source_id) c.measure_id, c.source_id as indicator_id, c.of_perimeter_id, c.of_from, c.of_to from measure_control c
        where c.customer_id = ${tx.customerId} and c.source = 'indicator' and c.day <= ${day}::date
          and (c.measure_id, c.source_id) in (select a.measure, a.indicator from jsonb_to_recordset(${JSON.stringify(asked)}::jsonb) as a (measure bigint, indicator bigint))
        order by c.measure_id, c.source_id, c.day desc),
      family as (select t.indicator_id as head, t.indicator_id as id from (select distinct indicator_id from told) t
        union select f.head, i.id from family f join indicator i on i.customer_id = ${tx.customerId} and i.parent_id = f.id and not i.archived),
      entry as (select distinct on (t.measure_id, t.indicator_id, v.metric_id, v.perimeter_id, v.period) t.measure_id, t.indicator_id, v.metric_id, v.perimeter_id, v.period, v.value, v.source, v.author_id, v.valid_from
        from told t join family f on f.head = t.indicator_id join indicator i on i.customer_id = ${tx.customerId} and i.id = f.id
          join indicator__metrics l on l.customer_id = ${tx.customerId} and l.owner_id = i.id join metric m on m.customer_id = ${tx.customerId} and m.id = l.target_id
          join perimeter_closure c on c.customer_id = ${tx.customerId} and c.ancestor_id = t.of_perimeter_id
          join metric__perimeters w on w.customer_id = ${tx.customerId} and w.owner_id = m.id and w.target_id = c.descendant_id
          join ${valuesOn(tx, day)} v on v.customer_id = ${tx.customerId} and v.metric_id = m.id and v.perimeter_id = c.descendant_id and v.value is not null
            and v.period + case when m.periodicity = 'WEEKLY' and i.periodicity <> 'WEEKLY' then 3 else 0 end between t.of_from and t.of_to
        where i.is_global or exists (select 1 from indicator__perimeters x join perimeter_closure y on y.customer_id = x.customer_id and y.ancestor_id = x.target_id
            where x.customer_id = i.customer_id and x.owner_id = i.id and y.descendant_id = v.perimeter_id)
          or exists (select 1 from tag__perimeters x join perimeter_closure y on y.customer_id = x.customer_id and y.ancestor_id = x.target_id
            where x.customer_id = i.customer_id and x.owner_id = i.tag_id and y.descendant_id = v.perimeter_id)),
      ranked as (select e.*, (count(*) over (partition by e.measure_id, e.indicator_id))::int as count,
          ${readable} and ${visibleIn(who, sql`e.perimeter_id`)} as open, coalesce(${localizedText(m, 'name', who.lang)}, m.identifier) as metric, m.identifier, m.unit,
          row_number() over (partition by e.measure_id, e.indicator_id order by ${readable} and ${visibleIn(who, sql`e.perimeter_id`)} desc, m.identifier, abs(e.value) desc, e.perimeter_id, e.period) as n
        from entry e join metric m on m.customer_id = ${tx.customerId} and m.id = e.metric_id join indicator i on i.customer_id = ${tx.customerId} and i.id = e.indicator_id)
    select t.measure_id, t.indicator_id, case when ${visibleIn(who, sql`t.of_perimeter_id`)} then coalesce(${localizedText(p, 'name', who.lang)}, p.identifier) end as place,
      t.of_from::text as "from", t.of_to::text as "to", r.metric_id, r.metric, r.identifier, r.unit, r.value::float8 as value, coalesce(${localizedText(q, 'name', who.lang)}, q.identifier) as at_place,
      r.period::text as period, r.source, a.name as author, to_char(r.valid_from at time zone ${who.timeZone}, 'YYYY-MM-DD') as "on", coalesce(r.open, false) as open, coalesce(r.count, 0) as count
    from told t left join perimeter p on p.customer_id = ${tx.customerId} and p.id = t.of_perimeter_id
      left join ranked r on r.measure_id = t.measure_id and r.indicator_id = t.indicator_id and r.n <= ${shownAtMost}
      left join perimeter q on q.customer_id = ${tx.customerId} and q.id = r.perimeter_id left join member a on a.customer_id = ${tx.customerId} and a.id = r.author_id
    order by r.n`)
  return Map.groupBy(rows, ({ measure_id, indicator_id }) => `${measure_id} ${indicator_id}`)
}

const leaf = { kind: 'VALUE', value: null, target: null, weight: null, children: null } as const

/** The lines below an open indicator: its value, to which all its points belong, then what was entered. Of what the reader may not open only how much there is. */
export function valueLines(node: ExplanationNode, rows: readonly ShownValue[]): NamedExplanation[] {
  const [first] = rows
  if (!first) return []
  const told = node.reasons.find(({ code }) => code === 'indicator')?.params ?? {}
  const reasons: ExplanationReason[] = [
    { code: 'value_told', params: { ...told, ...(first.from !== null && { from: first.from }), ...(first.to !== null && { to: first.to }) } },
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
