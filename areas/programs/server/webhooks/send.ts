import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { systemGrant } from '#kit/server/access/authorize.ts'
import { byGlobalPilots } from '#kit/server/access/row-rule.ts'
import type { Secrets } from '#kit/server/access/secrets.ts'
import { updateRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { JobContext } from '#kit/server/http/area.ts'
import type { GuardedFetch } from '#kit/server/http/guarded-fetch.ts'
import type { offReasons } from '#areas/programs/contract/webhook.ts'
import { testEvent } from '#areas/programs/contract/webhook-calls.ts'
import { attempt, isTaken, nextAfter, type Attempted } from './attempt.ts'
import { listenersOf, withinSight, type Listener, type Told } from './listeners.ts'
import { webhooks } from './webhook.ts'

/** Messages of one webhook that are under way at once, on all servers together. */
export const atOnce = 10
/** For how long a webhook's messages are sent before others have their turn. */
const turnMs = 30_000
/** Seconds for which a message, and the sending of a webhook, belong to who took them: longer than any attempt takes. */
const held = 60

/** For how many milliseconds results are waited for after the first. */
const together = 150

interface Taken {
  readonly id: number
  readonly message_id: string
  readonly event: string
  readonly entity: string | null
  readonly object_id: number | null
  readonly gone: boolean
  readonly body: string
  readonly attempts: number
  readonly tries: number
  readonly round_at: Date | null
}

interface Done {
  readonly message: Taken
  readonly result: Attempted
}

export interface Sending {
  readonly told: Told
  readonly fetch: GuardedFetch
  readonly secrets: Secrets
  /** Random in [0, 1), which tests say. */
  readonly chance?: () => number
}

/**
 * Sends what is due of one webhook, as many at once as it is given. Every attempt is written down and committed before it is made, so that no two servers make the same one and one that was cut
 * off is made again as the next; whose turn it is ends by itself where a server is killed.
 */
export async function sendDue({ apart, webhook }: Pick<JobContext, 'apart'> & { readonly webhook: number }, sending: Sending): Promise<void> {
  const holder = await apart((tx) => takeTurn(tx, webhook))
  if (holder === null) return
  const end = performance.now() + turnMs
  const under = new Set<Promise<void>>()
  const done: Done[] = []
  try {
    for (;;) {
      const results = done.splice(0)
      const free = performance.now() < end ? atOnce - under.size : 0
      const step = await apart((tx) => takeAndRecord(tx, sending, { webhook, holder, results, free, under: under.size }))
      if (step.off) await apart((tx) => switchOff(tx, sending.told, webhook, step.off ?? 'FAILED'))
      const { listener } = step
      for (const message of step.taken) {
        if (!listener) continue
        const one = attempt(
          sending.fetch,
          { ...message, url: listener.url },
          listener.secrets.map((sealed) => sending.secrets.open('webhook', sealed)),
          new Date(),
        ).then((result) => {
          done.push({ message, result })
          under.delete(one)
        })
        under.add(one)
      }
      if (under.size === 0 && done.length === 0) break
      // Whatever comes back at nearly the same time is written down together, which costs the database as much as one of them.
      if (done.length === 0) await Promise.race(under)
      await Promise.race([Promise.all(under), pause(together)])
    }
  } finally {
    await Promise.all(under)
    await apart((tx) => tx.run(sql`delete from webhook_turn where customer_id = ${tx.customerId} and webhook_id = ${webhook} and holder = ${holder}`)).catch(
      () => {},
    )
  }
}

/** One server sends for a webhook at a time; null where another does. */
async function takeTurn(tx: Tx, webhook: number): Promise<string | null> {
  const holder = crypto.randomUUID()
  const row = await tx.first(sql`insert into webhook_turn as t (customer_id, webhook_id, holder, until)
    select h.customer_id, h.id, ${holder}::uuid, ${after(tx.now, held)} from webhook h where h.customer_id = ${tx.customerId} and h.id = ${webhook}
    on conflict (customer_id, webhook_id) do update set holder = excluded.holder, until = excluded.until where t.until <= ${tx.now} returning 1`)
  return row ? holder : null
}

interface Step {
  readonly taken: readonly Taken[]
  readonly listener: Listener | undefined
  readonly off: (typeof offReasons)[number] | null
}

interface Taking {
  readonly webhook: number
  readonly holder: string
  readonly results: readonly Done[]
  /** How many more may be under way, and how many are. */
  readonly free: number
  readonly under: number
}

/** Writes down what came of attempts, and the next ones before they are made. */
async function takeAndRecord(tx: Tx, { told, chance = Math.random }: Sending, { webhook, holder, results, free, under }: Taking): Promise<Step> {
  const off = await record(tx, webhook, results, chance)
  const mine = await tx.first(
    sql`update webhook_turn set until = ${after(tx.now, held)} where customer_id = ${tx.customerId} and webhook_id = ${webhook} and holder = ${holder}::uuid returning 1`,
  )
  if (!mine || free === 0 || off) return { taken: [], listener: undefined, off }
  const [listener] = await listenersOf(tx, told, webhook)
  if (!listener) return { taken: [], listener, off }
  // A receiver that took nothing is tried with one message once it has rested; what somebody asks for by hand is sent all the same.
  const rest = await restOf(tx, webhook)
  const most = rest === undefined ? free : Math.min(free, Math.max(0, 1 - under))
  const asked = listener.live && (rest === undefined || (rest.until <= tx.now && most > 0))
  const found =
    await tx.run(sql<Taken>`with due as (select d.id from webhook_delivery d where d.customer_id = ${tx.customerId} and d.webhook_id = ${webhook} and d.state = 'WAITING'
        and d.next_at <= ${tx.now} and (d.held_until is null or d.held_until <= ${tx.now}) ${asked ? sql`` : sql`and d.forced`} order by d.next_at, d.id limit ${asked ? most : free} for no key update skip locked)
    update webhook_delivery d set attempts = d.attempts + 1, tries = d.tries + 1, round_at = coalesce(d.round_at, ${tx.now}), held_until = ${after(tx.now, held)}
      from due where d.customer_id = ${tx.customerId} and d.id = due.id
      returning d.id, d.message_id, d.event, d.entity, d.object_id, d.gone, d.body, d.attempts, d.tries, d.round_at`)
  const seen = await inSight(tx, told, listener, found)
  const withheld = found.filter((one) => !seen.has(one.id))
  if (withheld.length > 0)
    await tx.run(sql`update webhook_delivery set state = 'WITHHELD', next_at = null, held_until = null, ended_at = ${tx.now}, attempts = attempts - 1
      where customer_id = ${tx.customerId} and id = any(${withheld.map(({ id }) => id)}::bigint[])`)
  const taken = found.filter((one) => seen.has(one.id))
  if (taken.length > 0)
    await tx.run(sql`insert into webhook_attempt (customer_id, delivery_id, n, at) select ${tx.customerId}, a.id, a.n, ${tx.now}
      from unnest(${taken.map(({ id }) => id)}::bigint[], ${taken.map(({ attempts }) => attempts)}::int[]) as a (id, n)`)
  return { taken, listener, off }
}

/** Of some messages those about a row that may be read at this moment by whoever answers for the webhook, and by itself. */
async function inSight(tx: Tx, { types }: Told, { who }: Listener, messages: readonly Taken[]): Promise<ReadonlySet<number>> {
  if (!who) return new Set()
  const seen = new Set(messages.flatMap(({ id, entity }) => (entity === null ? [id] : [])))
  const byEntity = new Map([...types.values()].map(({ resource }) => [resource.def.name, resource]))
  for (const alike of Map.groupBy(messages, ({ entity, gone }) => `${entity} ${gone}`).values()) {
    const [first] = alike
    const resource = byEntity.get(first?.entity ?? '')
    if (!first || !resource) continue
    const ids = await withinSight(
      tx,
      who,
      resource,
      alike.flatMap((one) => one.object_id ?? []),
      first.gone,
    )
    for (const one of alike) if (one.object_id !== null && ids.has(one.object_id)) seen.add(one.id)
  }
  return seen
}

/** Writes down what came of attempts; answers why the webhook is to be switched off, where it is. */
async function record(tx: Tx, webhook: number, done: readonly Done[], chance: () => number): Promise<Step['off']> {
  if (done.length === 0) return null
  const ends = done.map(({ message, result }) => {
    const waits = isTaken(result) || result.status === 410 || message.event === testEvent ? null : nextAfter(message.tries, result, tx.now, chance())
    const state = isTaken(result) ? 'DELIVERED' : waits === null ? 'GIVEN_UP' : 'WAITING'
    return { id: message.id, n: message.attempts, state, next: waits === null ? null : after(tx.now, waits), message, result }
  })
  const of = <T>(value: (end: (typeof ends)[number]) => T) => ends.map(value)
  const json = (value: unknown) => (value === null ? null : JSON.stringify(value))
  // Whoever was cut off meanwhile and taken for gone has had the attempt made again: the later one counts.
  await tx.run(sql`update webhook_delivery d set state = e.state, next_at = e.next, held_until = null, status = e.status, took = e.took, forced = false, ended_at = case when e.next is null then ${tx.now}::timestamptz end
    from unnest(${of(({ id }) => id)}::bigint[], ${of(({ n }) => n)}::int[], ${of(({ state }) => state)}::text[], ${of(({ next }) => next)}::timestamptz[],
      ${of(({ result }) => result.status)}::int[], ${of(({ result }) => result.took)}::int[]) as e (id, n, state, next, status, took)
    where d.customer_id = ${tx.customerId} and d.id = e.id and d.attempts = e.n and d.state = 'WAITING'`)
  await tx.run(sql`update webhook_attempt a set took = e.took, status = e.status, address = e.address, failure = e.failure, sent = e.sent::jsonb, headers = e.headers::jsonb, answer = e.answer
    from unnest(${of(({ id }) => id)}::bigint[], ${of(({ n }) => n)}::int[], ${of(({ result }) => result.took)}::int[], ${of(({ result }) => result.status)}::int[],
      ${of(({ result }) => result.address)}::text[], ${of(({ result }) => result.failure)}::text[], ${of(({ result }) => json(result.sent))}::text[],
      ${of(({ result }) => json(result.headers))}::text[], ${of(({ result }) => result.answer)}::text[]) as e (id, n, took, status, address, failure, sent, headers, answer)
    where a.customer_id = ${tx.customerId} and a.delivery_id = e.id and a.n = e.n`)
  if (ends.some(({ result }) => result.status === 410)) return 'GONE'
  if (await restAfter(tx, webhook, done, chance)) return 'FAILED'
  const given = ends.filter(({ state, message }) => state === 'GIVEN_UP' && message.event !== testEvent)
  if (given.length === 0) return null
  const since = new Date(Math.max(...given.map(({ message }) => (message.round_at ?? tx.now).getTime())))
  // Whoever takes other messages is there: the one is given up, and not the webhook.
  const taken = await tx.first(
    sql`select 1 from webhook_delivery d where d.customer_id = ${tx.customerId} and d.webhook_id = ${webhook} and d.state = 'DELIVERED' and d.ended_at >= ${since} limit 1`,
  )
  return taken ? null : 'FAILED'
}

/** How long a receiver that takes nothing rests at most between two attempts, as a step of those of a message. */
const longestRest = 4
/** Seconds: of failing after which it is switched off, and without any attempt after which a failure is the first one again. */
const day = 86_400

interface Rest {
  readonly failures: number
  readonly since: Date
  readonly until: Date
}

const restOf = (tx: Tx, webhook: number): Promise<Rest | undefined> =>
  tx.first(sql<Rest>`select failures, since, until from webhook_rest where customer_id = ${tx.customerId} and webhook_id = ${webhook}`)

export const endRest = (tx: Tx, webhook: number) => tx.run(sql`delete from webhook_rest where customer_id = ${tx.customerId} and webhook_id = ${webhook}`)

/** A receiver that takes nothing rests, longer each time, with all that waits for it; one that takes anything is there. Answers whether it has failed for a day. */
async function restAfter(tx: Tx, webhook: number, done: readonly Done[], chance: () => number): Promise<boolean> {
  const rest = await restOf(tx, webhook)
  if (done.some(({ result }) => isTaken(result))) {
    if (rest) await endRest(tx, webhook)
    return false
  }
  const failed = done.filter(({ message }) => message.event !== testEvent)
  const [last] = failed.toReversed()
  if (!last) return false
  const begun = new Date(tx.now.getTime() - last.result.took)
  // What was under way when the rest began, or was asked for by hand, says nothing new.
  if (rest && begun < rest.until) return false
  const again = rest && begun.getTime() - rest.until.getTime() < day * 1000 ? rest : undefined
  const failures = (again?.failures ?? 0) + 1
  const since = again?.since ?? begun
  const until = after(tx.now, nextAfter(Math.min(failures, longestRest), last.result, tx.now, chance()) ?? day)
  await tx.run(sql`insert into webhook_rest as r (customer_id, webhook_id, failures, since, until) values (${tx.customerId}, ${webhook}, ${failures}, ${since}, ${until})
    on conflict (customer_id, webhook_id) do update set failures = excluded.failures, since = excluded.since, until = excluded.until`)
  return tx.now.getTime() - since.getTime() >= day * 1000
}

/** Switches a webhook off, gives up what waits for it, and tells whoever answers for it and the global pilots. */
export async function switchOff(tx: Tx, { resources }: Pick<Told, 'resources'>, webhook: number, reason: (typeof offReasons)[number]): Promise<void> {
  const found = await tx.first(
    sql<{ maker_id: number }>`select maker_id from webhook h where h.customer_id = ${tx.customerId} and h.id = ${webhook} and h.off_since is null`,
  )
  if (!found) return
  const grant = systemGrant('webhooks whose receiver is gone', tx.who)
  await updateRow(tx, grant, webhooks, resources, webhook, { off_since: tx.now.toISOString(), off_reason: reason }, { action: 'switch_off' })
  await endRest(tx, webhook)
  await tx.run(sql`update webhook_delivery set state = 'GIVEN_UP', next_at = null, held_until = null, ended_at = ${tx.now}
    where customer_id = ${tx.customerId} and webhook_id = ${webhook} and state = 'WAITING' and (held_until is null or held_until <= ${tx.now}) and not forced`)
  tx.tell({
    kind: 'stopped',
    entity: 'webhook',
    id: webhook,
    members: [found.maker_id],
    whom: byGlobalPilots,
    cause: `stopped:webhook:${webhook}:${tx.now.toISOString()}`,
  })
}

const after = (now: Date, seconds: number) => new Date(now.getTime() + seconds * 1000)
