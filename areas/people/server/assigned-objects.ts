import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import { AppError } from '#kit/contract/errors.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { fieldOf, referenceObject, rowRef, scalar } from '#kit/server/data/columns.ts'
import { figureCondition } from '#kit/server/data/figures.ts'
import { resourceOf, type Resource, type Resources } from '#kit/server/data/resource.ts'
import { authorizeVerb, updateRow } from '#kit/server/data/store.ts'
import type { Tx } from '#kit/server/data/transaction.ts'
import type { assignedObjectSchema, OwnObject } from '#areas/people/contract/calls.ts'

type AssignedObject = z.infer<typeof assignedObjectSchema>

/** The most objects shown, and handed over, at a time. */
export const assignedLimit = 1000

/** The fields by which people are given objects: what a reference to a user means that somebody chooses. */
const duties = (resources: Resources): { resource: Resource; field: string }[] =>
  [...resources.values()].flatMap((resource) =>
    Object.entries(resource.def.fields)
      .filter(([, { kind, options }]) => kind === 'ref' && options.entity === 'member' && !options.derived && options.by !== 'server')
      .map(([field]) => ({ resource, field })),
  )

/** Objects that are a user's to answer for, archived ones left out, as far as the reader may see them. */
export async function listAssigned(tx: Tx, resources: Resources, memberId: number): Promise<AssignedObject[]> {
  const branches = duties(resources).map(({ resource, field }): RawBuilder<unknown> => {
    const t = rowRef('t')
    return sql`select ${resource.def.name} as entity, ${resource.def.area} as area, ${field} as field, t.id, ${referenceObject(resource, t, tx.who.lang)} as object
      from ${sql.table(resource.def.name)} as t where ${held(tx, resource, field, memberId)} and ${asSql(resource.rules.read(t, tx.who))}`
  })
  return branches.length === 0
    ? []
    : tx.run(sql<AssignedObject>`select * from (${sql.join(branches, sql` union all `)}) as held order by entity, id limit ${assignedLimit}`)
}

const held = (tx: Tx, { def }: Resource, field: string, memberId: number) => {
  const t = rowRef('t')
  return sql`t.customer_id = ${tx.customerId} and ${t(`${field}_id`)} = ${memberId}${fieldOf(def, 'archived') ? sql` and not t.archived` : sql``}`
}

/** Gives all of somebody's objects to somebody else, each by the ordinary way of writing it, and answers how many. */
export async function reassignAll(tx: Tx, resources: Resources, from: number, to: number): Promise<number> {
  const objects = await listAssigned(tx, resources, from)
  // From the highest area down, as actions are locked before the measures they implement (docs/decisions/0017).
  const order = [...resources.keys()].toReversed()
  for (const { entity, field, id } of objects.toSorted((a, b) => order.indexOf(a.entity) - order.indexOf(b.entity) || a.id - b.id)) {
    const resource = resourceOf(resources, entity)
    await updateRow(tx, authorizeVerb(tx, resource, 'update'), resource, resources, id, { [field]: to })
  }
  return objects.length
}

/** Refuses to put away somebody who still answers for something (ADM-08). */
export async function refuseWhileAssigned(tx: Tx, resources: Resources, memberId: number): Promise<void> {
  for (const { resource, field } of duties(resources)) {
    const found = await tx.first(sql`select 1 from ${sql.table(resource.def.name)} as t where ${held(tx, resource, field, memberId)} limit 1`)
    if (found) throw new AppError('CONFLICT', 'people.errors.objects_assigned', { code: 'OBJECTS_ASSIGNED' })
  }
}

/** Everything that is the reader's own, or one of their groups', each once; what ends first comes first, what has no end last. */
export async function listOwn(tx: Tx, resources: Resources): Promise<OwnObject[]> {
  const { memberId, groupIds } = tx.who
  const branches = [...resources.values()].flatMap((resource): RawBuilder<unknown>[] => {
    const { def } = resource
    const t = rowRef('t')
    const to = (entity: string) =>
      Object.entries(def.fields)
        .filter(([, { kind, options }]) => kind === 'ref' && options.entity === entity && !options.derived && options.by !== 'server')
        .map(([field]) => t(`${field}_id`))
    const [people, groups] = [to('member'), to('group')]
    if (people.length + groups.length === 0) return []
    const own = people.length > 0 ? sql`${memberId}::bigint in (${sql.join(people)})` : sql`false`
    const ours =
      groups.length > 0
        ? sql.join(
            groups.map((column) => sql`${column} = any(${groupIds}::bigint[])`),
            sql` or `,
          )
        : sql`false`
    const plain = (name: string, kind: string) => {
      const field = def.fields[name]
      return field?.kind === kind && !field.options.derived
    }
    return [
      sql`select ${def.name} as entity, ${def.area} as area, t.id, ${referenceObject(resource, t, tx.who.lang)} as object,
        ${plain('status', 'choice') ? t('status') : sql`null::text`} as status,
        ${def.fields.situation ? scalar(resource, 'situation', t, tx.who.lang, tx.who) : sql`null::text`} as situation,
        ${resource.open ? asSql(figureCondition(resource, resource.open, t, tx.who, tx.today)) : sql`true`} as open, ${plain('target_date', 'date') ? t('target_date') : sql`null::date`} as due, not coalesce(${own}, false) as by_group
      from ${sql.table(def.name)} as t where t.customer_id = ${tx.customerId} and (${own} or ${ours})
        ${fieldOf(def, 'archived') ? sql`and not t.archived` : sql``} and ${asSql(resource.rules.read(t, tx.who))}`,
    ]
  })
  return branches.length === 0
    ? []
    : tx.run(sql<OwnObject>`select * from (${sql.join(branches, sql` union all `)}) as own order by entity, due nulls last, id limit ${assignedLimit}`)
}
