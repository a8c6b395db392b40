import { sql } from 'kysely'
import type { Reference } from '#kit/contract/field.ts'
import type { Grant } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { isLateRow } from '#kit/server/data/work/work-sql.ts'
import { occurrenceWork } from '#areas/runbooks/contract/occurrence-work.ts'
import { addDays } from '#areas/runbooks/contract/recurrence.ts'
import { occurrenceRules } from './rules.ts'

interface Contribution {
  readonly runbook: Reference
  /** Neither: given to nobody. */
  readonly manager: Reference | null
  readonly group: Reference | null
  readonly due: number
  readonly done: number
  readonly late: number
}

/** What was due in the days up to today in each runbook, by who was to do it, as far as the reader finds it (RUN-11). One statement. */
export async function contributionsOf(
  tx: Tx,
  { who }: Grant,
  days: number,
): Promise<{ readonly from: string; readonly to: string; readonly rows: Contribution[] }> {
  const [o, b] = [rowRef('o'), rowRef('b')]
  const [from, to] = [addDays(tx.today, 1 - days), tx.today]
  const person = (alias: 'm' | 'g') =>
    sql`case when ${sql.ref(`${alias}.id`)} is not null then jsonb_build_object('id', ${sql.ref(`${alias}.id`)}, 'name', ${sql.ref(`${alias}.name`)}) end`
  const rows =
    await tx.run(sql<Contribution>`with counted as (select o.runbook_id, o.manager_id, o.group_id, count(*) filter (where o.status <> 'NA')::int as due,
      count(*) filter (where o.status in ('DONE', 'DONE_OK', 'DONE_KO'))::int as done, count(*) filter (where ${isLateRow(occurrenceWork, o)})::int as late
    from occurrence o where o.customer_id = ${tx.customerId} and o.due_date between ${from}::date and ${to}::date and ${asSql(occurrenceRules.read(o, who))} group by 1, 2, 3)
    select jsonb_build_object('id', b.id, 'name', ${localizedText(b, 'name', who.lang)}, 'identifier', b.identifier) as runbook, ${person('m')} as manager, ${person('g')} as "group",
      c.due, c.done, c.late
    from counted c join runbook b on b.customer_id = ${tx.customerId} and b.id = c.runbook_id
    left join member m on m.customer_id = ${tx.customerId} and m.id = c.manager_id left join "group" g on g.customer_id = ${tx.customerId} and g.id = c.group_id
    where c.due > 0 order by ${localizedText(b, 'name', who.lang)} collate "und-x-icu", coalesce(m.name, g.name) collate "und-x-icu" nulls last, c.manager_id, c.group_id`)
  return { from, to, rows }
}
