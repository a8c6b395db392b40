import { sql, type RawBuilder } from 'kysely'
import type { Language } from '#kit/contract/catalogue.ts'
import { usualOrder } from '#kit/contract/date-order.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import type { Who } from '#kit/server/access/who.ts'
import type { Resource, Resources } from '#kit/server/data/resources/resource.ts'
import { fieldOf, linkTable, mayOpen, rowRef } from '#kit/server/data/sql/columns.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { rightsOfScopes, type ExposedType } from '#areas/programs/server/exposed.ts'
import { makerComesIn, makerPlaces, openHere, placesOf, roleOf, type Answered } from '#areas/programs/server/reach.ts'
import { typesOf, type EventOf } from './events.ts'

/** What is told of what happens, and as whom it may read. */
export interface Listener {
  readonly id: number
  readonly name: string
  readonly url: string
  readonly events: readonly string[]
  readonly maker: number
  readonly onSince: Date
  readonly live: boolean
  /** Null where whoever answers for it may read nothing for it any more. */
  readonly who: Who | null
  /** Sealed, the newest first. */
  readonly secrets: readonly string[]
}

interface Found extends Answered {
  readonly id: number
  readonly name: string
  readonly url: string
  readonly events: readonly string[]
  readonly maker_id: number
  readonly on_since: Date
  readonly live: boolean
  readonly answers: boolean
  readonly features: readonly string[]
  readonly lang: Language
  readonly time_zone: string
  readonly secrets: readonly string[]
}

/** What an installation lets webhooks be told of. */
export interface Told {
  readonly types: ReadonlyMap<string, ExposedType>
  readonly events: ReadonlyMap<string, EventOf>
  readonly resources: Resources
}

/** One webhook, or all that are told at this moment, with what whoever answers for each may read now: worked out anew for each transaction, as for keys. */
export async function listenersOf(tx: Tx, told: Told, id: number | null): Promise<Listener[]> {
  const { customerId, now } = tx
  const rows = await tx.run(sql<Found>`select h.id, h.name, h.url, h.events, h.maker_id, h.everywhere, h.on_since, not h.paused and h.off_since is null as live,
      ${makerComesIn(now)} and ${openHere} as answers, c.features, c.lang, c.time_zone, w.roles as maker_roles, ${makerPlaces(customerId)} as maker_places,
      array(select p.descendant_id from webhook__perimeters hp join perimeter_closure p on p.customer_id = hp.customer_id and p.ancestor_id = hp.target_id
        where hp.customer_id = ${customerId} and hp.owner_id = h.id order by 1) as places,
      array(select s.sealed from webhook_secret s where s.customer_id = ${customerId} and s.webhook_id = h.id and (s.until is null or s.until > ${now}) order by s.id desc) as secrets
    from webhook h join customer c on c.id = h.customer_id join member w on w.customer_id = h.customer_id and w.id = h.maker_id
    where h.customer_id = ${customerId} and ${id === null ? sql`not h.paused and h.off_since is null` : sql`h.id = ${id}`} order by h.id`)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    url: row.url,
    events: row.events,
    maker: row.maker_id,
    onSince: row.on_since,
    live: row.live,
    who: whoOf(tx, told, row),
    secrets: row.secrets,
  }))
}

/** Who a webhook reads as: nobody of its own, with what its maker may read of what it asks for, where both reach. */
function whoOf(tx: Tx, { types, events, resources }: Told, row: Found): Who | null {
  const role = roleOf(row)
  if (role === null || !row.answers) return null
  const held = tx.rightsOf([role], row.features)
  const makers = tx.rightsOf(row.maker_roles, row.features)
  const scoped = rightsOfScopes({ read: typesOf(events, row.events), write: [] }, types, resources, held)
  return {
    customerId: tx.customerId,
    memberId: null,
    roles: [role],
    rights: new Set([...scoped].filter((right) => held.has(right) && makers.has(right))),
    groupIds: [],
    perimeterIds: placesOf(row),
    tagIds: [],
    adminType: null,
    accountId: null,
    impersonatorId: null,
    outside: null,
    lang: row.lang,
    dateOrder: usualOrder[row.lang],
    timeZone: row.time_zone,
    requestId: tx.who.requestId,
    session: null,
    source: 'webhook',
  }
}

/** Which of some rows somebody may open, as they are now, each with where it is as rows of its kind are; of rows that are gone, as they were last. */
export async function withinSight(tx: Tx, who: Who, resource: Resource, ids: readonly number[], gone: boolean): Promise<ReadonlyMap<number, Places>> {
  if (ids.length === 0) return new Map()
  const { name } = resource.def
  const r = rowRef('r')
  const condition = mayOpen(resource, r, who)
  if (condition === false) return new Map()
  const these = [...new Set(ids)]
  const rows = gone
    ? sql`(select distinct on (h.id) h.* from ${sql.table(`${name}_history`)} h where h.customer_id = ${tx.customerId} and h.id = any(${these}::bigint[]) order by h.id, h.version desc)`
    : sql.table(name)
  const found = await tx.run(
    sql<{ id: number; perimeters: number[] | null }>`select r.id, ${placesSql(resource, gone)} as perimeters
      from ${rows} as r where r.customer_id = ${tx.customerId} and r.id = any(${these}::bigint[]) and ${asSql(condition)}`,
  )
  return new Map(found.map(({ id, perimeters }) => [id, perimeters]))
}

/** The perimeters of a row; null of what has none. */
export type Places = readonly number[] | null

/** Where a row is: a perimeter itself, the one that it names, or those that it is linked to. */
function placesSql({ def, derived }: Resource, gone: boolean): RawBuilder<unknown> {
  const r = rowRef('r')
  if (def.name === 'perimeter') return sql`array[r.id]`
  const [one, several] = [fieldOf(def, 'perimeter'), fieldOf(def, 'perimeters')]
  if (one?.kind === 'ref' && !derived?.perimeter && !one.options.derived) return sql`array_remove(array[${r('perimeter_id')}], null)`
  if (several?.kind === 'links' && several.options.entity === 'perimeter' && !several.options.derived && !gone)
    return sql`array(select l.target_id from ${sql.table(linkTable(def, 'perimeters'))} l where l.customer_id = ${r('customer_id')} and l.owner_id = ${r('id')} order by 1)`
  return sql`null::bigint[]`
}
