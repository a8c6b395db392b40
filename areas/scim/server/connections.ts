import { sql } from 'kysely'
import { AppError, forbidden } from '#kit/contract/errors.ts'
import { dayAfter } from '#kit/contract/day-after.ts'
import { authorize, type Grant } from '#kit/server/access/authorize.ts'
import type { Changes, Resources, Stored } from '#kit/server/data/resources/resource.ts'
import { refusals } from '#kit/server/data/store/refusals.ts'
import { authorizeVerb, createRow, updateRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { getRow, mustRead } from '#kit/server/data/lists/get-row.ts'
import { isNetwork } from '#kit/server/http/networks.ts'
import { createAgent, takeDirectoryTurn } from '#areas/people/server/index.ts'
import type { GivenRoles, MadeConnection, ScimEffect, ScimEntry, ScimGroup } from '#areas/scim/contract/calls.ts'
import type { Step } from '#areas/scim/contract/steps.ts'
import { applyPlans } from './apply.ts'
import { connections } from './connection.ts'
import { plansFor } from './plan.ts'
import { newToken, type NewToken } from './token.ts'

/** Throws FORBIDDEN where the organisation is closed to other programs. */
async function mustBeOpen(tx: Tx): Promise<void> {
  const row = await tx.first(
    sql<{
      hidden: boolean
    }>`select coalesce((c.properties ->> 'hidePublicApi')::boolean, false) as hidden from customer c where c.id = ${tx.customerId} and current_customer() = ${tx.customerId}`,
  )
  if (!row || row.hidden) throw forbidden('scim.errors.hidden')
}

/** Whoever answers for a connection works here with the role of a global pilot, of their own and not as somebody's staff: it ends with that role. */
async function mustAnswer(tx: Tx): Promise<void> {
  const { who } = tx
  const own = await tx.first(
    sql`select 1 from member where customer_id = ${tx.customerId} and id = ${who.memberId} and kind = 'MEMBER' and not disabled and not archived and 'global_pilote' = any(roles)`,
  )
  if (!own || who.impersonatorId !== null) throw forbidden('scim.errors.maker')
}

/** What nobody writes by a right of its own is written by the code that has checked one. */
const sessionOf = ({ who }: Grant): Grant => authorize(who, 'session')

const keepToken = (tx: Tx, id: number, { hash }: NewToken) =>
  tx.run(sql`insert into scim_token (customer_id, connection_id, hash, made_at) values (${tx.customerId}, ${id}, ${hash}, ${tx.now})`)

export interface NewConnection {
  readonly name: string
  readonly networks: readonly string[]
  readonly days: number
  readonly trial: boolean
  readonly invites: boolean
}

/** Makes a connection; its token is answered here and kept nowhere. */
export async function newConnection(tx: Tx, grant: Grant, resources: Resources, given: NewConnection): Promise<MadeConnection> {
  await mustBeOpen(tx)
  await mustAnswer(tx)
  const { refuse, done } = refusals()
  for (const [n, network] of given.networks.entries()) if (!isNetwork(network)) refuse(`networks.${n}`, 'scim.errors.network')
  done()
  const agent = await createAgent(tx, resources, given.name, [])
  const made = newToken(tx.customerId)
  const ends = dayAfter(tx.today, given.days)
  const { id } = await createRow(tx, sessionOf(grant), connections, resources, {
    name: given.name,
    prefix: made.prefix,
    maker: tx.who.memberId,
    agent_id: agent,
    trial: given.trial,
    invites: given.invites,
    default_role: null,
    mappings: [],
    networks: [...given.networks],
    ends_on: ends,
  })
  await keepToken(tx, id, made)
  return { id, token: made.token, ends_on: ends }
}

const mustLast = (row: Stored) => {
  if (row.revoked_at !== null) throw new AppError('CONFLICT', 'scim.errors.over')
}

const change = (tx: Tx, grant: Grant, resources: Resources, id: number, changes: Changes, action: string) =>
  updateRow(tx, sessionOf(grant), connections, resources, id, changes, { action })

/** Gives a connection a new token, and the former one some hours more; an older one ends now. */
export async function rotate(
  tx: Tx,
  grant: Grant,
  resources: Resources,
  id: number,
  { overlap_hours: hours, days }: { readonly overlap_hours: number; readonly days: number },
): Promise<MadeConnection & { former_until: string | null }> {
  await mustBeOpen(tx)
  await mustAnswer(tx)
  const made = newToken(tx.customerId)
  const ends = dayAfter(tx.today, days)
  mustLast(await change(tx, grant, resources, id, { prefix: made.prefix, ends_on: ends }, 'rotate'))
  const until = hours === 0 ? null : new Date(tx.now.getTime() + hours * 3_600_000)
  await tx.run(
    sql`delete from scim_token where customer_id = ${tx.customerId} and connection_id = ${id} and (${until}::timestamptz is null or until is not null)`,
  )
  if (until) await tx.run(sql`update scim_token set until = ${until} where customer_id = ${tx.customerId} and connection_id = ${id}`)
  await keepToken(tx, id, made)
  return { id, token: made.token, ends_on: ends, former_until: until?.toISOString() ?? null }
}

/** From the commit on no server lets it in: each request looks at it. Whom it brought stays. */
export async function revoke(tx: Tx, grant: Grant, resources: Resources, id: number): Promise<void> {
  await change(tx, grant, resources, id, { revoked_at: tx.now.toISOString() }, 'revoke')
}

export async function takeOver(tx: Tx, grant: Grant, resources: Resources, id: number): Promise<void> {
  await mustBeOpen(tx)
  await mustAnswer(tx)
  mustLast(await change(tx, grant, resources, id, { maker: tx.who.memberId }, 'take_over'))
}

export async function pause(tx: Tx, grant: Grant, resources: Resources, id: number, paused: boolean): Promise<void> {
  mustLast(await change(tx, grant, resources, id, { paused }, paused ? 'pause' : 'go_on'))
}

/** Refuses perimeters that are not there, each where it stands. */
async function mustStandSomewhere(tx: Tx, { mappings }: GivenRoles): Promise<void> {
  const named = [...new Set(mappings.flatMap(({ perimeters }) => perimeters))]
  const there = await tx.run(sql<{ id: number }>`select id from perimeter where customer_id = ${tx.customerId} and id = any(${named}::bigint[])`)
  const known = new Set(there.map((row) => row.id))
  const { refuse, done } = refusals()
  for (const [n, { role, perimeters, place }] of mappings.entries()) {
    if (perimeters.some((id) => !known.has(id))) refuse(`mappings.${n}.perimeters`, 'kit.errors.missing_reference')
    if (role.startsWith('local') && perimeters.length === 0 && place === null) refuse(`mappings.${n}.perimeters`, 'scim.errors.place_needed')
  }
  done()
}

/** What would follow from mappings, counted by what it is; nothing is changed. */
export async function tryOut(tx: Tx, id: number, given: GivenRoles): Promise<ScimEffect> {
  await mustRead(tx, authorizeVerb(tx, connections, 'read'), connections, id)
  await mustStandSomewhere(tx, given)
  const plans = await plansFor(tx, id, given, null)
  const steps = plans.flatMap((plan) => plan.steps.filter(({ kind }) => kind !== 'HAND_KEPT' && kind !== 'ADDRESS_KEPT'))
  const byWhat = Map.groupBy(steps, ({ kind, roles = [], places = [] }) => JSON.stringify([kind, roles, places]))
  const changes = [...byWhat.values()].flatMap((some) => {
    const [first] = some
    return first
      ? [{ kind: first.kind, roles: first.roles ?? [], places: first.places ?? [], count: some.length, names: some.slice(0, 5).map(({ name }) => name ?? '') }]
      : []
  })
  const kept = plans.filter((plan) => plan.steps.every(({ kind }) => kind === 'HAND_KEPT' || kind === 'ADDRESS_KEPT')).length
  return { at: tx.now.toISOString(), changes: changes.toSorted((a, b) => b.count - a.count), kept, refused: null }
}

/** Keeps what groups and values give, and does what follows for everybody at once. Throws what the product refuses of it: then nothing is kept. */
export async function setMappings(
  tx: Tx,
  grant: Grant,
  resources: Resources,
  id: number,
  { version, trial, invites, ...given }: GivenRoles & { readonly version: number; readonly trial: boolean; readonly invites: boolean },
): Promise<readonly Step[]> {
  await mustBeOpen(tx)
  await mustAnswer(tx)
  await mustStandSomewhere(tx, given)
  await takeDirectoryTurn(tx)
  const now = await getRow(tx, authorizeVerb(tx, connections, 'read'), connections, resources, id)
  if (now.version !== version) throw new AppError('STALE', 'kit.errors.stale', { object: now })
  mustLast(await change(tx, grant, resources, id, { mappings: given.mappings, default_role: given.default_role, trial, invites }, 'mappings'))
  if (trial) return []
  return applyPlans(tx, resources, await plansFor(tx, id, given, null), invites)
}

export async function groupsOf(tx: Tx, grant: Grant, id: number): Promise<ScimGroup[]> {
  await mustRead(tx, grant, connections, id)
  return tx.run(sql<ScimGroup>`select g.id, g.display_name as name, count(u.id)::int as people, count(u.id) filter (where u.member_id is null)::int as waiting
    from scim_group g left join scim_group_user x on x.customer_id = g.customer_id and x.group_id = g.id left join scim_user u on u.customer_id = x.customer_id and u.id = x.user_id
    where g.customer_id = ${tx.customerId} and g.connection_id = ${id} group by g.id, g.display_name order by lower(g.display_name), g.id limit 2000`)
}

export async function entriesOf(
  tx: Tx,
  grant: Grant,
  id: number,
  { state, before, limit }: { readonly state?: string | undefined; readonly before?: number | undefined; readonly limit: number },
): Promise<{ objects: ScimEntry[]; more: boolean }> {
  await mustRead(tx, grant, connections, id)
  const rows = await tx.run(sql<
    Omit<ScimEntry, 'at'> & { at: Date }
  >`select e.id, e.at, e.method, e.target, e.state, e.status, host(e.address) as address, e.steps, e.count, e.times
    from scim_entry e where e.customer_id = ${tx.customerId} and e.connection_id = ${id} and (${state ?? null}::text is null or e.state = ${state ?? null})
      and (${before ?? null}::bigint is null or e.id < ${before ?? null}) order by e.id desc limit ${limit + 1}`)
  return { objects: rows.slice(0, limit).map(({ at, ...row }) => ({ ...row, at: at.toISOString() })), more: rows.length > limit }
}
