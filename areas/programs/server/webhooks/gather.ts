import { sql } from 'kysely'
import type { EntityDef } from '#kit/contract/entity.ts'
import { columnsOf } from '#kit/contract/field.ts'
import { linesSince, newestEntry, type LineSince } from '#kit/server/data/audit/lines-since.ts'
import { versionedColumns } from '#kit/server/data/history/history.ts'
import type { LinkDetails } from '#kit/server/data/links/link-details.ts'
import type { Resource, Stored } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { shownFields } from '#areas/programs/server/public/rows.ts'
import type { ExposedType } from '#areas/programs/server/exposed.ts'
import { writtenEvents } from '#areas/programs/contract/webhook-calls.ts'
import { isChosen } from './events.ts'
import { listenersOf, withinSight, type Listener, type Places, type Told } from './listeners.ts'
import { switchOff } from './send.ts'
import { newMessageId } from './sign.ts'

/** Lines that are read in one transaction. */
const piece = 500
/** Names of fields that a body lists at most. */
const mostNames = 100

interface Happened {
  readonly event: string
  readonly type: ExposedType
  readonly id: number
  readonly version: number | null
  readonly at: Date
  readonly actor: number | null
  readonly changed: readonly string[] | null
  readonly gone: boolean
}

/**
 * Turns what happened since it was read last into messages: the log of an organisation is their outbox, since each change is written there in its own transaction, and in order. How far it was read
 * is kept in the transaction that writes the messages, so that each is written once whatever is cut off.
 */
export async function gather(tx: Tx, told: Told): Promise<void> {
  const { customerId } = tx
  const feed = await tx.first(sql<{ seq: number; n: number }>`select seq, n from webhook_feed where customer_id = ${customerId} for no key update skip locked`)
  if (!feed) return
  const head = await newestEntry(tx)
  const listeners = (await listenersOf(tx, told, null)).filter(({ who }) => who !== null)
  if (listeners.length === 0) return readUpTo(tx, head)
  const chosen = (event: string) => listeners.some(({ events }) => isChosen(events, event))
  // What nobody listens to is not even read.
  const heard = [...told.types.values()].filter(({ type }) => writtenEvents.some((what) => chosen(`${type}.${what}`)))
  const byEntity = new Map(heard.map((type) => [type.resource.def.name, type]))
  const lines = await linesSince(tx, feed, head, [...byEntity.keys()], piece)
  const happened = [...(await ofRows(tx, byEntity, lines, chosen)), ...(await declared(tx, told))].filter(({ event }) => chosen(event))
  const last = lines.length === piece ? lines.at(-1) : undefined
  await (last ? readTo(tx, last) : readUpTo(tx, head, false))
  if (happened.length === 0) return
  const programs = await programsAmong(tx, happened)
  const messages: Message[] = []
  for (const listener of listeners) {
    const own = await messagesFor(tx, listener, happened, programs)
    if (own.length === 0) continue
    // Nobody ever makes anything of so many: its people are told, and it is told of what happens once it is switched on again.
    if ((await waitingFor(tx, listener.id)) + own.length > mostWaiting) await switchOff(tx, told, listener.id, 'FULL')
    else messages.push(...own)
  }
  await keep(tx, messages)
}

/** Messages that wait for one webhook at most. */
export const mostWaiting = 50_000

const waitingFor = async (tx: Tx, webhook: number): Promise<number> =>
  (
    await tx.first(sql<{
      n: number
    }>`select count(*)::int as n from (select 1 from webhook_delivery d where d.customer_id = ${tx.customerId} and d.webhook_id = ${webhook}
      and d.state = 'WAITING' limit ${mostWaiting + 1}) w`)
  )?.n ?? 0

const readTo = (tx: Tx, { seq, n }: LineSince) => tx.run(sql`update webhook_feed set seq = ${seq - 1}, n = ${n} where customer_id = ${tx.customerId}`)

async function readUpTo(tx: Tx, head: number, forget = true): Promise<void> {
  await tx.run(sql`update webhook_feed set seq = ${head}, n = -1 where customer_id = ${tx.customerId}`)
  if (forget) await tx.run(sql`delete from webhook_told where customer_id = ${tx.customerId}`)
}

/** What areas told; it is taken away with what comes of it. */
async function declared(tx: Tx, { events }: Told): Promise<Happened[]> {
  const rows = await tx.run(sql<{
    event: string
    object_id: number
    at: Date
    actor_id: number | null
  }>`delete from webhook_told t where t.customer_id = ${tx.customerId}
      and t.id in (select o.id from webhook_told o where o.customer_id = ${tx.customerId} order by o.id limit ${piece}) returning t.event, t.object_id, t.at, t.actor_id`)
  return rows.flatMap(({ event, object_id: id, at, actor_id: actor }) => {
    const type = events.get(event)?.type
    return type ? [{ event, type, id, version: null, at, actor, changed: null, gone: false }] : []
  })
}

/** What lines of the log tell: of rows that were made, changed or removed. What stands beside a row's versions, such as a file that was made of it, is no change of it. */
async function ofRows(
  tx: Tx,
  byEntity: ReadonlyMap<string, ExposedType>,
  lines: readonly LineSince[],
  chosen: (event: string) => boolean,
): Promise<Happened[]> {
  const happened: Happened[] = []
  for (const [entity, own] of Map.groupBy(lines, (line) => line.entity)) {
    const type = byEntity.get(entity)
    if (!type) continue
    const follows = ['changed', 'archived', 'restored'].some((what) => chosen(`${type.type}.${what}`))
    const changes = own.filter((line) => follows && line.versioned && line.version !== null && line.version > 1)
    const versions = await versionsOf(tx, type.resource, changes)
    for (const line of own) {
      const one = { type, id: line.object_id, version: line.version, at: line.at, actor: line.actor_id, changed: null, gone: false }
      const named = (what: string) => `${type.type}.${what}`
      if (line.action === 'assign') happened.push({ ...one, event: named('changed'), changed: ['assigned'] })
      else if (line.removed) happened.push({ ...one, event: named('deleted'), gone: true })
      else if (!line.versioned) continue
      else if (line.version === 1) happened.push({ ...one, event: named('created') })
      else if (follows) {
        const [before, after] = [versions.get(`${line.object_id}:${(line.version ?? 0) - 1}`), versions.get(`${line.object_id}:${line.version}`)]
        const changed = changedFields(type.resource.def, before, after, line.details)
        // Nothing that a program may read of it.
        if (changed.length === 0) continue
        const archived = after && 'archived' in after && before?.archived !== after.archived ? (after.archived === true ? 'archived' : 'restored') : 'changed'
        happened.push({ ...one, event: named(archived), changed })
      }
    }
  }
  return happened.toSorted((a, b) => a.at.getTime() - b.at.getTime())
}

/** The versions that changes led from and to, by row and number. */
async function versionsOf(tx: Tx, { def }: Resource, changes: readonly LineSince[]): Promise<ReadonlyMap<string, Stored>> {
  if (changes.length === 0) return new Map()
  const columns = sql.join(versionedColumns(def).map((column) => sql.ref(`v.${column}`)))
  const wanted = changes.flatMap(({ object_id: id, version }) => [
    { id, version: (version ?? 0) - 1 },
    { id, version: version ?? 0 },
  ])
  const asked = sql`unnest(${wanted.map(({ id }) => id)}::bigint[], ${wanted.map(({ version }) => version)}::int[]) as a (id, version)`
  const from = (table: string) =>
    sql`select ${columns} from (select distinct a.id, a.version from ${asked}) a join ${sql.table(table)} v on v.customer_id = ${tx.customerId} and v.id = a.id and v.version = a.version`
  const rows = await tx.run(sql<Stored>`${from(def.name)} union all ${from(`${def.name}_history`)}`)
  return new Map(rows.map((row) => [`${row.id}:${row.version}`, row]))
}

/** Fields that hold something else than before, by the names that programs know, as far as rows tell them to programs. */
export function changedFields(def: EntityDef, before: Stored | undefined, after: Stored | undefined, details: string | null): string[] {
  const shown = shownFields(def)
  const { links = {}, rows = {} } = details === null ? {} : (JSON.parse(details) as LinkDetails)
  const names = Object.entries(def.fields).flatMap(([name, field]) => {
    if (links[name] || rows[name]) return [name]
    const columns = after ? columnsOf(name, field).filter((column) => column in after && !same(before?.[column], after[column])) : []
    return field.kind === 'localized' ? columns : columns.length > 0 ? [name] : []
  })
  return names.filter((name) => shown.has(name)).slice(0, mostNames)
}

const same = (one: unknown, other: unknown) => JSON.stringify(one ?? null) === JSON.stringify(other ?? null)

/** Which of those that did something are programs. */
async function programsAmong(tx: Tx, happened: readonly Happened[]): Promise<ReadonlySet<number>> {
  const actors = [...new Set(happened.flatMap(({ actor }) => actor ?? []))]
  const rows = await tx.run(
    sql<{ id: number }>`select m.id from member m where m.customer_id = ${tx.customerId} and m.kind = 'KEY' and m.id = any(${actors}::bigint[])`,
  )
  return new Set(rows.map(({ id }) => id))
}

interface Message {
  readonly webhook: number
  readonly happened: Happened
  readonly body: string
}

/** What one webhook is told: of what it asked for, since it is on, as far as it may read the row that it is about. */
async function messagesFor(tx: Tx, { id, events, onSince, who }: Listener, happened: readonly Happened[], programs: ReadonlySet<number>): Promise<Message[]> {
  if (!who) return []
  const wanted = happened.filter((one) => isChosen(events, one.event) && one.at >= onSince)
  const seen = new Map<Happened, Places>()
  for (const alike of Map.groupBy(wanted, ({ type, gone }) => `${type.type} ${gone}`).values()) {
    const [first] = alike
    if (!first) continue
    const ids = await withinSight(
      tx,
      who,
      first.type.resource,
      alike.map((one) => one.id),
      first.gone,
    )
    for (const one of alike) if (ids.has(one.id)) seen.set(one, ids.get(one.id) ?? null)
  }
  return wanted.flatMap((one) => (seen.has(one) ? [{ webhook: id, happened: one, body: bodyOf(one, seen.get(one) ?? null, programs) }] : []))
}

/** The most perimeters that a body names. */
const mostPlaces = 50

/** Numbers and names of fields, no values but where the row is: whoever is told reads it, as far as they may by then. */
function bodyOf({ event, type, id, version, at, actor, changed }: Happened, places: Places, programs: ReadonlySet<number>): string {
  const by = actor === null ? { kind: 'system' } : { kind: programs.has(actor) ? 'program' : 'person', id: actor }
  return JSON.stringify({
    type: event,
    timestamp: at.toISOString(),
    data: {
      object: { type: type.type, id, ...(version !== null && { version }), ...(places && { perimeters: places.slice(0, mostPlaces) }) },
      ...(changed && { changed }),
      by,
    },
  })
}

async function keep(tx: Tx, messages: readonly Message[]): Promise<void> {
  if (messages.length === 0) return
  const of = <T>(value: (message: Message) => T) => messages.map(value)
  await tx.run(sql`insert into webhook_delivery (customer_id, webhook_id, message_id, event, entity, object_id, gone, body, happened_at, made_at, next_at)
    select ${tx.customerId}, m.webhook_id, m.message_id, m.event, m.entity, m.object_id, m.gone, m.body, m.happened_at, ${tx.now}, ${tx.now}
    from unnest(${of(({ webhook }) => webhook)}::bigint[], ${of(() => newMessageId())}::text[], ${of(({ happened }) => happened.event)}::text[],
      ${of(({ happened }) => happened.type.resource.def.name)}::text[], ${of(({ happened }) => happened.id)}::bigint[], ${of(({ happened }) => happened.gone)}::boolean[],
      ${of(({ body }) => body)}::text[], ${of(({ happened }) => happened.at)}::timestamptz[]) as m (webhook_id, message_id, event, entity, object_id, gone, body, happened_at)`)
}
