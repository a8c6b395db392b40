import { sql } from 'kysely'
import type { Step } from '#areas/scim/contract/steps.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { documentOf, isComplex, stable, type Complex, type Document } from './protocol/attributes.ts'
import { invalid, missing, mustBeShort, ScimError, taken } from './protocol/errors.ts'
import type { Filter, Target } from './protocol/filter.ts'
import { matchesValue } from './protocol/matches.ts'
import { patched, type Operation } from './protocol/patch.ts'
import { groupSchema, groupType } from './protocol/schemas.ts'
import { idOf, matchVersion, type Scope } from './resources.ts'
import { follow, type Done } from './users.ts'

interface GroupRow {
  readonly id: number
  readonly version: number
  readonly display_name: string
  readonly document: Document
}

const nameOf = (document: Document) => String(document.displayName)
const textOr = (value: unknown) => (typeof value === 'string' ? value : null)
const mostMembers = 20_000

/** Who becomes a member and who is one no more, however that was said; undefined: who was there does not count. */
interface Membership {
  readonly added: Set<number>
  readonly removed: Set<number>
  anew: boolean
}

const untouched = (): Membership => ({ added: new Set(), removed: new Set(), anew: false })

/** The ids in a list of members; one that is no id of anybody is refused with its own words, later. */
function idsIn(given: unknown): number[] {
  const all = Array.isArray(given) ? (given as unknown[]) : given === null || given === undefined ? [] : [given]
  if (all.length > mostMembers) throw invalid('tooMany', `At most ${mostMembers} members are named at once`)
  return all.map((one) => {
    const value = isComplex(one) ? (one.value ?? lastOf(one.$ref)) : one
    const id = typeof value === 'string' ? idOf(value) : 0
    if (id === 0) throw invalid('invalidValue', `${String(value).slice(0, 60)} is nobody`)
    return id
  })
}

const lastOf = (address: unknown) => (typeof address === 'string' ? address.split('/').at(-1) : undefined)

/** Members in a body, whatever the case of their name; undefined where nothing is said of them. */
function membersIn(body: Readonly<Record<string, unknown>>): number[] | undefined {
  const key = Object.keys(body).find((one) => one.toLowerCase() === 'members')
  return key === undefined ? undefined : idsIn(body[key])
}

async function lockGroup({ tx, connection }: Scope, id: number): Promise<GroupRow> {
  const row = await tx.first(sql<GroupRow>`select id, version, display_name, document from scim_group
    where customer_id = ${tx.customerId} and connection_id = ${connection.id} and id = ${id} for no key update`)
  if (!row) throw missing('Group')
  return row
}

/** Groups that a connection tells of. */
export const mostGroups = 5000

async function mustBeAlone({ tx, connection }: Scope, document: Document, id: number): Promise<void> {
  mustBeShort({ displayName: document.displayName, externalId: document.externalId })
  const other = await tx.first(sql`select 1 from scim_group where customer_id = ${tx.customerId} and connection_id = ${connection.id} and id <> ${id}
    and lower(display_name) = lower(${nameOf(document)})`)
  if (other) throw taken(`displayName ${nameOf(document)} is taken`)
}

const membersOf = async (tx: Tx, id: number): Promise<number[]> => {
  const rows = await tx.run(sql<{ user_id: number }>`select user_id from scim_group_user where customer_id = ${tx.customerId} and group_id = ${id}`)
  return rows.map((row) => row.user_id)
}

/** Writes who is in a group, and answers who came and who went. Throws invalidValue for members whom the connection does not know. */
async function setMembers({ tx, connection }: Scope, id: number, { added, removed, anew }: Membership): Promise<{ came: number[]; went: number[] }> {
  const wanted = [...added]
  const known = await tx.run(sql<{
    id: number
  }>`select id from scim_user where customer_id = ${tx.customerId} and connection_id = ${connection.id} and deleted_at is null
    and id = any(${wanted}::bigint[])`)
  if (known.length < wanted.length) {
    const there = new Set(known.map((row) => row.id))
    throw invalid('invalidValue', `${wanted.find((one) => !there.has(one))} is nobody`)
  }
  const went = await tx.run(sql<{ user_id: number }>`delete from scim_group_user where customer_id = ${tx.customerId} and group_id = ${id}
    and ${anew ? sql`user_id <> all(${wanted}::bigint[])` : sql`user_id = any(${[...removed]}::bigint[])`} returning user_id`)
  const came = await tx.run(sql<{ user_id: number }>`insert into scim_group_user (customer_id, group_id, user_id)
    select ${tx.customerId}, ${id}, x from unnest(${wanted}::bigint[]) x on conflict do nothing returning user_id`)
  return { came: came.map((row) => row.user_id), went: went.map((row) => row.user_id) }
}

/** What follows for everybody whom a change of a group is about. */
async function followGroup(
  scope: Scope,
  group: string,
  { came, went }: { came: readonly number[]; went: readonly number[] },
  besides: readonly Step[],
  all: readonly number[] = [],
): Promise<Step[]> {
  const steps = await follow(scope, [...new Set([...came, ...went, ...all])])
  return [
    ...besides,
    ...steps,
    ...(came.length > 0 ? [{ kind: 'ADDED' as const, group, count: came.length }] : []),
    ...(went.length > 0 ? [{ kind: 'REMOVED' as const, group, count: went.length }] : []),
  ]
}

export async function createGroup(scope: Scope, body: Readonly<Record<string, unknown>>): Promise<Done> {
  const { tx, connection } = scope
  const document = documentOf(groupType, body)
  await mustBeAlone(scope, document, 0)
  const full = await tx.first(
    sql`select 1 from scim_group where customer_id = ${tx.customerId} and connection_id = ${connection.id} offset ${mostGroups - 1} limit 1`,
  )
  if (full) throw new ScimError(403, `A connection tells of at most ${mostGroups} groups`)
  const row = await tx.first(sql<{ id: number }>`insert into scim_group (customer_id, connection_id, display_name, external_id, document)
    values (${tx.customerId}, ${connection.id}, ${nameOf(document)}, ${textOr(document.externalId)}, ${JSON.stringify(document)}::jsonb) returning id`)
  const id = row?.id ?? 0
  const moved = await setMembers(scope, id, { ...untouched(), added: new Set(membersIn(body)), anew: true })
  const mapped = connection.mappings.some(({ source, value }) => source === 'GROUP' && value.trim().toLowerCase() === nameOf(document).toLowerCase())
  const came: Step = { kind: 'GROUP_CAME', group: nameOf(document), ...(!mapped && { detail: 'UNMAPPED' }) }
  return { id, target: `Groups/${nameOf(document)}`, steps: await followGroup(scope, nameOf(document), moved, [came]) }
}

async function write(scope: Scope, before: GroupRow, document: Document, membership: Membership): Promise<Done> {
  const { tx } = scope
  const done = { id: before.id, target: `Groups/${before.display_name}` }
  const renamed = nameOf(document) !== before.display_name
  const told = stable(document) !== stable(before.document)
  if (renamed) await mustBeAlone(scope, document, before.id)
  const isMoved = membership.anew || membership.added.size > 0 || membership.removed.size > 0
  const moved = isMoved ? await setMembers(scope, before.id, membership) : { came: [], went: [] }
  if (!told && moved.came.length === 0 && moved.went.length === 0) return { ...done, steps: [] }
  await tx.run(sql`update scim_group set version = version + 1, updated_at = ${tx.now}, display_name = ${nameOf(document)}, external_id = ${textOr(document.externalId)},
    document = ${JSON.stringify(document)}::jsonb where customer_id = ${tx.customerId} and id = ${before.id}`)
  const named: Step[] = renamed ? [{ kind: 'GROUP_NAMED', name: before.display_name, group: nameOf(document) }] : []
  const steps = await followGroup(scope, nameOf(document), moved, named, renamed ? await membersOf(tx, before.id) : [])
  return { ...done, steps: steps.length > 0 ? steps : [{ kind: 'KEPT', name: nameOf(document) }] }
}

export async function replaceGroup(scope: Scope, id: number, body: Readonly<Record<string, unknown>>, match: string | undefined): Promise<Done> {
  const before = await lockGroup(scope, id)
  matchVersion(match, before.version)
  return write(scope, before, documentOf(groupType, body), { ...untouched(), added: new Set(membersIn(body)), anew: true })
}

export async function patchGroup(scope: Scope, id: number, operations: readonly Operation[], match: string | undefined): Promise<Done> {
  const before = await lockGroup(scope, id)
  matchVersion(match, before.version)
  const membership = untouched()
  const finding: { readonly filter: Filter }[] = []
  const worked = (operation: Operation, target: Target) => {
    if (target.sub !== undefined && operation.op !== 'remove') throw invalid('mutability', 'A member is added or removed as a whole')
    const named = target.filter && idByFilter(target.filter)
    if (operation.op === 'remove') {
      if (target.filter && named === undefined) finding.push({ filter: target.filter })
      // Without a filter a value says who goes, as Entra ID sends it; with neither, all of them do.
      const gone =
        named !== undefined ? [named] : target.filter ? [] : operation.value === undefined || operation.value === null ? undefined : idsIn(operation.value)
      if (gone) for (const one of gone) forget(membership, one)
      else Object.assign(membership, { added: new Set(), removed: new Set(), anew: true })
      return
    }
    const ids = named !== undefined ? [named] : idsIn(operation.value)
    if (operation.op === 'replace' && !target.filter) Object.assign(membership, { added: new Set(ids), removed: new Set(), anew: true })
    else
      for (const one of ids) {
        membership.added.add(one)
        membership.removed.delete(one)
      }
  }
  const document = patched(groupType, before.document, operations, worked)
  if (finding.length > 0) {
    const members = groupSchema.attributes.find(({ name }) => name === 'members')
    for (const one of await membersOf(scope.tx, id))
      if (members && finding.some(({ filter }) => matchesValue(members, filter, { value: String(one), type: 'User' } satisfies Complex)))
        forget(membership, one)
  }
  return write(scope, before, document, membership)
}

function forget({ added, removed }: Membership, id: number): void {
  added.delete(id)
  removed.add(id)
}

/** The one member that a filter names, if it is such a one. */
function idByFilter(filter: Filter): number | undefined {
  if (filter.op !== 'eq' || filter.path.name.toLowerCase() !== 'value' || typeof filter.value !== 'string') return undefined
  return idOf(filter.value)
}

export async function deleteGroup(scope: Scope, id: number, match: string | undefined): Promise<Done> {
  const { tx } = scope
  const before = await lockGroup(scope, id)
  matchVersion(match, before.version)
  const members = await membersOf(tx, id)
  await tx.run(sql`delete from scim_group where customer_id = ${tx.customerId} and id = ${id}`)
  const steps = await followGroup(scope, before.display_name, { came: [], went: members }, [{ kind: 'GROUP_GONE', group: before.display_name }])
  return { id, target: `Groups/${before.display_name}`, steps }
}
