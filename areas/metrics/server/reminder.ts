import { sql } from 'kysely'
import { readers, type Role } from '#kit/contract/right.ts'
import { holdsForMembers, membersWho } from '#kit/server/access/member-reach.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { digestShown, type DigestAsked, type DigestLine, type DigestPart, type DigestSource } from '#kit/server/http/area.ts'
import { countPeriods, dueDay, movePeriod, periodOf } from '#areas/metrics/contract/period.ts'
import { overdue, periodStateOf, type Timing } from '#areas/metrics/contract/period-state.ts'
import { metricRules } from './rules.ts'

interface Expected {
  readonly id: number
  readonly section: 'due' | 'late'
  readonly from: string
  readonly to: string
  readonly periods: number
  readonly day: string
}

interface Found extends Omit<DigestPart, 'lines' | 'entity'> {
  readonly roles: readonly Role[]
  readonly lines: readonly Omit<DigestLine, 'path'>[]
}

const t = rowRef('t')
const before = (day: string, days: number) => movePeriod('DAILY', day, -days)

/** The values that are waited for: each day those whose last day is today or was yesterday, each week all that are late. */
function expectedOf(kind: DigestAsked['kind'], { id, ...timing }: Timing & { readonly id: number }, today: string): Expected[] {
  const { periodicity, due_days } = timing
  if (kind === 'WEEKLY') {
    const window = overdue(timing, today)
    if (!window || window.late === 0) return []
    const to = movePeriod(periodicity, window.from, window.late - 1)
    return [{ id, section: 'late', from: window.from, to, periods: countPeriods(periodicity, window.from, to), day: dueDay(periodicity, to, due_days) }]
  }
  return (['due', 'late'] as const).flatMap((section): Expected[] => {
    const day = section === 'due' ? today : before(today, 1)
    const period = periodOf(periodicity, before(day, due_days))
    const { due, state } = periodStateOf(timing, period, today)
    return due === day && (state === 'OPEN' || state === 'CURRENT') ? [{ id, section, from: period, to: period, periods: 1, day }] : []
  })
}

/** Reminds whoever a metric is given to of values that are still missing; two statements for everybody. */
export const missingDigest: DigestSource = async (tx: Tx, { kind, memberIds, roleSets, shown = digestShown }) => {
  const { customerId } = tx
  const reading = roleSets.filter(({ rights }) => rights.has('metric.enter') && rights.has('metric.read'))
  if (reading.length === 0) return []
  const metrics = await tx.run(sql<
    Timing & { id: number }
  >`select m.id, m.periodicity, m.start_date::text as start_date, m.due_days, m.history_size from metric m
    where m.customer_id = ${customerId} and not m.archived and m.formula is null and m.internal_metric is null and (m.manager_id = any(${memberIds}::bigint[])
      or m.group_id in (select g.owner_id from group__members g where g.customer_id = ${customerId} and g.target_id = any(${memberIds}::bigint[])))`)
  const expected = metrics.flatMap((metric) => expectedOf(kind, metric, tx.today))
  if (expected.length === 0) return []
  const found = await tx.run(sql<Found>`with ${membersWho(customerId, sql`m.id = any(${memberIds}::bigint[])`)},
    x as (select * from jsonb_to_recordset(${JSON.stringify(expected)}::jsonb) as x (id bigint, section text, "from" date, "to" date, periods int, day date)),
    missing as (select x.id, x.section, x.day from x join metric__perimeters l on l.customer_id = ${customerId} and l.owner_id = x.id
      left join lateral (select count(*) as given from metric_value v where v.customer_id = l.customer_id and v.metric_id = x.id and v.perimeter_id = l.target_id
        and v.period between x."from" and x."to" and v.value is not null and v.whole) v on true
      group by x.id, x.section, x.day having bool_or(v.given < x.periods)),
    told as (select w.id as member_id, w.roles, missing.section, missing.day, t.id, t.identifier, t.name_en, t.name_fr
      from missing join metric as t on t.customer_id = ${customerId} and t.id = missing.id
        join w on (w.id = t.manager_id or exists (select 1 from group__members g where g.customer_id = t.customer_id and g.owner_id = t.group_id and g.target_id = w.id))
          and ${asSql(holdsForMembers(metricRules.read, t, reading))}),
    ranked as (select told.*, count(*) over (partition by member_id, section) as total, row_number() over (partition by member_id, section order by day, id) as rank from told)
    select member_id, roles, section, total::int as total,
      jsonb_agg(jsonb_build_object('id', id, 'identifier', identifier, 'name_en', name_en, 'name_fr', name_fr, 'day', day) order by rank) as lines
    from ranked where rank <= ${shown} group by member_id, roles, section, total`)
  return found.map(({ roles, lines, ...part }) => {
    const page = roles.some((role) => readers.includes(role)) ? '/reporting/metrics' : '/contributions/metrics'
    return { ...part, entity: 'metric', lines: lines.map((line) => ({ ...line, path: `${page}?id=${line.id}` })) }
  })
}
