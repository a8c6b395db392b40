import { sql, type RawBuilder } from 'kysely'
import { invalidField } from '#kit/contract/errors.ts'
import { notificationKinds, type NotificationKind } from '#kit/contract/notification-kinds.ts'
import type { Role } from '#kit/contract/right.ts'
import { comesIn, holdsForMembers, mayHold, membersWho, type RoleSet } from '#kit/server/access/member-reach.ts'
import { allOf, asSql, type RowRule } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { followersOf } from './following.ts'
import { resourceOf, type Resource, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Notice, Tx, TransactionPorts } from '#kit/server/data/database/transaction.ts'

/** On which servers hear what happened to whom; see `NotificationStreams`. */
export const notificationChannel = 'vigie_told'

/** Lets pages that have these rows open know that they are no longer as they were, once what changed is committed: `evaluation:12`. One statement. */
export async function tellChanged(tx: Tx, rows: readonly `${string}:${number}`[]): Promise<void> {
  if (rows.length === 0) return
  await tx.run(sql`select pg_notify(${notificationChannel}, ${`changed:${tx.customerId}:`} || row)::text from unnest(${[...new Set(rows)]}::text[]) as row`)
}
/** The job that writes the mails that come at once. */
export const mailAtOnceJob = 'notification.mail'
/** Seconds that it waits, so that what happens meanwhile stands in the same mail. */
const gather = 60
/** The job that tells many. */
export const spreadJob = 'notification.spread'
/** How many are told in the transaction in which it happened; more are told by a job, so that nobody's change waits for them. */
const atOnce = 200
/** Members named in one signal to the servers: it holds at most 8,000 bytes. */
const perSignal = 400

/** One thing of which somebody is told, in short, for a job's data. */
interface Item {
  readonly id: number
  readonly cause: string
  readonly comment: number | null
  readonly day: string | null
  readonly about?: string | null
  /** A moment, as a job's data keep it. */
  readonly due?: string | null
  readonly letter?: true
}

/** Who is told of which of the items, as far as they may read it. */
export interface Spread {
  readonly kind: NotificationKind
  readonly entity: string
  readonly actor: number | null
  readonly items: readonly Item[]
  /** Place of the item, the member, and for whom they are told where they stand in. */
  readonly pairs: readonly (readonly [number, number, (number | null)?])[]
}

/** Tells members of objects of one entity, all that are told by a transaction at once: whoever did it is not told, nor who may not read the object. */
export const notifier =
  (resources: Resources): TransactionPorts['notify'] =>
  async (tx, notices) => {
    for (const alike of Map.groupBy(notices, ({ kind, entity }) => `${kind} ${entity}`).values()) {
      const [first] = alike
      if (!first) continue
      const { kind, entity } = first
      const items = alike.map(({ id, cause, comment = null, day = null, about = null, dueAt, letter }) => ({
        id,
        cause,
        comment,
        day,
        about,
        due: dueAt?.toISOString() ?? null,
        ...(letter && { letter }),
      }))
      const pairs = [...(await membersOf(tx, alike)), ...(await askedOf(tx, resourceOf(resources, entity), alike)), ...(await followersOf(tx, alike))]
      const spread: Spread = { kind, entity, actor: tx.who.memberId, items, pairs }
      if (pairs.length > atOnce) tx.enqueue({ name: spreadJob, data: { ...spread } })
      else await writeNotifications(tx, resources, spread)
    }
  }

/** Everybody who is named, by name or by their group, and whoever stands in for them, as far as they may come in today. */
async function membersOf(tx: Tx, notices: readonly Notice[]): Promise<Spread['pairs']> {
  if (notices.every(({ members = [], groups = [] }) => members.length + groups.length === 0)) return []
  const named = notices.flatMap(({ members = [] }, n) => members.map((id) => [n, id] as const))
  const grouped = notices.flatMap(({ groups = [] }, n) => groups.map((id) => [n, id] as const))
  const places = (of: typeof named) => sql`${of.map(([n]) => n)}::int[], ${of.map(([, id]) => id)}::bigint[]`
  const rows = await tx.run(sql<{
    n: number
    id: number
    for_id: number | null
  }>`with e as (select n, id, null::bigint as for_id from unnest(${places(named)}) as x (n, id)
      union select x.n, s.stand_in_id, s.member_id from unnest(${places(named)}) as x (n, id) join stand_ins(${tx.customerId}, ${tx.today}::date) s on s.member_id = x.id
      union select x.n, g.target_id, null from unnest(${places(grouped)}) as x (n, id) join group__members g on g.customer_id = ${tx.customerId} and g.owner_id = x.id)
    select e.n, m.id, case when bool_and(e.for_id is not null) then min(e.for_id) end as for_id from e join member m on m.customer_id = ${tx.customerId} and m.id = e.id
    where ${comesIn(tx.today)} and m.id is distinct from ${tx.who.memberId} group by e.n, m.id order by m.id, e.n`)
  return rows.map(({ n, id, for_id: away }) => [n, id, away])
}

/** Everybody whom a rule names, where one does: one statement for each rule. */
async function askedOf(tx: Tx, { def, rules }: Resource, notices: readonly Notice[]): Promise<Spread['pairs']> {
  const pairs: (readonly [number, number])[] = []
  const asked = notices.flatMap(({ whom, id }, n) => (whom ? [{ whom, id, n }] : []))
  for (const [whom, alike] of Map.groupBy(asked, (one) => one.whom)) {
    const rule: RowRule = allOf(whom, rules.read)
    const there = sql<boolean>`${comesIn(tx.today)} and m.id is distinct from ${tx.who.memberId}`
    const t = rowRef('t')
    // Most people are nobody's judges: whom the rule names by no role is not looked at.
    const readers = (await roleSetsOf(tx, there)).filter((set) => set.rights.has(def.rights.read) && mayHold(rule, t, set))
    if (readers.length === 0) continue
    const ofRoles = sql.join(
      readers.map(({ roles }) => sql`m.roles = ${roles}::text[]`),
      sql` or `,
    )
    const rows = await tx.run(sql<{ n: number; id: number }>`with ${membersWho(tx.customerId, sql<boolean>`${there} and (${ofRoles})`)}
      select i.n, w.id from unnest(${alike.map(({ n }) => n)}::int[], ${alike.map(({ id }) => id)}::bigint[]) as i (n, id)
        join ${sql.table(def.name)} as t on t.customer_id = ${tx.customerId} and t.id = i.id join w on ${asSql(holdsForMembers(rule, t, readers))} order by w.id, i.n`)
    pairs.push(...rows.map(({ n, id }) => [n, id] as const))
  }
  return pairs
}

/** The sets of roles that members hold, each once, with their rights here. */
async function roleSetsOf(tx: Tx, condition: RawBuilder<boolean>): Promise<RoleSet[]> {
  const rows = await tx.run(sql<{ roles: Role[]; features: string[] }>`select distinct m.roles, c.features from member m join customer c on c.id = m.customer_id
    where m.customer_id = ${tx.customerId} and ${condition}`)
  return rows.map(({ roles, features }) => ({ roles, rights: tx.rightsOf(roles, features) }))
}

/** Writes what members are told, and lets the servers know whom; what they know already is left as it is. */
export async function writeNotifications(tx: Tx, resources: Resources, { kind, entity, actor, items, pairs }: Spread): Promise<void> {
  if (pairs.length === 0) return
  const { def, rules } = resourceOf(resources, entity)
  const named = sql<boolean>`m.id = any(${[...new Set(pairs.map(([, member]) => member))]}::bigint[])`
  const readers = (await roleSetsOf(tx, named)).filter(({ rights }) => rights.has(def.rights.read))
  if (readers.length === 0) return
  const { customerId } = tx
  const t = rowRef('t')
  const places = items.map((_, n) => n)
  const { needsAction } = notificationKinds[kind]
  const written = await tx.first(sql<{ signals: number; at_once: boolean }>`with ${membersWho(customerId, named)},
    item as (select * from unnest(${places}::int[], ${items.map(({ id }) => id)}::bigint[], ${items.map(({ cause }) => cause)}::text[],
      ${items.map(({ comment }) => comment)}::bigint[], ${items.map(({ day }) => day)}::date[],
      ${items.map(({ about = null }) => about)}::text[], ${items.map(({ due = null }) => due)}::timestamptz[],
      ${items.map(({ letter = false }) => letter)}::boolean[]) as i (n, object_id, cause, comment_id, day, about, due_at, letter)),
    made as (insert into notification (customer_id, member_id, kind, entity, object_id, actor_id, comment_id, day, about, due_at, cause, needs_action, shown, mail, for_id)
      select ${customerId}::bigint, w.id, ${kind}, ${entity}, item.object_id, ${actor}::bigint, item.comment_id, item.day, item.about, item.due_at, item.cause, ${needsAction}, c.shown,
        case when not item.letter or c.mail <> 'AT_ONCE' then c.mail end, p.for_id
      from unnest(${pairs.map(([n]) => n)}::int[], ${pairs.map(([, member]) => member)}::bigint[], ${pairs.map(([, , away = null]) => away)}::bigint[]) as p (n, member_id, for_id)
        join item on item.n = p.n join w on w.id = p.member_id join ${sql.table(entity)} as t on t.customer_id = ${customerId} and t.id = item.object_id
        join ${chosen(customerId, kind)} as c on c.member_id = w.id
      where ${asSql(holdsForMembers(rules.read, t, readers))} and (c.shown or c.mail is not null) and not exists (select 1 from notification_mute q
        where q.customer_id = ${customerId} and q.member_id = w.id and q.entity = ${entity} and q.object_id = item.object_id)
      order by w.id, item.cause on conflict (customer_id, member_id, cause) do nothing returning member_id, shown, mail),
    signalled as (select pg_notify(${notificationChannel}, ${`told:${customerId}:`} || string_agg(member_id::text, ',')) from (
      select member_id, row_number() over (order by member_id) / ${perSignal}::int as part from (select distinct member_id from made where shown) x) y group by part)
    select (select count(*) from signalled) as signals, exists (select 1 from made where mail = 'AT_ONCE') as at_once`)
  if (written?.at_once) tx.enqueue({ name: mailAtOnceJob, data: {}, key: 'soon', delaySeconds: gather })
}

/** How members want to hear of a kind: whether the product shows it, and by which mail it comes, if by any. */
const chosen = (
  customerId: number,
  kind: NotificationKind,
) => sql`(select m.id as member_id, ${notificationKinds[kind].always} or coalesce(k.in_app, true) as shown,
    case coalesce(k.mail, ${notificationKinds[kind].mail}) when 'AT_ONCE' then 'AT_ONCE' when 'DAILY' then case when m.daily_notifications then 'DAILY' end
      when 'WEEKLY' then case when m.weekly_digest then 'WEEKLY' end end as mail
  from member m left join notification_choice k on k.customer_id = m.customer_id and k.member_id = m.id and k.kind = ${kind} where m.customer_id = ${customerId})`

/**
 * Of these members, who gets a mail of its own about what they are told with `letter`: who wants to hear of its kind at once, and wants to hear of the object at
 * all. People from outside have no other way to hear of anything.
 */
export async function lettersTo(
  tx: Tx,
  kind: NotificationKind,
  members: readonly number[],
  object?: { readonly entity: string; readonly id: number },
): Promise<ReadonlySet<number>> {
  const { customerId } = tx
  const muted = object
    ? sql<boolean>`exists (select 1 from notification_mute q where q.customer_id = ${customerId} and q.member_id = m.id and q.entity = ${object.entity} and q.object_id = ${object.id})`
    : sql<boolean>`false`
  const rows = await tx.run(sql<{ id: number }>`select m.id from member m join ${chosen(customerId, kind)} as c on c.member_id = m.id
    where m.customer_id = ${customerId} and m.id = any(${members}::bigint[]) and (m.kind = 'OUTSIDE' or (c.mail = 'AT_ONCE' and not ${muted}))`)
  return new Set(rows.map(({ id }) => id))
}

/** Whoever was asked about something is asked no more: it is decided, or nobody asks any longer. What they were told is read, and no mail tells it. */
export const settleAsked = (tx: Tx, ...causes: readonly string[]): Promise<void> => settle(tx, sql`cause = any(${causes}) and kind = 'to_approve'`)

/** A clock of an object that still runs: `late` once it has run out. */
export interface DueNotices {
  readonly about: string
  readonly dueAt: Date
  readonly late: boolean
}

/** What was told of an object's clocks is over for all that do not run as it was told. */
export function settleClocks(tx: Tx, entity: string, id: number, running: readonly DueNotices[]): Promise<void> {
  const [abouts, dues, kinds] = [running.map(({ about }) => about), running.map(({ dueAt }) => dueAt), running.map(({ late }) => kindOfClock(late))]
  return settle(
    tx,
    sql`kind in ('clock_late', 'clock_soon') and entity = ${entity} and object_id = ${id} and (about, due_at, kind) not in (
      select about, due_at, kind from unnest(${abouts}::text[], ${dues}::timestamptz[], ${kinds}::text[]) as r (about, due_at, kind))`,
  )
}

/** What is told of a clock. */
export const kindOfClock = (late: boolean) => (late ? 'clock_late' : 'clock_soon')

const settle = async (tx: Tx, which: RawBuilder<unknown>): Promise<void> => {
  await tx.run(sql`with done as (update notification set read_at = present(), mail = null where customer_id = ${tx.customerId} and ${which}
      and read_at is null returning member_id)
    select pg_notify(${notificationChannel}, ${`told:${tx.customerId}:`} || string_agg(member_id::text, ',')) from (
      select member_id, row_number() over (order by member_id) / ${perSignal}::int as part from (select distinct member_id from done) y) x group by part`)
}

export interface MemberName {
  readonly id: number
  readonly name: string
}

/** Of the members of whom a condition over `m` holds, and who may come in, those who may read an object; by name. */
export async function membersWhoRead(
  tx: Tx,
  { def, rules }: Resource,
  id: number,
  condition: RawBuilder<boolean>,
  limit: number,
): Promise<readonly MemberName[]> {
  const { customerId } = tx
  const there = sql<boolean>`${comesIn(tx.today)} and ${condition}`
  const readers = (await roleSetsOf(tx, there)).filter(({ rights }) => rights.has(def.rights.read))
  if (readers.length === 0) return []
  return tx.run(sql<MemberName>`with ${membersWho(customerId, there)}
    select w.id, w.name from w join ${sql.table(def.name)} as t on t.customer_id = ${customerId} and t.id = ${id}
    where ${asSql(holdsForMembers(rules.read, rowRef('t'), readers))} order by w.name, w.id limit ${limit}`)
}

/** Refuses to call somebody who may not read the object: they are not told, and nobody learns from the refusal who they are. */
export async function assertMayRead(tx: Tx, resource: Resource, id: number, mentioned: readonly number[]): Promise<void> {
  if (mentioned.length === 0) return
  const readers = await membersWhoRead(tx, resource, id, sql<boolean>`m.id = any(${mentioned}::bigint[])`, mentioned.length)
  if (readers.length < mentioned.length) throw invalidField('text', 'kit.errors.mention_unreadable')
}
