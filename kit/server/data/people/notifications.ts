import { sql, type RawBuilder } from 'kysely'
import type { EntityDef } from '#kit/contract/entity.ts'
import { notificationsShown, type Notification } from '#kit/contract/notification.ts'
import type { NotificationKind } from '#kit/contract/notification-kinds.ts'
import { can } from '#kit/server/access/authorize.ts'
import { notificationChannel } from './notify.ts'
import { namesOf } from '#kit/server/data/links/object-names.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import { mentionTexts } from './mention-texts.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'

/** The most that are counted: beyond, the bell says that there are more. */
const counted = 1000

/** As it is read; which clock it is about, as a word of the code. */
export type NotificationRow = Omit<Notification, 'created_at' | 'about' | 'due_at'> & {
  readonly created_at: Date
  readonly about: string | null
  readonly due_at: Date | null
}

/** Under which key the area of an object names one of its clocks. */
export const aboutKey = ({ area, name }: Pick<EntityDef, 'area' | 'name'>, about: string): string => `${area}.entities.${name}.told.${about}`

/** The reader's own, newest first, of objects that they may read now, under the names that these have now. */
export async function listNotifications(tx: Tx, resources: Resources, unread: boolean): Promise<NotificationRow[]> {
  const selectNewest = await notificationsOf(tx, resources)
  if (!selectNewest) return []
  const person = sql`(select jsonb_build_object('id', m.id, 'name', m.name) from member m where m.customer_id = n.customer_id and m.id = n.actor_id)`
  const rows = await tx.run(sql<NotificationRow>`with ${selectNewest(unread, unread ? counted : notificationsShown * 2)}
    select n.id, n.kind, n.entity, jsonb_build_object('id', o.id, 'identifier', o.identifier, 'name', o.name) as object, ${person} as actor,
      (select left(c.text, 300) from comment c where c.customer_id = n.customer_id and c.id = n.comment_id and c.entity = n.entity and c.object_id = n.object_id) as text,
      n.day, n.about, n.due_at, n.needs_action, n.created_at, n.read_at is not null as read,
      (select jsonb_build_object('id', m.id, 'name', m.name) from member m where m.customer_id = n.customer_id and m.id = n.for_id) as stands_for
    from n join o on o.entity = n.entity and o.id = n.object_id order by n.id desc limit ${notificationsShown}`)
  const spoken = await mentionTexts(
    tx,
    resources,
    rows.flatMap(({ text }) => text ?? []),
  )
  return rows.map((row) => ({ ...row, text: row.text === null ? null : spoken(row.text) }))
}

/** How many the reader has not read, by kind: the rows that `listNotifications` shows of them, and as many again as are counted. */
export async function countUnread(tx: Tx, resources: Resources): Promise<readonly { kind: NotificationKind; count: number }[]> {
  const selectNewest = await notificationsOf(tx, resources)
  if (!selectNewest) return []
  return tx.run(sql<{ kind: NotificationKind; count: number }>`with ${selectNewest(true, counted)}
    select n.kind, count(*)::int as count from n join o on o.entity = n.entity and o.id = n.object_id group by n.kind`)
}

/** The reader's newest (`n`) and the objects of theirs that may be read (`o`): only of the entities that they were told of, so that the statement stays small. */
export async function notificationsOf(tx: Tx, resources: Resources): Promise<((unread: boolean, limit: number | null) => RawBuilder<unknown>) | null> {
  const { who, customerId } = tx
  const source = sql`from notification where customer_id = ${customerId} and member_id = ${who.memberId} and shown`
  const found = await tx.run(sql<{ entity: string }>`select distinct entity ${source} order by entity`)
  const readable = found.flatMap(({ entity }) => {
    const resource = resources.get(entity)
    return resource && can(who, resource.def.rights.read) ? [resource] : []
  })
  if (readable.length === 0) return null
  const objects = sql.join(
    readable.map((resource) => namesOf(resource, tx, sql`t.id in (select object_id from n where entity = ${sql.lit(resource.def.name)})`)),
    sql` union all `,
  )
  return (unread, limit) => sql`n as materialized (select * ${source} ${unread ? sql`and read_at is null` : sql``} order by id desc limit ${limit}),
    o as (${objects})`
}

/** Marks the reader's own as read, or as not: these, or all that there were when one of them was the newest. Their other pages hear of it. */
export async function readNotifications(
  tx: Tx,
  which: { readonly ids: readonly number[]; readonly read: boolean } | { readonly up_to: number },
): Promise<void> {
  const read = !('ids' in which) || which.read
  const condition = 'ids' in which ? sql`id = any(${which.ids}::bigint[])` : sql`id <= ${which.up_to}`
  const { customerId, who } = tx
  await tx.run(sql`with done as (update notification set read_at = ${read ? sql`present()` : sql`null`} where customer_id = ${customerId} and member_id = ${who.memberId}
      and (read_at is null) = ${read} and ${condition} returning id)
    select pg_notify(${notificationChannel}, ${`told:${customerId}:${who.memberId ?? 0}`}) from done limit 1`)
}

/** Tells the reader no more of an object, which they follow no longer, or again; only of one of which they were told. */
export async function muteObject(tx: Tx, entity: string, id: number, muted: boolean): Promise<void> {
  const { customerId, who } = tx
  await tx.run(
    muted
      ? sql`with unfollowed as (delete from record_follow where customer_id = ${customerId} and member_id = ${who.memberId} and entity = ${entity} and object_id = ${id})
          insert into notification_mute (customer_id, member_id, entity, object_id) select customer_id, member_id, entity, object_id from notification
          where customer_id = ${customerId} and member_id = ${who.memberId} and entity = ${entity} and object_id = ${id} limit 1 on conflict do nothing`
      : sql`delete from notification_mute where customer_id = ${customerId} and member_id = ${who.memberId} and entity = ${entity} and object_id = ${id}`,
  )
}

/** The newest that the reader was told: where a stream goes on after a cut. */
export async function newestNotification(tx: Tx): Promise<number> {
  const row = await tx.first(
    sql<{ id: number }>`select coalesce(max(id), 0) as id from notification where customer_id = ${tx.customerId} and member_id = ${tx.who.memberId} and shown`,
  )
  return row?.id ?? 0
}
