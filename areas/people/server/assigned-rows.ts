import { sql, type RawBuilder } from 'kysely'
import { asSql, both, either, type RowCondition, type RowRef } from '#kit/server/access/row-rule.ts'
import { fieldOf, rowRef } from '#kit/server/data/sql/columns.ts'
import type { AssigneeEntity } from '#kit/server/data/people/assignees.ts'
import { extensionPoint } from '#kit/server/data/resources/extension-point.ts'
import type { Resource } from '#kit/server/data/resources/resource.ts'
import { isOpenRow } from '#kit/server/data/work/work-sql.ts'

/** Every entity of the application: any of them may be somebody's. */
export const heldResources = extensionPoint<Resource>()

/** The fields by which people or groups are given a row: what a reference to one means that somebody chooses. */
export const duties = ({ def }: Resource, holder: AssigneeEntity): string[] =>
  Object.entries(def.fields).flatMap(([field, { kind, options }]) =>
    kind === 'ref' && options.entity === holder && !options.derived && options.by !== 'server' && !options.about ? [field] : [],
  )

/** The field under which a register tells whom it is assigned to. */
export const assigned = 'assigned'

/** What is archived, over or at rest is nobody's task: what has been done keeps the name of who did it. */
export const isToDo = ({ def, work, frozen: rests }: Resource, row: RowRef): RowCondition =>
  both(
    work ? isOpenRow(work, row) : true,
    rests ? sql<boolean>`not (${rests(row)})` : true,
    fieldOf(def, 'archived') ? sql<boolean>`not ${row('archived')}` : true,
  )

/** The row that may be somebody's; no statement gives the name to the person. */
export const held = rowRef('held')

export interface Holding {
  readonly resource: Resource
  readonly field: string
  /** Of a row of the entity's table under the alias `held`. */
  readonly condition: RawBuilder<boolean>
}

/** Each way in which rows are the task of somebody or of a group, given as a value or as a column. */
export function holdingsOf(resources: Iterable<Resource>, customer: unknown, id: unknown, holder: AssigneeEntity = 'member'): Holding[] {
  return [...resources].flatMap((resource) => {
    const there = (condition: RawBuilder<boolean>) => asSql(both(sql<boolean>`held.customer_id = ${customer}`, condition, isToDo(resource, held)))
    const ways = duties(resource, holder).map((field) => ({ resource, field, condition: there(sql<boolean>`${held(`${field}_id`)} = ${id}`) }))
    if (!resource.register) return ways
    const given = sql<boolean>`exists (select 1 from assignment a where a.customer_id = held.customer_id and a.entity = ${sql.lit(resource.def.name)} and a.object_id = held.id and ${sql.ref(`a.${holder}_id`)} = ${id})`
    return [...ways, { resource, field: assigned, condition: there(given) }]
  })
}

/** Whether anything at all is the task of a member, given by its row. */
export const holdsSomething = (row: RowRef): RawBuilder<boolean> =>
  asSql(
    either(
      ...holdingsOf(heldResources.all(), row('customer_id'), row('id')).map(
        ({ resource: { def }, condition }) => sql<boolean>`exists (select 1 from ${sql.table(def.name)} held where ${condition})`,
      ),
    ),
  )
