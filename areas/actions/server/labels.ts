import { everyLabel } from '#areas/catalog/server/index.ts'
import { sql } from 'kysely'
import type { Reference } from '#kit/contract/field.ts'
import type { Grant } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { referenceObject, rowRef } from '#kit/server/data/sql/columns.ts'
import { figureColumn } from '#kit/server/data/resources/figures.ts'
import { listConditions } from '#kit/server/data/sql/list-query-sql.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { actionFigures } from '#areas/actions/contract/figures.ts'

interface LabelCount {
  readonly label: Reference | null
  readonly all: number
  readonly open: number
  readonly late: number
}

/** Every label by name with how many actions bear it, those that none bears included; last, the actions without any. */
export async function labelCounts(tx: Tx, { who }: Grant, resources: Resources): Promise<LabelCount[]> {
  const [actions, labels] = [resourceOf(resources, 'remediation'), resourceOf(resources, 'label')]
  const [t, l] = [rowRef('t'), rowRef('l')]
  const where = listConditions(actions, { filters: [], global_search: '' }, actions.rules.read(t, who), t, who)
  const column = (name: 'all' | 'open' | 'late') => sql`${figureColumn(actions, actionFigures[name], t, who, tx.today)} as ${sql.ref(name)}`
  const count = (name: string) => sql`coalesce(${sql.ref(`c.${name}`)}, 0)::int as ${sql.ref(name)}`
  return tx.run(sql<LabelCount>`with counted as (select tied.target_id as label_id, ${column('all')}, ${column('open')}, ${column('late')}
      from remediation t left join remediation__labels tied on tied.customer_id = t.customer_id and tied.owner_id = t.id where ${where} group by tied.target_id),
    named as (select l.id, ${referenceObject(labels, l, who.lang)} as label from ${everyLabel(tx.customerId)} l where ${asSql(labels.rules.read(l, who))})
    select n.label, ${count('all')}, ${count('open')}, ${count('late')}
      from named n full join counted c on c.label_id = n.id where n.id is not null or c.label_id is null
      order by n.id is null, n.label ->> 'name' collate "und-x-icu", n.id`)
}
