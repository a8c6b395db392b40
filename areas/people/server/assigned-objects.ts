import { sql, type RawBuilder } from 'kysely'
import type { EntityDef } from '#kit/contract/entity.ts'
import { AppError, invalidField, notFound } from '#kit/contract/errors.ts'
import { assignmentAsks } from '#kit/contract/register.ts'
import type { Right } from '#kit/contract/right.ts'
import { asSql, either, type RowCondition, type RowRef } from '#kit/server/access/row-rule.ts'
import { cannotAct, mayAct, type AssigneeEntity } from '#kit/server/data/people/assignees.ts'
import { fieldOf, referenceObject, rowRef, scalar } from '#kit/server/data/sql/columns.ts'
import { handOver, replaceAssignee } from '#kit/server/data/people/assign.ts'
import { figureCondition } from '#kit/server/data/resources/figures.ts'
import { lockPlaces } from '#kit/server/data/database/lock-order.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb, updateRow } from '#kit/server/data/store/store.ts'
import { keepUndo, takeUndo } from '#kit/server/data/store/undo-tickets.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Who } from '#kit/server/access/who.ts'
import type { AssignedObject } from '#areas/people/contract/assigned-calls.ts'
import type { OwnObject } from '#areas/people/contract/calls.ts'
import { assigned, held, holdingsOf } from './assigned-rows.ts'

/** The most objects shown, and handed over, at a time. */
export const assignedLimit = 1000

const assignedTo = (entity: string, row: RowRef, to: RawBuilder<boolean>) =>
  sql<boolean>`exists (select 1 from assignment a where a.customer_id = ${row('customer_id')} and a.entity = ${entity} and a.object_id = ${row('id')} and ${to})`

/** Whom objects are assigned to: a user, or a group. */
export interface Holder {
  readonly holder: AssigneeEntity
  readonly id: number
}

/** What a field asks of whoever is given the object by it; null: nothing. */
export const rightAsked = (def: EntityDef, field: string): Right | null => (field === assigned ? assignmentAsks(def) : def.fields[field]?.options.asks) ?? null

/** Objects that are a user's or a group's to answer for, as far as the reader may see them; what is archived, over or at rest is nobody's task. */
export async function listAssigned(tx: Tx, resources: Resources, { holder, id }: Holder, who: Who = tx.who): Promise<AssignedObject[]> {
  const branches = holdingsOf(resources.values(), tx.customerId, id, holder).map(
    ({ resource, field, condition }): RawBuilder<unknown> =>
      sql`select ${resource.def.name} as entity, ${resource.def.area} as area, ${field} as field, ${rightAsked(resource.def, field)}::text as asks, held.id,
        ${referenceObject(resource, held, who.lang)} as object from ${sql.table(resource.def.name)} as held where ${condition} and ${asSql(resource.rules.read(held, who))}`,
  )
  return branches.length === 0
    ? []
    : tx.run(sql<AssignedObject>`select * from (${sql.join(branches, sql` union all `)}) as held order by entity, id limit ${assignedLimit}`)
}

/** The rights that objects ask of whoever is given all of them. */
export const askedBy = (objects: readonly AssignedObject[]): Right[] =>
  [...new Set(objects.flatMap(({ asks }) => (asks === null ? [] : [asks as Right])))].toSorted()

/** What names one way in which an object is somebody's. */
type Named = Pick<AssignedObject, 'entity' | 'field' | 'id'>

const wordOf = ({ entity, field, id }: Named) => `${entity} ${field} ${id}`

/** One object that went from one to another. */
interface Moved extends Named {
  readonly to: number
  /** As the write left it; null of a register, whose assignment makes no version. */
  readonly version: number | null
  /** Whoever took it had it already, beside the one who gave it. */
  readonly beside: boolean
}

/** What takes a hand-over back. */
interface HandedOver extends Holder {
  readonly moved: readonly Moved[]
}

/** What goes to one taker; without `chosen` all there is. */
interface Part {
  readonly to: number
  readonly chosen?: readonly Named[] | undefined
}

/** Gives all of the objects of somebody to somebody else, or those that are named: see `reassignParts`. */
export const reassignAll = (tx: Tx, resources: Resources, from: Holder, to: number, chosen?: readonly Named[]): Promise<{ count: number; undo: string }> =>
  reassignParts(tx, resources, from, [{ to, chosen }])

/**
 * Gives objects of somebody to others, each by the ordinary way of writing it, all or none of them; answers how many, and the ticket of their one undo. Throws
 * INVALID when a taker could not work on all of theirs, CONFLICT when one of those named is no longer theirs to give or goes to two.
 */
export async function reassignParts(
  tx: Tx,
  resources: Resources,
  { holder, id: from }: Holder,
  parts: readonly Part[],
): Promise<{ count: number; undo: string }> {
  const all = await listAssigned(tx, resources, { holder, id: from })
  const byWord = new Map(all.map((object) => [wordOf(object), object]))
  const taken = new Set<string>()
  const objects = parts.flatMap(({ to, chosen }) =>
    (chosen ?? all).map((one) => {
      const object = byWord.get(wordOf(one))
      if (!object || taken.has(wordOf(one))) throw new AppError('CONFLICT', 'people.errors.objects_moved')
      taken.add(wordOf(one))
      return { ...object, to }
    }),
  )
  for (const [to, own] of Map.groupBy(objects, (object) => object.to)) {
    const able = askedBy(own).map((right) => mayAct(tx, holder, rowRef('t'), right))
    if (
      able.length > 0 &&
      !(await tx.first(sql`select 1 from ${sql.table(holder)} as t where t.customer_id = ${tx.customerId} and t.id = ${to} and ${sql.join(able, sql` and `)}`))
    )
      throw invalidField('to', cannotAct[holder])
  }
  const moved: Moved[] = []
  const versions = new Map<string, number | null>()
  const rowOf = (one: Named) => `${one.entity} ${one.id}`
  const ordered = inLockOrder(resources, objects)
  // All before the first is written: what follows another one, as times do their task, goes with it.
  for (const object of ordered) await mustStillHold(tx, resources, object, { holder, id: from })
  for (const { to, ...object } of ordered) {
    const one = { ...(await moveOne(tx, resources, object, { holder, from, to })), to }
    moved.push(one)
    versions.set(rowOf(one), one.version ?? versions.get(rowOf(one)) ?? null)
  }
  // A row that was theirs in several ways was written several times: what counts is how the last one left it.
  const kept: HandedOver = { holder, id: from, moved: moved.map((one) => ({ ...one, version: versions.get(rowOf(one)) ?? null })) }
  return { count: moved.length, undo: moved.length > 0 ? await keepUndo(tx, handOver, kept) : '' }
}

/** In which rows of several entities are locked, by all who do. */
function inLockOrder<T extends Named>(resources: Resources, objects: readonly T[]): T[] {
  const places = lockPlaces(resources)
  const place = (entity: string) => places(entity) ?? 0
  return objects.toSorted((a, b) => place(a.entity) - place(b.entity) || a.id - b.id)
}

/** Throws CONFLICT for an object that is somebody else's by now. It is locked as it is looked at: nobody changes it between here and the write. */
async function mustStillHold(tx: Tx, resources: Resources, { entity, field, id }: Named, whose: Holder, besides: RawBuilder<unknown> = sql``): Promise<void> {
  const isTheirs =
    field === assigned
      ? assignedTo(entity, held, sql<boolean>`${sql.ref(`a.${whose.holder}_id`)} = ${whose.id}`)
      : sql<boolean>`${held(`${field}_id`)} = ${whose.id}`
  const there = await tx.first(
    sql`select 1 from ${sql.table(resourceOf(resources, entity).def.name)} as held where held.customer_id = ${tx.customerId} and held.id = ${id} and ${isTheirs}${besides} for no key update`,
  )
  if (!there) throw new AppError('CONFLICT', 'people.errors.objects_moved')
}

/** Gives one object from one to another. */
async function moveOne(
  tx: Tx,
  resources: Resources,
  { entity, field, id }: Named,
  { beside, ...given }: { holder: AssigneeEntity; from: number; to: number; beside?: boolean },
): Promise<Omit<Moved, 'to'>> {
  const resource = resourceOf(resources, entity)
  const grant = authorizeVerb(tx, resource, 'update')
  if (resource.register && field === assigned)
    return {
      entity,
      field,
      id,
      version: null,
      beside: await replaceAssignee(tx, grant, resource, resources, id, beside === undefined ? given : { ...given, beside }),
    }
  const { version } = await updateRow(tx, grant, resource, resources, id, { [field]: given.to }, { action: handOver })
  return { entity, field, id, version, beside: false }
}

/**
 * Takes a hand-over of this kind of holder back, once, by its author, for as long as nobody has changed one of the objects since: also to somebody who may no
 * longer sign in, who had them before. Throws CONFLICT otherwise.
 */
export async function takeBack(tx: Tx, resources: Resources, holder: AssigneeEntity, ticket: string): Promise<number> {
  const { id, moved, ...kept } = await takeUndo<HandedOver>(tx, handOver, ticket)
  if (kept.holder !== holder) throw notFound()
  const archived = holder === 'member' && (await tx.first(sql`select 1 from member where customer_id = ${tx.customerId} and id = ${id} and archived`))
  if (archived) throw new AppError('CONFLICT', 'people.errors.giver_archived')
  for (const object of inLockOrder(resources, moved)) {
    const isAsLeft = object.field === assigned ? sql`` : sql` and ${held('version')} = ${object.version}`
    await mustStillHold(tx, resources, object, { holder, id: object.to }, isAsLeft)
  }
  for (const object of inLockOrder(resources, moved)) await moveOne(tx, resources, object, { holder, from: object.to, to: id, beside: object.beside })
  return moved.length
}

/** The page on which the objects of a holder are handed over. */
export const pageOfObjects = ({ holder, id }: Holder): string => (holder === 'member' ? `/admin/users/${id}/objects` : `/admin/group/${id}/objects`)

/** Whether somebody, or a group, answers for anything. */
export async function holdsAnything(tx: Tx, resources: Resources, whose: Holder): Promise<boolean> {
  const some = holdingsOf(resources.values(), tx.customerId, whose.id, whose.holder).map(
    ({ resource, condition }) => sql`exists (select 1 from ${sql.table(resource.def.name)} as held where ${condition})`,
  )
  return some.length > 0 && (await tx.first(sql`select 1 where ${sql.join(some, sql` or `)}`)) !== undefined
}

/** Refuses to put away somebody, or a group, who still answers for something, and says where it is given to others (ADM-08). */
export async function refuseWhileAssigned(tx: Tx, resources: Resources, whose: Holder): Promise<void> {
  if (await holdsAnything(tx, resources, whose))
    throw new AppError('CONFLICT', `people.errors.${whose.holder === 'member' ? 'objects_assigned' : 'group_objects_assigned'}`, {
      code: 'OBJECTS_ASSIGNED',
      object: { link: pageOfObjects(whose) },
    })
}

interface Own {
  readonly objects: OwnObject[]
  /** How many are still to be done, and how many are over. */
  readonly counts: { readonly open: number; readonly closed: number }
}

/**
 * What is the reader's own, one of their groups' or of somebody for whom they stand in today, and still to be done, or with `closed` what is over; each once. What ends first comes first, what has no end
 * last; of what is over the latest comes first.
 */
export async function listOwn(tx: Tx, resources: Resources, closed: boolean): Promise<Own> {
  const { memberId, groupIds } = tx.who
  const branches = [...resources.values()].flatMap((resource): RawBuilder<unknown>[] => {
    const { def } = resource
    const t = rowRef('t')
    const to = (entity: string) =>
      Object.entries(def.fields)
        .filter(([, { kind, options }]) => kind === 'ref' && options.entity === entity && !options.derived && options.by !== 'server' && !options.about)
        .map(([field]) => t(`${field}_id`))
    const [people, groups] = [to('member'), to('group')]
    const mine = people.map((column): RowCondition => sql<boolean>`${column} = ${memberId}`)
    const stoodIn = people.map((column): RowCondition => sql<boolean>`${column} = any((select ids from stood)::bigint[])`)
    const away =
      people.length === 0
        ? sql`null::bigint`
        : sql`(select m.id from unnest(array[${sql.join(people)}]::bigint[]) as of_row (id) join member m on m.customer_id = ${tx.customerId} and m.id = of_row.id where m.id = any((select ids from stood)::bigint[]) limit 1)`
    const ofGroups = groups.map((column): RowCondition => sql<boolean>`${column} = any(${groupIds}::bigint[])`)
    if (resource.register) {
      mine.push(assignedTo(def.name, t, sql<boolean>`a.member_id = ${memberId}`))
      ofGroups.push(assignedTo(def.name, t, sql<boolean>`a.group_id = any(${groupIds}::bigint[])`))
    }
    if (mine.length + ofGroups.length === 0) return []
    const [own, ours, theirs] = [asSql(either(...mine)), asSql(either(...ofGroups)), asSql(either(...stoodIn))]
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
        ${resource.open ? sql`coalesce(${asSql(figureCondition(resource, resource.open, t, tx.who, tx.today))}, false)` : sql`true`} as open, ${end ? t(end) : sql`null::date`} as due, coalesce(${ours}, false) and not coalesce(${own}, false) as by_group,
        case when not coalesce(${own} or ${ours}, false) then ${away} end as away_id
      from ${sql.table(def.name)} as t where t.customer_id = ${tx.customerId} and (${own} or ${ours} or ${theirs})
        ${fieldOf(def, 'archived') ? sql`and not t.archived` : sql``} and ${asSql(resource.rules.read(t, tx.who))}`,
    ]
  })
  const none: Own = { objects: [], counts: { open: 0, closed: 0 } }
  if (branches.length === 0) return none
  const order = closed ? sql`entity, due desc nulls last, id desc` : sql`entity, due nulls last, id`
  const found = await tx.first(sql<{ open: number; closed: number; objects: OwnObject[] }>`with stood as materialized (select stood_in_for(${memberId}) as ids),
      own as materialized (${sql.join(branches, sql` union all `)})
    select (select count(*) from own where open) as open, (select count(*) from own where not open) as closed,
      coalesce((select jsonb_agg(to_jsonb(shown) - 'n' - 'away_id' order by n) from (
        select own.*, row_number() over (order by ${order}) as n,
          (select jsonb_build_object('id', m.id, 'name', m.name, 'until', s.last_day) from stand_ins(${tx.customerId}, ${tx.today}::date) s
            join member m on m.customer_id = ${tx.customerId} and m.id = s.member_id where m.id = own.away_id and s.stand_in_id = ${memberId} limit 1) as stands_for
        from own where open = ${!closed} order by n limit ${assignedLimit}) shown), '[]') as objects`)
  if (!found) return none
  return { objects: found.objects, counts: { open: found.open, closed: found.closed } }
}
