import { sql } from 'kysely'
import type { Step } from '#areas/scim/contract/steps.ts'
import { applyPlans } from './apply.ts'
import { plansFor, shownName } from './plan.ts'
import { ScimError } from './protocol/errors.ts'
import { documentOf, stable, type Complex, type Document } from './protocol/attributes.ts'
import { missing, mustBeShort, taken } from './protocol/errors.ts'
import { patched, type Operation } from './protocol/patch.ts'
import { userType } from './protocol/schemas.ts'
import { matchVersion, type Scope } from './resources.ts'

/** What a write did: nothing, where there are no steps. */
export interface Done {
  readonly id: number
  readonly target: string
  readonly steps: readonly Step[]
}

interface UserRow {
  readonly id: number
  readonly version: number
  readonly user_name: string
  readonly document: Document
}

const addressForm = /^[^\s@<>"]{1,64}@[^\s@<>"]{1,190}\.[^\s@<>".]{2,63}$/

/** The address that somebody signs in by: the primary one, else the one for work, else any; else their name there, if it is one. */
export function addressOf(document: Document): string | null {
  const emails = (Array.isArray(document.emails) ? document.emails : []) as readonly Complex[]
  const ordered = [...emails.filter(({ primary }) => primary === true), ...emails.filter(({ type }) => String(type).toLowerCase() === 'work'), ...emails]
  const found = [...ordered.map(({ value }) => value), document.userName].find((one) => typeof one === 'string' && addressForm.test(one))
  return typeof found === 'string' ? found : null
}

const userNameOf = (document: Document) => String(document.userName)
const textOr = (value: unknown) => (typeof value === 'string' ? value : null)

async function lockUser({ tx, connection }: Scope, id: number): Promise<UserRow> {
  const row = await tx.first(sql<UserRow>`select id, version, user_name, document from scim_user
    where customer_id = ${tx.customerId} and connection_id = ${connection.id} and id = ${id} and deleted_at is null for no key update`)
  if (!row) throw missing('User')
  return row
}

/** Characters of what is told of one person: of many people it is read together. */
const mostTold = 32_000
/** People that a connection keeps in step. */
export const mostPeople = 50_000

/** Throws for one person too many. */
async function mustHaveRoom({ tx, connection }: Scope): Promise<void> {
  const full = await tx.first(
    sql`select 1 from scim_user where customer_id = ${tx.customerId} and connection_id = ${connection.id} and deleted_at is null offset ${mostPeople - 1} limit 1`,
  )
  if (full) throw new ScimError(403, `A connection keeps at most ${mostPeople} people in step`)
}

/** Throws where somebody else of the connection has the name or the address. */
async function mustBeAlone({ tx, connection }: Scope, document: Document, id: number): Promise<void> {
  if (JSON.stringify(document).length > mostTold) throw new ScimError(413, `A person has at most ${mostTold} characters`)
  const [name, address] = [userNameOf(document), addressOf(document)]
  mustBeShort({ userName: name, externalId: document.externalId })
  const other = await tx.first(sql<{
    named: boolean
  }>`select lower(user_name) = lower(${name}) as named from scim_user where customer_id = ${tx.customerId} and connection_id = ${connection.id}
    and id <> ${id} and deleted_at is null and (lower(user_name) = lower(${name}) or lower(address) = lower(${address}::text)) limit 1`)
  if (other) throw taken(other.named ? `userName ${name} is taken` : `The mail address ${address ?? ''} is somebody else’s`)
}

export async function createUser(scope: Scope, body: Readonly<Record<string, unknown>>): Promise<Done> {
  const { tx, connection } = scope
  const document: Document = { active: true, ...documentOf(userType, body) }
  await mustBeAlone(scope, document, 0)
  await mustHaveRoom(scope)
  const row = await tx.first(sql<{ id: number }>`insert into scim_user (customer_id, connection_id, user_name, external_id, active, address, document)
    values (${tx.customerId}, ${connection.id}, ${userNameOf(document)}, ${textOr(document.externalId)}, ${document.active !== false}, ${addressOf(document)}, ${JSON.stringify(document)}::jsonb) returning id`)
  const id = row?.id ?? 0
  const steps = await follow(scope, [id])
  const elsewhere = steps.find(({ kind }) => kind === 'WAITS_OTHER')
  if (elsewhere && !connection.trial) throw taken(`The mail address ${elsewhere.email ?? ''} is kept in step by another connection`)
  return { id, target: `Users/${userNameOf(document)}`, steps: orKept(steps, document) }
}

const orKept = (steps: readonly Step[], document: Document): readonly Step[] =>
  steps.length > 0 ? steps : [{ kind: 'KEPT', name: shownName({ document, user_name: userNameOf(document), address: addressOf(document) }) }]

/** What follows from what was told of some: done, or only said. */
export async function follow({ tx, resources, connection }: Scope, ids: readonly number[]): Promise<Step[]> {
  const plans = await plansFor(tx, connection.id, connection, ids)
  return connection.trial ? plans.flatMap(({ steps }) => steps) : applyPlans(tx, resources, plans, connection.invites)
}

async function write(scope: Scope, before: UserRow, document: Document): Promise<Done> {
  const { tx } = scope
  const done = { id: before.id, target: `Users/${before.user_name}` }
  if (stable(document) === stable(before.document)) return { ...done, steps: [] }
  await mustBeAlone(scope, document, before.id)
  await tx.run(sql`update scim_user set version = version + 1, updated_at = ${tx.now}, user_name = ${userNameOf(document)}, external_id = ${textOr(document.externalId)},
    active = ${document.active !== false}, address = ${addressOf(document)}, document = ${JSON.stringify(document)}::jsonb where customer_id = ${tx.customerId} and id = ${before.id}`)
  return { ...done, steps: orKept(await follow(scope, [before.id]), document) }
}

export async function replaceUser(scope: Scope, id: number, body: Readonly<Record<string, unknown>>, match: string | undefined): Promise<Done> {
  const before = await lockUser(scope, id)
  matchVersion(match, before.version)
  const told = documentOf(userType, body)
  // Whether somebody may come in is never guessed.
  const active = told.active ?? before.document.active
  return write(scope, before, { ...told, ...(active !== undefined && { active }) })
}

export async function patchUser(scope: Scope, id: number, operations: readonly Operation[], match: string | undefined): Promise<Done> {
  const before = await lockUser(scope, id)
  matchVersion(match, before.version)
  return write(scope, before, patched(userType, before.document, operations))
}

/** Whoever is taken away there is closed here; of what was told of them nothing is kept. */
export async function deleteUser(scope: Scope, id: number, match: string | undefined): Promise<Done> {
  const { tx } = scope
  const before = await lockUser(scope, id)
  matchVersion(match, before.version)
  await tx.run(
    sql`update scim_user set deleted_at = ${tx.now}, updated_at = ${tx.now}, version = version + 1, active = false where customer_id = ${tx.customerId} and id = ${id}`,
  )
  await leaveGroups(tx, id)
  const steps = await follow(scope, [id])
  // Of whom was somebody here it is kept who; others leave nothing.
  await tx.run(sql`delete from scim_user where customer_id = ${tx.customerId} and id = ${id} and member_id is null`)
  await tx.run(
    sql`update scim_user set document = '{}', external_id = null, user_name = '', address = null where customer_id = ${tx.customerId} and id = ${id}`,
  )
  return { id, target: `Users/${before.user_name}`, steps: orKept(steps, before.document) }
}

/** Groups that somebody leaves have another version then. */
async function leaveGroups(tx: Scope['tx'], id: number): Promise<void> {
  await tx.run(sql`with gone as (delete from scim_group_user where customer_id = ${tx.customerId} and user_id = ${id} returning group_id)
    update scim_group g set version = g.version + 1, updated_at = ${tx.now} from gone where g.customer_id = ${tx.customerId} and g.id = gone.group_id`)
}
