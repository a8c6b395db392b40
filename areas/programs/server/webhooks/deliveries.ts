import { sql } from 'kysely'
import { AppError, notFound } from '#kit/contract/errors.ts'
import type { Grant } from '#kit/server/access/authorize.ts'
import { mustRead } from '#kit/server/data/lists/get-row.ts'
import { readableObjects } from '#kit/server/data/links/object-names.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Attempt, Delivery, WholeDelivery } from '#areas/programs/contract/webhook-calls.ts'
import { untilGivenUp } from './attempt.ts'
import { webhooks } from './webhook.ts'

interface Row {
  readonly id: number
  readonly webhook_id: number
  readonly message_id: string
  readonly event: string
  readonly entity: string | null
  readonly object_id: number | null
  readonly state: Delivery['state']
  readonly replayed: boolean
  readonly attempts: number
  readonly status: number | null
  readonly took: number | null
  readonly happened_at: Date
  readonly made_at: Date
  readonly next_at: Date | null
  readonly ended_at: Date | null
}

const columns = sql`d.id, d.webhook_id, d.message_id, d.event, d.entity, d.object_id, d.state, d.replayed, d.attempts, d.status, d.took, d.happened_at, d.made_at, d.next_at, d.ended_at`

/** With what their objects are called now, as far as their reader may open them. */
async function told(tx: Tx, resources: Resources, rows: readonly Row[]): Promise<Delivery[]> {
  const objects = rows.flatMap(({ entity, object_id: id }) => (entity !== null && id !== null ? [{ entity, id }] : []))
  const named = new Map((await readableObjects(tx, resources, objects)).map(({ entity, id, identifier, name }) => [`${entity}:${id}`, identifier ?? name]))
  return rows.map((row) => ({
    id: row.id,
    message_id: row.message_id,
    event: row.event,
    object:
      row.entity !== null && row.object_id !== null
        ? { entity: row.entity, id: row.object_id, name: named.get(`${row.entity}:${row.object_id}`) ?? null }
        : null,
    state: row.state,
    replayed: row.replayed,
    attempts: row.attempts,
    status: row.status,
    took: row.took,
    happened_at: row.happened_at.toISOString(),
    made_at: row.made_at.toISOString(),
    next_at: row.next_at?.toISOString() ?? null,
    ended_at: row.ended_at?.toISOString() ?? null,
  }))
}

interface Asked {
  readonly state?: Delivery['state'] | undefined
  readonly before?: number | undefined
  readonly limit: number
}

/** Messages of a webhook, the last first, and how many there are in all. */
export async function deliveriesOf(tx: Tx, grant: Grant, resources: Resources, webhook: number, { state, before, limit }: Asked) {
  await mustRead(tx, grant, webhooks, webhook)
  const of = sql`d.customer_id = ${tx.customerId} and d.webhook_id = ${webhook} ${state === undefined ? sql`` : sql`and d.state = ${state}`}`
  const [rows, count] = await Promise.all([
    tx.run(
      sql<Row>`select ${columns} from webhook_delivery d where ${of} ${before === undefined ? sql`` : sql`and d.id < ${before}`} order by d.id desc limit ${limit + 1}`,
    ),
    tx.first(sql<{ n: number }>`select count(*)::int as n from webhook_delivery d where ${of}`),
  ])
  const shown = rows.slice(0, limit)
  return { objects: await told(tx, resources, shown), total: count?.n ?? 0, next: rows.length > limit ? (shown.at(-1)?.id ?? null) : null }
}

/** One message; throws NOT_FOUND for whoever may not see its webhook. */
async function oneOf(tx: Tx, grant: Grant, id: number): Promise<Row & { body: string; tries: number }> {
  const row = await tx.first(
    sql<
      Row & { body: string; tries: number }
    >`select ${columns}, d.body, d.tries from webhook_delivery d where d.customer_id = ${tx.customerId} and d.id = ${id}`,
  )
  if (!row) throw notFound()
  await mustRead(tx, grant, webhooks, row.webhook_id)
  return row
}

export async function deliveryOf(tx: Tx, grant: Grant, resources: Resources, id: number): Promise<WholeDelivery> {
  const row = await oneOf(tx, grant, id)
  const attempts = await tx.run(sql<Omit<Attempt, 'at'> & { at: Date }>`select n, at, took, status, address, failure, sent, headers, answer
    from webhook_attempt where customer_id = ${tx.customerId} and delivery_id = ${id} order by n desc limit 50`)
  const hook = await tx.first(
    sql<{ id: number; name: string }>`select h.id, h.name from webhook h where h.customer_id = ${tx.customerId} and h.id = ${row.webhook_id}`,
  )
  const [delivery] = await told(tx, resources, [row])
  if (!delivery || !hook) throw notFound()
  const until = row.next_at ? new Date(row.next_at.getTime() + untilGivenUp(row.tries) * 1000).toISOString() : null
  return { ...delivery, webhook: hook, body: row.body, until, attempts_made: attempts.map((one) => ({ ...one, at: one.at.toISOString() })) }
}

const waits = sql`d.state = 'WAITING'`
const over = () => new AppError('CONFLICT', 'programs.errors.delivery_moved')

/** At once, though its moment has not come and even where its webhook is paused. */
export async function sendNow(tx: Tx, grant: Grant, id: number): Promise<void> {
  const { webhook_id: webhook, message_id: message } = await oneOf(tx, grant, id)
  const row = await tx.first(
    sql`update webhook_delivery d set next_at = ${tx.now}, forced = true where d.customer_id = ${tx.customerId} and d.id = ${id} and ${waits} and (d.held_until is null or d.held_until <= ${tx.now}) returning 1`,
  )
  if (!row) throw over()
  tx.audit({ entity: 'webhook', object_id: webhook, action: 'send_now', details: JSON.stringify({ message }) })
}

/** Under its number, with its body and another round of attempts. */
export async function replay(tx: Tx, grant: Grant, id: number): Promise<void> {
  const { webhook_id: webhook, message_id: message } = await oneOf(tx, grant, id)
  const row =
    await tx.first(sql`update webhook_delivery d set state = 'WAITING', next_at = ${tx.now}, ended_at = null, held_until = null, forced = true, replayed = true, tries = 0, round_at = null
    where d.customer_id = ${tx.customerId} and d.id = ${id} and d.state <> 'WAITING' returning 1`)
  if (!row) throw over()
  tx.audit({ entity: 'webhook', object_id: webhook, action: 'replay', details: JSON.stringify({ message }) })
}

export async function giveUp(tx: Tx, grant: Grant, id: number): Promise<void> {
  const { webhook_id: webhook, message_id: message } = await oneOf(tx, grant, id)
  const row = await tx.first(sql`update webhook_delivery d set state = 'GIVEN_UP', next_at = null, held_until = null, forced = false, ended_at = ${tx.now}
    where d.customer_id = ${tx.customerId} and d.id = ${id} and ${waits} and (d.held_until is null or d.held_until <= ${tx.now}) returning 1`)
  if (!row) throw over()
  tx.audit({ entity: 'webhook', object_id: webhook, action: 'give_up', details: JSON.stringify({ message }) })
}
