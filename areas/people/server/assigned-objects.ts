import { sql, type RawBuilder } from 'kysely'
import type { z } from 'zod'
import { AppError, invalidField } from '#kit/contract/errors.ts'
import { assignmentAsks } from '#kit/contract/register.ts'
import type { Right } from '#kit/contract/right.ts'
import { asSql, either, type RowCondition, type RowRef } from '#kit/server/access/row-rule.ts'
import { cannotAct, mayAct } from '#kit/server/data/people/assignees.ts'
import { fieldOf, referenceObject, rowRef, scalar } from '#kit/server/data/sql/columns.ts'
import { handOver, replaceAssignee } from '#kit/server/data/people/assign.ts'
import { figureCondition } from '#kit/server/data/resources/figures.ts'
import { lockPlaces } from '#kit/server/data/database/lock-order.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb, updateRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { assignedObjectSchema, OwnObject } from '#areas/people/contract/calls.ts'
import { assigned, held, holdingsOf } from './assigned-rows.ts'

type AssignedObject = z.infer<typeof assignedObjectSchema>

/** The most objects shown, and handed over, at a time. */
export const assignedLimit = 1000

const assignedTo = (entity: string, row: RowRef, to: RawBuilder<boolean>) =>
  sql<boolean>`exists (select 1 from assignment a where a.customer_id = ${row('customer_id')} and a.entity = ${entity} and a.object_id = ${row('id')} and ${to})`

/** Objects that are a user's to answer for, as far as the reader may see them; what is archived, over or at rest is nobody's task. */
export async function listAssigned(tx: Tx, resources: Resources, memberId: number): Promise<AssignedObject[]> {
  const branches = holdingsOf(resources.values(), tx.customerId, memberId).map(
    ({ resource, field, condition }): RawBuilder<unknown> =>
      sql`select ${resource.def.name} as entity, ${resource.def.area} as area, ${field} as field, held.id, ${referenceObject(resource, held, tx.who.lang)} as object
      from ${sql.table(resource.def.name)} as held where ${condition} and ${asSql(resource.rules.read(held, tx.who))}`,
  )
  return branches.length === 0
    ? []
    : tx.run(sql<AssignedObject>`select * from (${sql.join(branches, sql` union all `)}) as held order by entity, id limit ${assignedLimit}`)
}

/** The rights that objects ask of whoever is given all of them. */
export function askedBy(resources: Resources, objects: readonly AssignedObject[]): Right[] {
  const asked = objects.map(({ entity, field }) => {
    const { def } = resourceOf(resources, entity)
    return field === assigned ? assignmentAsks(def) : def.fields[field]?.options.asks
  })
  return [...new Set(asked.filter((right) => right !== undefined && right !== null))].toSorted()
}

/** Gives all of somebody's objects to somebody else, each by the ordinary way of writing it, and answers how many. Throws INVALID when they could not work on all. */
export async function reassignAll(tx: Tx, resources: Resources, from: number, to: number): Promise<number> {
  const objects = await listAssigned(tx, resources, from)
  const able = askedBy(resources, objects).map((right) => mayAct(tx, 'member', rowRef('t'), right))
  if (
    able.length > 0 &&
    !(await tx.first(sql`select 1 from member as t where t.customer_id = ${tx.customerId} and t.id = ${to} and ${sql.join(able, sql` and `)}`))
  )
    throw invalidField('to', cannotAct.member)
  const places = lockPlaces(resources)
  const place = (entity: string) => places(entity) ?? 0
  for (const { entity, field, id } of objects.toSorted((a, b) => place(a.entity) - place(b.entity) || a.id - b.id)) {
    const resource = resourceOf(resources, entity)
    const grant = authorizeVerb(tx, resource, 'update')
    if (resource.register && field === assigned) await replaceAssignee(tx, grant, resource, resources, id, from, to)
    else await updateRow(tx, grant, resource, resources, id, { [field]: to }, { action: handOver })
  }
  return objects.length
}

/** Refuses to put away somebody who still answers for something (ADM-08). */
export async function refuseWhileAssigned(tx: Tx, resources: Resources, memberId: number): Promise<void> {
  for (const { resource, condition } of holdingsOf(resources.values(), tx.customerId, memberId)) {
    const found = await tx.first(sql`select 1 from ${sql.table(resource.def.name)} as held where ${condition} limit 1`)
    if (found) throw new AppError('CONFLICT', 'people.errors.objects_assigned', { code: 'OBJECTS_ASSIGNED' })
  }
}

interface Own {
  readonly objects: OwnObject[]
  /** How many are still to be done, and how many are over. */
  readonly counts: { readonly open: number; readonly closed: number }
}

/**
 * What is the reader's own, or one of their groups', and still to be done, or with `closed` what is over; each once. What ends first comes first, what has no end
 * last; of what is over the latest comes first.
 */
export async function listOwn(tx: Tx, resources: Resources, closed: boolean): Promise<Own> {
  const { memberId, groupIds } = tx.who
  const branches = [...resources.values()].flatMap((resource): RawBuilder<unknown>[] => {
    const { def } = resource
    const t = rowRef('t')
    const to = (entity: string) =>
      Object.entries(def.fields)
        .filter(([, { kind, options }]) => kind === 'ref' && options.entity === entity && !options.derived && options.by !== 'server')
        .map(([field]) => t(`${field}_id`))
    const [people, groups] = [to('member'), to('group')]
    const mine = people.map((column): RowCondition => sql<boolean>`${column} = ${memberId}`)
    const ofGroups = groups.map((column): RowCondition => sql<boolean>`${column} = any(${groupIds}::bigint[])`)
    if (resource.register) {
      mine.push(assignedTo(def.name, t, sql<boolean>`a.member_id = ${memberId}`))
      ofGroups.push(assignedTo(def.name, t, sql<boolean>`a.group_id = any(${groupIds}::bigint[])`))
    }
    if (mine.length + ofGroups.length === 0) return []
    const [own, ours] = [asSql(either(...mine)), asSql(either(...ofGroups))]
    const plain = (name: string, kind: string) => {
      const field = def.fields[name]
      return field?.kind === kind && !field.options.derived
    }
    // The day that is waited for: until when its work is to be done, else the last on which it holds.
    const end = resource.work?.due?.date ?? ['target_date', 'valid_until'].find((name) => plain(name, 'date'))
    return [
      sql`select ${def.name} as entity, ${def.area} as area, t.id, ${referenceObject(resource, t, tx.who.lang)} as object,
        ${plain('status', 'choice') ? t('status') : sql`null::text`} as status,
        ${def.fields.situation ? scalar(resource, 'situation', t, tx.who.lang, tx.who) : sql`null::text`} as situation,
        ${resource.open ? sql`coalesce(${asSql(figureCondition(resource, resource.open, t, tx.who, tx.today))}, false)` : sql`true`} as open, ${end ? t(end) : sql`null::date`} as due, not coalesce(${own}, false) as by_group
      from ${sql.table(def.name)} as t where t.customer_id = ${tx.customerId} and (${own} or ${ours})
        ${fieldOf(def, 'archived') ? sql`and not t.archived` : sql``} and ${asSql(resource.rules.read(t, tx.who))}`,
    ]
  })
  const none: Own = { objects: [], counts: { open: 0, closed: 0 } }
  if (branches.length === 0) return none
  const order = closed ? sql`entity, due desc nulls last, id desc` : sql`entity, due nulls last, id`
  const found = await tx.first(sql<{ open: number; closed: number; objects: OwnObject[] }>`with own as materialized (${sql.join(branches, sql` union all `)})
    select (select count(*) from own where open) as open, (select count(*) from own where not open) as closed,
      coalesce((select jsonb_agg(to_jsonb(shown) - 'n' order by n) from (
        select own.*, row_number() over (order by ${order}) as n from own where open = ${!closed} order by n limit ${assignedLimit}) shown), '[]') as objects`)
  if (!found) return none
  return { objects: found.objects, counts: { open: found.open, closed: found.closed } }
}
