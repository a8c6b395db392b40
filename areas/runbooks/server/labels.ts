import { everyLabel } from '#areas/catalog/server/index.ts'
import { sql } from 'kysely'
import type { Reference } from '#kit/contract/field.ts'
import type { ListQuery } from '#kit/contract/list-query.ts'
import type { Grant } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { referenceObject, rowRef } from '#kit/server/data/sql/columns.ts'
import { checkQuery, listConditions } from '#kit/server/data/sql/list-query-sql.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { addMonths } from '#areas/runbooks/contract/recurrence.ts'
import { occurrenceRules } from './rules.ts'

interface LabelCount {
  readonly label: Reference | null
  readonly tasks: number
  readonly due: number
  readonly late: number
  readonly completion: number | null
}

/** The labels that tasks of a list bear, by name, with what is due and late and how much was done in a year; last, the tasks without any. */
export async function taskLabels(tx: Tx, { who }: Grant, resources: Resources, query: ListQuery): Promise<LabelCount[]> {
  const [tasks, labels] = [resourceOf(resources, 'runtask'), resourceOf(resources, 'label')]
  const [t, l, o] = [rowRef('t'), rowRef('l'), rowRef('o')]
  checkQuery(tasks, query)
  const where = listConditions(tasks, query, tasks.rules.read(t, who), t, who, resources)
  return tx.run(sql<LabelCount>`with chosen as (select t.id, tied.target_id as label_id from runtask t
      left join runtask__labels tied on tied.customer_id = t.customer_id and tied.owner_id = t.id where ${where}),
    times as (select o.runtask_id as id, count(*) filter (where o.status in ('TO_DO', 'REJECTED') and o.period_start <= ${tx.today}::date) as due,
        count(*) filter (where o.status in ('TO_DO', 'REJECTED') and o.due_date < ${tx.today}::date) as late,
        count(*) filter (where o.status in ('DONE', 'DONE_OK', 'DONE_KO') and o.due_date >= ${addMonths(tx.today, -12)}::date) as done,
        count(*) filter (where o.status <> 'NA' and (o.due_date < ${tx.today}::date or o.status in ('DONE', 'DONE_OK', 'DONE_KO', 'NOT_DONE'))
          and o.due_date >= ${addMonths(tx.today, -12)}::date) as owed
      from occurrence o where o.customer_id = ${tx.customerId} and o.runtask_id in (select id from chosen) and ${asSql(occurrenceRules.read(o, who))} group by 1),
    counted as (select c.label_id, count(*)::int as tasks, coalesce(sum(x.due), 0)::int as due, coalesce(sum(x.late), 0)::int as late,
        round(100 * sum(x.done) / nullif(sum(x.owed), 0))::int as completion from chosen c left join times x on x.id = c.id group by 1)
    select * from (select case when l.id is not null then ${referenceObject(labels, l, who.lang)} end as label, c.tasks, c.due, c.late, c.completion from counted c
      left join ${everyLabel(tx.customerId)} l on l.id = c.label_id and ${asSql(labels.rules.read(l, who))}
      where l.id is not null or c.label_id is null) told
      order by told.label is null, told.label ->> 'name' collate "und-x-icu"`)
}
