import { sql, type RawBuilder } from 'kysely'
import { only } from '#kit/contract/figure.ts'
import { mostGroups, mostOpened, otherGroups, topRows, type CourseStep, type GroupsAnswer, type SeriesAnswer } from '#kit/contract/source.ts'
import { badParameters } from '#kit/contract/errors.ts'
import { fieldOf, scalar } from '#kit/server/data/sql/columns.ts'
import type { Asking } from './source.ts'
import { stepsOf } from './span.ts'
import { amountOf, duringFilter, keyOf, linkOf, t, unitOf, whereOf, type AskedRows, type Key } from './rows-source.ts'

interface Told {
  readonly key: string | null
  readonly split: string | null
  readonly value: number | null
  readonly rows: number
  readonly name: string | null
}

const whole: Pick<Key, 'joins' | 'value'> = { joins: sql``, value: sql`null::text` }

interface Found extends Told {
  readonly counted: number
  readonly held: number
  /** How many groups there are. */
  readonly groups: number
}

/**
 * Rows by the values of a field, each split by another one where that is asked: one statement. The groups that are told by name are the largest, in their own order where they have
 * one; all others are told as one, by a second statement.
 */
export async function askGroups(asking: Asking, rows: AskedRows, most: number = mostGroups, tellsOthers = true): Promise<GroupsAnswer> {
  const { resource, ask } = rows
  if (ask.by === undefined) throw badParameters({ by: [{ key: 'kit.errors.invalid_value' }] })
  const key = keyOf(asking, rows, ask.by)
  const split = ask.across === undefined ? null : keyOf(asking, rows, ask.across)
  const filters = ask.over === undefined ? rows.filters : [...rows.filters, duringFilter(asking, resource, ask.over, asking.days)]
  const name = key.named?.(sql.ref('g.key_id'))
  const grouped = sql`select ${key.value} as key_id, ${(split ?? whole).value} as split, ${amountOf(asking, rows)} as value, count(*)::int as rows, sum(count(*)) over (partition by ${key.value}) as weight
    from ${sql.table(resource.def.name)} as t${key.joins} where ${whereOf(asking, rows, filters)} group by 1, 2`
  const found = await asking.tx.run(
    sql<Found>`select g.key_id::text as key, g.split::text as split, g.value, g.rows, ${name ?? sql`null::text`} as name, g.groups::int, g.counted::int,
        ${ask.by && fieldOf(resource.def, ask.by)?.kind === 'links' ? sql`(select count(*)::int from ${sql.table(resource.def.name)} as t where ${whereOf(asking, rows, filters)})` : sql`g.counted::int`} as held
      from (select p.*, max(p.place) over () as groups from (select r.*, dense_rank() over (order by r.weight desc, r.key_id) as place, sum(r.rows) over () as counted from (${grouped}) r) p) g
      where g.place <= ${most + mostOpened} order by g.place, g.split`,
    { planned: true },
  )
  const largest = [...Map.groupBy(found, (row) => row.key)]
  const count = found[0]?.groups ?? 0
  // One that is left over is told by its name as well.
  const named = largest.slice(0, count === most + 1 ? count : most)
  const ordered = key.order === null ? named : inOrder(named, key.order)
  const others =
    tellsOthers && count > named.length ? await askOthers(asking, rows, filters, key, split, { named, rest: largest.slice(named.length), count }) : null
  const splits = split === null ? [null] : splitsOf(others ? [...found, ...others.found] : found, split)
  const total = found[0]?.held ?? 0
  const valueOf = (of: readonly Pick<Told, 'split' | 'value'>[], at: string | null) =>
    of.find((row) => split === null || row.split === at)?.value ?? (ask.how === 'MEAN' ? null : 0)
  return {
    kind: 'groups',
    unit: unitOf(rows),
    series: splits.map((at) => ({ key: at ?? '', label: split === null ? '' : split.label(at), tint: split?.tint(at) ?? null })),
    rows: [
      ...ordered.map(([at, of]) => ({
        key: at ?? '',
        label: (at === null ? null : of[0]?.name) ?? key.label(at),
        tint: key.tint(at),
        values: splits.map((one) => valueOf(of, one)),
        target: null,
        opens: linkOf(
          rows,
          [...filters, only(ask.by ?? '', key.option(at))],
          of.reduce((sum, row) => sum + row.rows, 0),
        ),
      })),
      ...(others
        ? [{ key: otherGroups, label: others.label, tint: null, values: splits.map((one) => valueOf(others.found, one)), target: null, opens: others.opens }]
        : []),
    ],
    total: ask.how === 'COUNT' ? total : null,
    rises: rows.rises,
    opens: linkOf(rows, filters, total),
  }
}

type Group = readonly [key: string | null, of: readonly Found[]]

/**
 * All groups that are not told by name, as one: their rows are counted once each, whatever groups they are in. Where the list can be asked for these groups, it opens exactly these rows;
 * of more groups than that nothing opens, and the label says why.
 */
async function askOthers(
  asking: Asking,
  rows: AskedRows,
  filters: AskedRows['filters'],
  key: Key,
  split: Key | null,
  { named, rest, count }: { readonly named: readonly Group[]; readonly rest: readonly Group[]; readonly count: number },
) {
  const { resource, ask } = rows
  const left = count - named.length
  const isAll = rest.length === left
  const kept = isAll ? [...filters, only(ask.by ?? '', ...rest.map(([at]) => key.option(at)))] : filters
  const table = sql.table(resource.def.name)
  const names = named.flatMap(([at]) => at ?? [])
  const beyond = sql`t.id in (select x.id from (select t.id, (${key.value})::text as k from ${table} as t${key.joins} where ${whereOf(asking, rows, filters)}) x
    where coalesce(x.k <> all(${names}::text[]), ${named.every(([at]) => at !== null)}))`
  const found = await asking.tx.run(
    sql<Told>`select null::text as key, ${(split ?? whole).value}::text as split, ${amountOf(asking, rows)} as value, count(*)::int as rows, null::text as name
      from ${table} as t where ${whereOf(asking, rows, kept)}${isAll ? sql`` : sql` and ${beyond}`} group by 2`,
    { planned: true },
  )
  const total = found.reduce((sum, row) => sum + row.rows, 0)
  return { found, label: asking.say(isAll ? 'kit.sources.rest' : 'kit.sources.rest_closed', { count: left }), opens: isAll ? linkOf(rows, kept, total) : null }
}

/** The first ten groups, by what they amount to. */
export const askTopGroups = async (asking: Asking, rows: AskedRows): Promise<GroupsAnswer> => {
  const answer = await askGroups(asking, rows, mostGroups, false)
  const weight = ({ values }: GroupsAnswer['rows'][number]) => values.reduce<number>((sum, value) => sum + (value ?? 0), 0)
  return { ...answer, rows: answer.rows.toSorted((a, b) => weight(b) - weight(a)).slice(0, topRows) }
}

const inOrder = <R>(groups: readonly (readonly [string | null, R])[], order: (key: string) => number) =>
  groups.toSorted(([a], [b]) => (a === null ? 1 : b === null ? -1 : order(a) - order(b)))

function splitsOf(found: readonly Pick<Told, 'split'>[], split: Key): (string | null)[] {
  const keys = [...new Set(found.map((row) => row.split))]
  const { order } = split
  return keys.toSorted((a, b) => (a === null ? 1 : b === null ? -1 : order === null ? a.localeCompare(b) : order(a) - order(b)))
}

const truncated: Readonly<Record<CourseStep, string>> = { DAY: 'day', WEEK: 'week', MONTH: 'month', QUARTER: 'quarter', YEAR: 'year' }

/** Rows by the step of the calendar in which a date of theirs lies, each split where that is asked: one statement. A step in which there are none is told as such. */
export async function askSeries(asking: Asking, rows: AskedRows): Promise<SeriesAnswer> {
  const { resource, ask } = rows
  const { tx, lang, step, days } = asking
  if (ask.over === undefined) throw badParameters({ over: [{ key: 'kit.errors.invalid_value' }] })
  const split = ask.across === undefined ? null : keyOf(asking, rows, ask.across)
  const steps = stepsOf(step, days)
  const within = { from: steps[0]?.from ?? days.from, to: days.to }
  const filters = [...rows.filters, duringFilter(asking, resource, ask.over, within)]
  const value = scalar(resource, ask.over, t, lang, tx.who)
  const trunc = (day: RawBuilder<unknown>) => sql`date_trunc(${sql.lit(truncated[step])}, ${day})::date::text`
  const from = sql`from ${sql.table(resource.def.name)} as t where ${whereOf(asking, rows, filters)} group by 1, 2`
  const told = sql`${(split ?? whole).value}::text as split, ${amountOf(asking, rows)} as value, count(*)::int as rows`
  // Of days there are few: what adds up is added up by day first, which an index has in order.
  const byDay = fieldOf(resource.def, ask.over)?.kind === 'date' && ask.how !== 'MEAN'
  const day = fieldOf(resource.def, ask.over)?.kind === 'date' ? sql`${value}::timestamp` : sql`(${value} at time zone ${tx.who.timeZone})`
  const found = await tx.run(
    byDay
      ? sql<Told>`select ${trunc(sql`d.day::timestamp`)} as key, d.split, sum(d.value)::float8 as value, sum(d.rows)::int as rows, null::text as name
          from (select ${value} as day, ${told} ${from}) d group by 1, 2`
      : sql<Told>`select ${trunc(day)} as key, ${told}, null::text as name ${from}`,
    { planned: true },
  )
  const splits = split === null ? [null] : splitsOf(found, split)
  const starts = new Map(found.map((row) => [row.key, true]))
  const byStep = Map.groupBy(found, (row) => row.key)
  const empty = ask.how === 'MEAN' ? null : 0
  return {
    kind: 'series',
    unit: unitOf(rows),
    series: splits.map((at) => ({ key: at ?? '', label: split === null ? '' : split.label(at), tint: split?.tint(at) ?? null })),
    points: steps.map((one) => {
      // The first step may begin before the days that are asked.
      const start = [...starts.keys()].find((key) => key !== null && key <= one.to && stepOf(step, key, one))
      const of = start === undefined ? [] : (byStep.get(start) ?? [])
      return {
        day: one.to,
        values: splits.map((at) => of.find((row) => split === null || row.split === at)?.value ?? empty),
        opens: linkOf(
          rows,
          [...rows.filters, duringFilter(asking, resource, ask.over ?? '', one)],
          of.reduce((sum, row) => sum + row.rows, 0),
        ),
      }
    }),
    target: null,
    rises: rows.rises,
    opens: linkOf(
      rows,
      filters,
      found.reduce((sum, row) => sum + row.rows, 0),
    ),
  }
}

/** Whether the whole step that begins on a day is the one that some of its days are. */
const stepOf = (step: CourseStep, start: string, { to }: { readonly to: string }): boolean =>
  stepsOf(step, { from: start, to })[0]?.to === to && stepsOf(step, { from: start, to }).length === 1
