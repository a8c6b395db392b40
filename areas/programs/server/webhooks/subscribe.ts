import { sql } from 'kysely'
import { AppError, forbidden } from '#kit/contract/errors.ts'
import { authorize, type Grant } from '#kit/server/access/authorize.ts'
import type { Secrets } from '#kit/server/access/secrets.ts'
import { newestEntry } from '#kit/server/data/audit/lines-since.ts'
import { mustRead } from '#kit/server/data/lists/get-row.ts'
import { refusals } from '#kit/server/data/store/refusals.ts'
import { createRow, updateRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { GuardedFetch } from '#kit/server/http/guarded-fetch.ts'
import { mostWebhooks, testEvent, type NewWebhook, type SecretOfWebhook } from '#areas/programs/contract/webhook-calls.ts'
import { keyBoundsOf, mustAnswer, sessionOf } from '#areas/programs/server/keys.ts'
import { isKnown } from './events.ts'
import type { Told } from './listeners.ts'
import { endRest } from './send.ts'
import { newMessageId, newWebhookSecret } from './sign.ts'
import { webhooks } from './webhook.ts'

export interface Subscribing {
  readonly told: Told
  readonly fetch: GuardedFetch
  readonly secrets: Secrets
}

/** Every wrong field is named; answers the address as it is kept. */
async function judge(tx: Tx, { told, fetch }: Subscribing, given: NewWebhook): Promise<{ readonly url: string; readonly perimeters: readonly number[] }> {
  const { refuse, done } = refusals()
  const url = URL.parse(given.url)
  const refused = url ? (url.href.length > 2000 ? 'address' : fetch.refusal(url)) : 'address'
  if (refused !== null)
    refuse('url', refused === 'protocol' ? 'programs.errors.https' : refused === 'credentials' ? 'programs.errors.credentials' : 'programs.errors.address')
  for (const [n, event] of given.events.entries()) if (!isKnown(told.events, event)) refuse(`events.${n}`, 'kit.errors.invalid_value')
  const perimeters = [...new Set(given.perimeters)]
  const there = await tx.run(sql<{ id: number }>`select id from perimeter where customer_id = ${tx.customerId} and id = any(${perimeters}::bigint[])`)
  if (there.length < perimeters.length) refuse('perimeters', 'kit.errors.missing_reference')
  done()
  if (url) url.hash = ''
  return { url: url?.href ?? '', perimeters }
}

const valuesOf = (given: NewWebhook, { url, perimeters }: Awaited<ReturnType<typeof judge>>) => ({
  name: given.name,
  url,
  events: [...new Set(given.events)].toSorted(),
  everywhere: perimeters.length === 0,
  perimeters,
})

/** Makes a webhook, for which who makes it answers. Its secret is answered here, and kept sealed. */
export async function newWebhook(tx: Tx, grant: Grant, by: Subscribing, given: NewWebhook): Promise<SecretOfWebhook> {
  await keyBoundsOf(tx)
  await mustAnswer(tx, 'programs.errors.webhook_maker')
  const judged = await judge(tx, by, given)
  await tx.run(sql`select pg_advisory_xact_lock(hashtextextended('webhook quota', ${tx.customerId}))`)
  const count = await tx.first(sql<{ n: number }>`select count(*)::int as n from webhook where customer_id = ${tx.customerId}`)
  if ((count?.n ?? 0) >= mostWebhooks) throw new AppError('CONFLICT', 'programs.errors.most_webhooks', { values: { max: mostWebhooks } })
  const { id } = await createRow(tx, sessionOf(grant), webhooks, by.told.resources, {
    ...valuesOf(given, judged),
    maker: tx.who.memberId,
    on_since: await momentOf(tx),
  })
  await hearFromNowOn(tx, id)
  return { id, secret: await keepSecret(tx, by.secrets, id), former_until: null }
}

/** By the clock that the log is written by: what happened before is not told. */
async function momentOf(tx: Tx): Promise<string> {
  const row = await tx.first(sql<{ at: Date }>`select moment() as at`)
  return (row?.at ?? tx.now).toISOString()
}

/** Where nothing else listens, nobody has read on: what happened meanwhile is told to nobody. */
async function hearFromNowOn(tx: Tx, id: number): Promise<void> {
  const head = await newestEntry(tx)
  await tx.run(sql`insert into webhook_feed as f (customer_id, seq) values (${tx.customerId}, ${head}) on conflict (customer_id) do update set seq = excluded.seq, n = -1
    where not exists (select 1 from webhook h where h.customer_id = f.customer_id and h.id <> ${id} and not h.paused and h.off_since is null)`)
}

async function keepSecret(tx: Tx, secrets: Secrets, id: number): Promise<string> {
  const secret = newWebhookSecret()
  await tx.run(
    sql`insert into webhook_secret (customer_id, webhook_id, sealed, made_at) values (${tx.customerId}, ${id}, ${secrets.seal('webhook', secret)}, ${tx.now})`,
  )
  return secret
}

/** Whoever says anew where to or of what answers for it from then on: it may never more than they. */
export async function changeOne(
  tx: Tx,
  grant: Grant,
  by: Subscribing,
  id: number,
  { version, ...given }: NewWebhook & { readonly version: number },
): Promise<void> {
  await keyBoundsOf(tx)
  await mustAnswer(tx, 'programs.errors.webhook_maker')
  await mustRead(tx, grant, webhooks, id)
  const judged = await judge(tx, by, given)
  await updateRow(tx, sessionOf(grant), webhooks, by.told.resources, id, { ...valuesOf(given, judged), maker: tx.who.memberId }, { version })
  // It may be another receiver.
  await endRest(tx, id)
}

/** Gives a webhook another secret; of the former ones the last signs too until the overlap is over. */
export async function rotateSecret(tx: Tx, grant: Grant, { told, secrets }: Subscribing, id: number, hours: number): Promise<SecretOfWebhook> {
  await keyBoundsOf(tx)
  await mustAnswer(tx, 'programs.errors.webhook_maker')
  await updateRow(tx, sessionOf(grant), webhooks, told.resources, id, { maker: tx.who.memberId }, { action: 'take_over' })
  const until = hours === 0 ? null : new Date(tx.now.getTime() + hours * 3_600_000)
  await tx.run(
    sql`delete from webhook_secret where customer_id = ${tx.customerId} and webhook_id = ${id} and (${until}::timestamptz is null or until is not null)`,
  )
  if (until) await tx.run(sql`update webhook_secret set until = ${until} where customer_id = ${tx.customerId} and webhook_id = ${id}`)
  tx.audit({ entity: 'webhook', object_id: id, action: 'rotate' })
  return { id, secret: await keepSecret(tx, secrets, id), former_until: until?.toISOString() ?? null }
}

export async function pause(tx: Tx, grant: Grant, { told }: Subscribing, id: number): Promise<void> {
  await updateRow(tx, sessionOf(grant), webhooks, told.resources, id, { paused: true }, { action: 'pause' })
}

/** From now on; what happened meanwhile is not told. */
export async function resume(tx: Tx, grant: Grant, { told }: Subscribing, id: number): Promise<void> {
  await keyBoundsOf(tx)
  await mustAnswer(tx, 'programs.errors.webhook_maker')
  const changes = { paused: false, off_since: null, off_reason: null, on_since: await momentOf(tx), maker: tx.who.memberId }
  await updateRow(tx, sessionOf(grant), webhooks, told.resources, id, changes, { action: 'resume' })
  await endRest(tx, id)
  await hearFromNowOn(tx, id)
}

/** A message about nothing, sent once, even where the webhook is paused or off: whoever repairs a receiver wants to see it. */
export async function sendTest(tx: Tx, grant: Grant, id: number): Promise<number> {
  await mustRead(tx, authorize(grant.who, 'webhook.read'), webhooks, id)
  const body = JSON.stringify({ type: testEvent, timestamp: tx.now.toISOString(), data: { by: { kind: 'person', id: tx.who.memberId } } })
  const made = await tx.first(sql<{
    id: number
  }>`insert into webhook_delivery (customer_id, webhook_id, message_id, event, body, forced, happened_at, made_at, next_at)
    values (${tx.customerId}, ${id}, ${newMessageId()}, ${testEvent}, ${body}, true, ${tx.now}, ${tx.now}, ${tx.now}) returning id`)
  if (!made) throw forbidden()
  tx.audit({ entity: 'webhook', object_id: id, action: 'test' })
  return made.id
}
