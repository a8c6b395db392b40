import { sql } from 'kysely'
import { AppError, forbidden } from '#kit/contract/errors.ts'
import { dayAfter } from '#kit/contract/day-after.ts'
import type { ListQuery } from '#kit/contract/list-query.ts'
import { authorize, type Grant } from '#kit/server/access/authorize.ts'
import { resourceOf, type Resources, type Stored } from '#kit/server/data/resources/resource.ts'
import { lockRow } from '#kit/server/data/store/locking.ts'
import { refusals } from '#kit/server/data/store/refusals.ts'
import { createRow, updateRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { isNetwork } from '#kit/server/http/networks.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { checkQuery, listConditions } from '#kit/server/data/sql/list-query-sql.ts'
import { getRow, mustRead } from '#kit/server/data/lists/get-row.ts'
import { createAgent, renameAgent } from '#areas/people/server/index.ts'
import { keyBounds } from '#areas/tenancy/contract/customer.ts'
import { keyStates } from '#areas/programs/contract/api-key.ts'
import { usualKey, type AskedWith, type ChangedKey, type MadeKey, type NewKey } from '#areas/programs/contract/calls.ts'
import { apiKeys, stateOf } from './api-key.ts'
import { isWritable, type ExposedType, type Lent } from './exposed.ts'
import { newSecret, type NewSecret } from './secret.ts'

type Bounds = Record<keyof typeof keyBounds, number>

/** Most that a key may be given in this organisation. Throws FORBIDDEN where the public API is hidden. */
export async function keyBoundsOf(tx: Tx): Promise<Bounds> {
  const row = await tx.first(sql<{
    quotas: Partial<Record<keyof Bounds, number | null>>
    hidden: boolean
  }>`select c.quotas, coalesce((c.properties ->> 'hidePublicApi')::boolean, false) as hidden
    from customer c where c.id = ${tx.customerId} and current_customer() = ${tx.customerId}`)
  if (!row || row.hidden) throw forbidden('programs.errors.hidden')
  const bound = (name: keyof Bounds) => Math.min(row.quotas[name] ?? keyBounds[name], keyBounds[name])
  return { api_key_days: bound('api_key_days'), api_key_reminder: bound('api_key_reminder'), api_key_calls: bound('api_key_calls') }
}

/** Whoever answers for a key works here with the role of a global pilot, of their own and not as somebody's staff: it ends with that role. */
export async function mustAnswer(tx: Tx, refusal = 'programs.errors.maker'): Promise<void> {
  const { who } = tx
  const own = await tx.first(
    sql`select 1 from member where customer_id = ${tx.customerId} and id = ${who.memberId} and kind = 'MEMBER' and not disabled and not archived and 'global_pilote' = any(roles)`,
  )
  if (!own || who.impersonatorId !== null) throw forbidden(refusal)
}

/** Makes a key and what it is called by; every wrong field is named. Its secret is answered here and kept nowhere. */
export async function newKey(
  tx: Tx,
  grant: Grant,
  { resources, types, lent }: { readonly resources: Resources; readonly types: ReadonlyMap<string, ExposedType>; readonly lent: Lent },
  given: NewKey,
): Promise<MadeKey> {
  const bounds = await keyBoundsOf(tx)
  await mustAnswer(tx)
  const { refuse, done } = refusals()
  const days = given.days ?? Math.min(usualKey.days, bounds.api_key_days)
  const reminder = given.reminder_days ?? Math.min(usualKey.reminder, bounds.api_key_reminder, days)
  const calls = given.daily_calls ?? Math.min(usualKey.calls, bounds.api_key_calls)
  if (days > bounds.api_key_days) refuse('days', 'programs.errors.bound', { max: bounds.api_key_days })
  if (reminder > bounds.api_key_reminder) refuse('reminder_days', 'programs.errors.bound', { max: bounds.api_key_reminder })
  if (calls > bounds.api_key_calls) refuse('daily_calls', 'programs.errors.bound', { max: bounds.api_key_calls })
  for (const [n, network] of given.networks.entries()) if (!isNetwork(network)) refuse(`networks.${n}`, 'programs.errors.network')
  for (const [n, type] of given.read.entries()) if (!types.has(type) && !lent.has(type)) refuse(`read.${n}`, 'kit.errors.invalid_value')
  for (const [n, name] of given.write.entries()) {
    const type = types.get(name)
    if (!type || !isWritable(type)) refuse(`write.${n}`, 'kit.errors.invalid_value')
  }
  if (given.read.length + given.write.length === 0) refuse('read', 'programs.errors.scope_needed')
  const unique = [...new Set(given.perimeters)]
  const there = await tx.run(sql<{ id: number }>`select id from perimeter where customer_id = ${tx.customerId} and id = any(${unique}::bigint[])`)
  if (there.length < unique.length) refuse('perimeters', 'kit.errors.missing_reference')
  done()
  const agent = await createAgent(tx, resources, given.name, unique)
  const made = newSecret(tx.customerId)
  const ends = dayAfter(tx.today, days)
  const { id } = await createRow(tx, sessionOf(grant), apiKeys, resources, {
    name: given.name,
    prefix: made.prefix,
    maker: tx.who.memberId,
    agent_id: agent,
    everywhere: unique.length === 0,
    scopes: { read: [...new Set(given.read)].toSorted(), write: [...new Set(given.write)].toSorted() },
    networks: given.networks,
    daily_calls: calls,
    ends_on: ends,
    reminder_days: reminder,
  })
  await keepSecret(tx, id, made)
  return { id, secret: made.secret, ends_on: ends }
}

/** What nobody writes by a right of its own is written by the code that has checked one. */
export const sessionOf = ({ who }: Grant): Grant => authorize(who, 'session')

const keepSecret = (tx: Tx, id: number, { hash }: NewSecret) =>
  tx.run(sql`insert into api_key_secret (customer_id, key_id, hash, made_at) values (${tx.customerId}, ${id}, ${hash}, ${tx.now})`)

/** Gives a key another secret; of the former ones the last lets in until the overlap is over. */
export async function rotate(tx: Tx, grant: Grant, resources: Resources, id: number, hours: number): Promise<MadeKey & { former_until: string | null }> {
  await keyBoundsOf(tx)
  await mustAnswer(tx)
  const made = newSecret(tx.customerId)
  const row = await updateRow(tx, sessionOf(grant), apiKeys, resources, id, { prefix: made.prefix }, { action: 'rotate' })
  mustLast(tx, row)
  const until = hours === 0 ? null : new Date(tx.now.getTime() + hours * 3_600_000)
  await tx.run(sql`delete from api_key_secret where customer_id = ${tx.customerId} and key_id = ${id} and (${until}::timestamptz is null or until is not null)`)
  if (until) await tx.run(sql`update api_key_secret set until = ${until} where customer_id = ${tx.customerId} and key_id = ${id}`)
  await keepSecret(tx, id, made)
  return { id, secret: made.secret, ends_on: String(row.ends_on), former_until: until?.toISOString() ?? null }
}

function mustLast(tx: Tx, row: Stored): void {
  if (row.revoked_at !== null || String(row.ends_on) < tx.today) throw new AppError('CONFLICT', 'programs.errors.over')
}

/** Changes what does not make it another key; every wrong field is named. Takes whoever could make such a key now. */
export async function changeKeyOf(tx: Tx, grant: Grant, resources: Resources, id: number, { version, ...given }: ChangedKey): Promise<void> {
  const bounds = await keyBoundsOf(tx)
  await mustAnswer(tx)
  const { refuse, done } = refusals()
  const { name, networks = [], ends_on: ends, reminder_days: reminder = 0, daily_calls: calls = 1 } = given
  if (ends !== undefined && (ends < tx.today || ends > dayAfter(tx.today, bounds.api_key_days)))
    refuse('ends_on', 'programs.errors.ends_within', { max: bounds.api_key_days })
  if (reminder > bounds.api_key_reminder) refuse('reminder_days', 'programs.errors.bound', { max: bounds.api_key_reminder })
  if (calls > bounds.api_key_calls) refuse('daily_calls', 'programs.errors.bound', { max: bounds.api_key_calls })
  for (const [n, network] of networks.entries()) if (!isNetwork(network)) refuse(`networks.${n}`, 'programs.errors.network')
  done()
  const before = await lockRow(tx, sessionOf(grant), apiKeys, resources, id, 'update')
  mustLast(tx, before)
  if (before.version !== version)
    throw new AppError('STALE', 'kit.errors.stale', { object: await getRow(tx, authorize(tx.who, 'api_key.read'), apiKeys, resources, id) })
  const row = await updateRow(tx, sessionOf(grant), apiKeys, resources, id, given)
  if (name !== undefined) await renameAgent(tx, resources, Number(row.agent_id), name)
}

/** How many keys of a list's query each state has. */
export async function countKeysOf(tx: Tx, { who }: Grant, resources: Resources, query: ListQuery): Promise<Record<string, number>> {
  const resource = resourceOf(resources, 'api_key')
  const t = rowRef('t')
  const asked = { ...query, filters: query.filters.filter(({ name }) => name !== 'state') }
  checkQuery(resource, asked)
  const rows = await tx.run(sql<{ state: string; count: number }>`select ${stateOf(t)} as state, count(*) as count from api_key t
    where ${listConditions(resource, asked, resource.rules.read(t, who), t, who, resources)} group by 1`)
  const found = new Map(rows.map(({ state, count }) => [state, count]))
  return { ...Object.fromEntries(keyStates.map((state) => [state, found.get(state) ?? 0])), total: rows.reduce((sum, { count }) => sum + count, 0) }
}

/** From the commit on no server lets it in: each request looks its secret up, and there is none any more. */
export async function revoke(tx: Tx, grant: Grant, resources: Resources, id: number): Promise<void> {
  await updateRow(tx, sessionOf(grant), apiKeys, resources, id, { revoked_at: tx.now.toISOString() }, { action: 'revoke' })
}

export async function takeOver(tx: Tx, grant: Grant, resources: Resources, id: number): Promise<void> {
  await keyBoundsOf(tx)
  await mustAnswer(tx)
  const row = await updateRow(tx, sessionOf(grant), apiKeys, resources, id, { maker: tx.who.memberId }, { action: 'take_over' })
  mustLast(tx, row)
}

/** What was asked with a key since some days, the last first. */
export async function requestsOf(tx: Tx, grant: Grant, id: number, days: number): Promise<AskedWith[]> {
  await mustRead(tx, grant, apiKeys, id)
  const rows = await tx.run(sql<
    Omit<AskedWith, 'first_at' | 'last_at'> & { first: Date; last: Date }
  >`select day::text as day, host(address) as address, operation, calls, refused, first_at as first, last_at as last
    from api_key_request where customer_id = ${tx.customerId} and key_id = ${id} and day > ${tx.today}::date - ${days}::int order by last_at desc, operation limit 1000`)
  return rows.map(({ first, last, ...row }) => ({ ...row, first_at: first.toISOString(), last_at: last.toISOString() }))
}
