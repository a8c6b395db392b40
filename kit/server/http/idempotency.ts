import { createHash } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { sql } from 'kysely'
import { AppError, badParameters } from '#kit/contract/errors.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'

type Answer = Readonly<Record<string, unknown>>

/** For how long a key is remembered, in hours. */
export const idempotencyHours = 24
const keyForm = /^[\x21-\x7e]{1,128}$/

/** A call that names itself, so that it is done once however often it is sent. */
export interface NamedCall {
  readonly operation: string
  readonly key: string
  readonly contentHash: Buffer
}

/** Thrown where a call turns out to have been done already: what it has prepared is taken back, and the former answer is sent. */
export class Replay extends Error {
  /** JSON text. */
  readonly answer: string
  constructor(answer: string) {
    super('The call was answered before')
    this.answer = answer
  }
}

/** The name that a request gives itself, with a digest of what it asks; null without one. `content` stands for a file that is not in the body. */
export function namedCall(
  request: FastifyRequest,
  { method, path }: { readonly method: string; readonly path: string },
  content: unknown = request.body,
): NamedCall | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key !== 'string' || !keyForm.test(key)) throw badParameters({ 'idempotency-key': [{ key: 'kit.errors.invalid_value' }] })
  const asked = JSON.stringify([request.params, request.query, content ?? null])
  return { operation: `${method} ${path}`, key, contentHash: createHash('sha256').update(asked).digest() }
}

/** Does a named call once: claims its name, works, and keeps the answer, all in one transaction. Two statements, or two for what was done before. */
export async function once<T extends Answer>(tx: Tx, call: NamedCall | null, work: () => Promise<T>): Promise<T> {
  if (!call) return work()
  if (!(await claim(tx, call))) await formerly(tx, call)
  const answer = await work()
  await keep(tx, call, answer)
  return answer
}

/**
 * The first part of a named call that takes several transactions: makes and notes what the others need, or answers what an attempt that was cut off
 * has made. It ends with `settle`, or with `release` when it failed.
 */
export async function reserve<T>(tx: Tx, call: NamedCall | null, make: () => Promise<T>): Promise<T> {
  if (!call) return make()
  if (!(await claim(tx, call))) {
    const reserved = await formerly(tx, call)
    if (reserved !== null) return reserved as T
  }
  const made = await make()
  await tx.run(sql`update idempotency_key set reserved = ${JSON.stringify(made)}::jsonb where ${row(tx, call)}`)
  return made
}

/** The last part: does the rest once, and keeps the answer. */
export async function settle<T extends Answer>(tx: Tx, call: NamedCall | null, work: () => Promise<T>): Promise<T> {
  if (!call) return work()
  await formerly(tx, call)
  const answer = await work()
  await keep(tx, call, answer)
  return answer
}

/** Forgets a call of several transactions that has failed: its name may be used again. */
export async function release(tx: Tx, call: NamedCall | null): Promise<void> {
  if (call) await tx.run(sql`delete from idempotency_key where ${row(tx, call)} and answer is null`)
}

const row = (tx: Tx, { operation, key }: NamedCall) =>
  sql`customer_id = ${tx.customerId} and member_id = ${tx.who.memberId} and operation = ${operation} and key = ${key}`

/** Whether the name is new, or was used longer ago than it is remembered. Waits for a call that is using it. */
async function claim(tx: Tx, { operation, key, contentHash }: NamedCall): Promise<boolean> {
  const old = new Date(tx.now.getTime() - idempotencyHours * 3_600_000)
  const claimed = await tx.first(sql`insert into idempotency_key as k (customer_id, member_id, operation, key, content_hash, created_at)
    values (${tx.customerId}, ${tx.who.memberId}, ${operation}, ${key}, ${contentHash}, ${tx.now})
    on conflict (customer_id, member_id, operation, key) do update set content_hash = excluded.content_hash, reserved = null, answer = null, created_at = excluded.created_at
      where k.created_at <= ${old} returning 1 as done`)
  return claimed !== undefined
}

/** Throws the former answer, or that the name stands for something else; answers what was reserved by a call that has not ended. */
async function formerly(tx: Tx, call: NamedCall): Promise<unknown> {
  const found = await tx.first(sql<{
    same: boolean
    reserved: unknown
    answer: string | null
  }>`select content_hash = ${call.contentHash} as same, reserved, answer
    from idempotency_key where ${row(tx, call)} for update`)
  if (found && !found.same) throw new AppError('CONFLICT', 'kit.errors.key_reused', { code: 'IDEMPOTENCY_KEY_REUSED' })
  if (found?.answer) throw new Replay(found.answer)
  return found?.reserved ?? null
}

const keep = (tx: Tx, call: NamedCall, answer: Answer) => tx.run(sql`update idempotency_key set answer = ${JSON.stringify(answer)} where ${row(tx, call)}`)
