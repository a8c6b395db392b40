import { sql, type RawBuilder } from 'kysely'
import type { Language } from '#kit/contract/catalogue.ts'
import { usualOrder, type DateOrder } from '#kit/contract/date-order.ts'
import { roles as everyRole, type AdminType, type Role } from '#kit/contract/right.ts'
import { memberReach } from '#kit/server/access/member-reach.ts'
import type { Duty, SessionFacts, Who } from '#kit/server/access/who.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { instanceUserOutside, instanceUserRole, leavingRights, notInAnothersName, outsideRights, staffPowers } from '#areas/access/contract/staff-rights.ts'

/** Without a call for this long a session is over (SEC-17). */
export const idleMinutes = 30
/** However busy, a session is over after this. */
export const lifetimeHours = 12

interface SessionRow {
  readonly member_id: number
  readonly account_id: number
  readonly admin_type: AdminType | null
  readonly impersonator_id: number | null
  readonly impersonator_name: string | null
  readonly instance_id: number | null
  readonly method: SessionFacts['method']
  readonly tied: boolean
  readonly mode: SessionFacts['mode']
  readonly created_at: Date
  readonly pending: readonly Duty[]
  readonly roles: readonly Role[]
  readonly lang: Language
  readonly time_zone: string
  readonly date_order: DateOrder | null
  readonly features: readonly string[]
  readonly kind: 'PROVIDER' | 'CATALOG' | 'ORGANISATION'
  readonly tag_id: number | null
  readonly group_ids: readonly number[]
  readonly perimeter_ids: readonly number[]
  /** Of somebody from outside, what they are asked about; null for everybody else. */
  readonly asked_ids: readonly number[] | null
  /** Its organisation is: it lets nobody in, and is told so. */
  readonly suspended: boolean
  /** But this one, who takes what it has before it is deleted. */
  readonly leaving: boolean
}

/** What a session row says of whoever comes with it. */
const known = sql.raw('member_id, account_id, admin_type, impersonator_id, impersonator_name, instance_id, method, tied, mode, created_at')
const facts = sql`${known}, pending`

/** Selects who a session row, given as `s`, stands for; no row once its member may no longer be used, or nothing is asked of somebody from outside; a code is a way in for these alone. */
const whoOf = (customerId: number, now: Date): RawBuilder<SessionRow> => {
  const reach = memberReach(rowRef('m'), customerId)
  return sql`select s.*,
    m.roles, m.lang, m.date_order, m.tag_id, c.time_zone, c.features, c.kind, c.disabled as suspended,
    (c.deletes_at > present() and m.kind = 'MEMBER' and 'global_pilote' = any(m.roles)
      and s.admin_type is null and s.instance_id is null and s.impersonator_id is null) is true as leaving,
    ${reach.groupIds} as group_ids, ${reach.perimeterIds} as perimeter_ids, o.asked_ids
  from s join member m on m.customer_id = ${customerId} and m.id = s.member_id join customer c on c.id = ${customerId}
    cross join lateral (select case when m.kind = 'OUTSIDE' then asked_outside(m.id, s.method) end as asked_ids offset 0) o
  where not m.disabled and not m.archived and coalesce(m.access_start <= day_in(${now}, c.time_zone), true) and coalesce(m.access_end >= day_in(${now}, c.time_zone), true)
    and coalesce(cardinality(o.asked_ids) > 0, true) and (s.method <> 'CODE' or m.kind = 'OUTSIDE')`
}

const minutesBefore = (now: Date, minutes: number) => new Date(now.getTime() - minutes * 60_000)
const alive = (customerId: number, which: RawBuilder<unknown>, now: Date) =>
  sql`customer_id = ${customerId} and ${which} and expires_at > ${now} and last_used_at > ${minutesBefore(now, idleMinutes)}`
const living = (customerId: number, tokenHash: Buffer, now: Date) => alive(customerId, sql`token_hash = ${tokenHash}`, now)

/** A session that was found, which may have to be marked as used. */
type FoundSession = SessionRow & { readonly unmarked: boolean }

const found = (which: RawBuilder<unknown>, columns: RawBuilder<unknown>, customerId: number, now: Date) => {
  // A password may have become too old since.
  const pending = sql`case when password_ends_at <= ${now} and not 'PASSWORD' = any(pending) then array_append(pending, 'PASSWORD') else pending end as pending`
  return sql`with s as (select ${columns}, ${pending}, last_used_at < ${minutesBefore(now, 1)} as unmarked from session where ${which}) ${whoOf(customerId, now)}`
}

/** Finds a session by its token's hash. */
export const readSession = (customerId: number, tokenHash: Buffer, now: Date): RawBuilder<FoundSession> =>
  found(living(customerId, tokenHash, now), known, customerId, now) as RawBuilder<FoundSession>

/** Finds several by theirs, in no order. */
export const readSessions = (customerId: number, tokenHashes: readonly Buffer[], now: Date): RawBuilder<FoundSession & { readonly token_hash: Buffer }> =>
  found(alive(customerId, sql`token_hash = any(${tokenHashes}::bytea[])`, now), sql`token_hash, ${known}`, customerId, now) as RawBuilder<
    FoundSession & { readonly token_hash: Buffer }
  >

/** Keeps a session alive, never waiting for another request that does; worth while once a minute, when it is `unmarked`. */
export const markSession = (customerId: number, tokenHash: Buffer, now: Date): RawBuilder<unknown> =>
  sql`update session set last_used_at = ${now} where customer_id = ${customerId}
    and token_hash = (select token_hash from session where ${living(customerId, tokenHash, now)} for update skip locked)`

/** What any new session is known by. */
export interface SessionMark {
  readonly tokenHash: Buffer
  readonly now: Date
  readonly userAgent: string | null
  readonly ipHash: string
}

export interface NewSession extends SessionMark {
  readonly accountId: number
  readonly method: SessionFacts['method']
  readonly tied: boolean
  /** The time step of the one-time code given; refused when it was used before. */
  readonly step: number | null
  /** The end of the session that this one carries on. */
  readonly until: Date | null
}

/** A session lasts its hours, and no longer than the one that it carries on. */
function endOf(now: Date, hours: number, until: Date | null): Date {
  const end = new Date(now.getTime() + hours * 3_600_000)
  return until !== null && until < end ? until : end
}

/** Opens a session for an account's member in a customer; answers no row when account or member may not be used any more. */
export function createSession(
  customerId: number,
  { accountId, tokenHash, now, userAgent, ipHash, method, tied, step, until }: NewSession,
): RawBuilder<SessionRow> {
  const end = endOf(now, lifetimeHours, until)
  return sql`with signed as materialized (select admin_type, instance_id, pending from enter_account(${accountId}, ${now}, ${method}, ${tied}, ${step})),
    s as (insert into session (customer_id, token_hash, member_id, account_id, admin_type, instance_id, pending, method, tied, created_at, last_used_at, expires_at, user_agent, ip_hash, password_ends_at)
      select ${customerId}, ${tokenHash}, m.id, m.account_id, signed.admin_type, signed.instance_id, signed.pending, ${method}, ${tied}, ${now}, ${now}, ${end}, ${userAgent}, ${ipHash},
        case when ${method}::text = 'PASSWORD' then password_end_of(m.account_id) end
      from signed join member m on m.customer_id = ${customerId} and m.account_id = ${accountId} and not m.disabled and not m.archived
      returning ${facts}),
    seen as (insert into member_sign_in (customer_id, member_id, last_at) select ${customerId}, member_id, ${now} from s
      on conflict (customer_id, member_id) do update set last_at = excluded.last_at)
    ${whoOf(customerId, now)}`
}

/** Who acts as somebody else, and as whom (ACC-44). */
export interface Impersonation {
  /** Their own member in the same customer. */
  readonly memberId: number
  readonly accountId: number
  readonly name: string
  /** How they came in, and will again once they are back. */
  readonly method: SessionFacts['method']
  /** When their own session would have ended. */
  readonly until: Date
  readonly target: { readonly memberId: number; readonly accountId: number }
}

/** Nobody acts as somebody else for longer than this. */
export const impersonationHours = 1

/** Opens a session of one member for another's account; it notes no sign-in and owes nothing that is its holder's own to do. */
export function createImpersonation(
  customerId: number,
  { memberId, accountId, name, method, until, target }: Impersonation,
  { tokenHash, now, userAgent, ipHash }: SessionMark,
): RawBuilder<SessionRow> {
  const end = endOf(now, impersonationHours, until)
  return sql`with s as (insert into session (customer_id, token_hash, member_id, account_id, method, impersonator_id, impersonator_account_id, impersonator_name,
        return_customer_id, return_until, created_at, last_used_at, expires_at, user_agent, ip_hash)
      values (${customerId}, ${tokenHash}, ${target.memberId}, ${target.accountId}, ${method}, ${memberId}, ${accountId}, ${name},
        ${customerId}, ${until}, ${now}, ${now}, ${end}, ${userAgent}, ${ipHash})
      returning ${facts})
    ${whoOf(customerId, now)}`
}

const contributorOnly: readonly Role[] = ['contributor']

/** Joined rights of roles, over every area. */
export type RightsOf = (roles: readonly Role[]) => ReadonlySet<string>
/** Rights that an organisation with these features does without. */
export type WithheldWithout = (features: readonly string[]) => ReadonlySet<string>

/** Rights beyond those of roles. */
function extraOf({ admin_type: type, kind, instance_id: instance }: SessionRow): readonly string[] {
  if (type !== null) {
    const { outside, extra, catalogExtra } = staffPowers[type]
    return kind === 'PROVIDER' ? outside : kind === 'CATALOG' ? [...extra, ...catalogExtra] : extra
  }
  return kind === 'PROVIDER' && instance !== null ? instanceUserOutside : []
}

const nothing: ReadonlySet<string> = new Set()

/** What is left of the rights of roles, once for each of what organisations do without. */
const left = new WeakMap<ReadonlySet<string>, WeakMap<ReadonlySet<string>, ReadonlySet<string>>>()

/** What roles hold, less what is withheld, with some more; the common case is a set that is shared by all who hold the same. */
function without(held: ReadonlySet<string>, withheld: ReadonlySet<string>, extra: readonly string[]): ReadonlySet<string> {
  if (extra.length === 0 && withheld.size === 0) return held
  const work = () => new Set([...[...held].filter((right) => !withheld.has(right)), ...extra])
  if (extra.length > 0) return work()
  const known = left.get(held) ?? new WeakMap<ReadonlySet<string>, ReadonlySet<string>>()
  left.set(held, known)
  const found = known.get(withheld) ?? work()
  known.set(withheld, found)
  return found
}

/** What is left to somebody from outside of what a contributor may. */
const onlyOutside = (rights: ReadonlySet<string>): ReadonlySet<string> => new Set(outsideRights.filter((right) => rights.has(right)))

/** The actor of a session row: a member with their roles, or staff with those of their type (ADM-46). */
export function whoFrom(
  row: SessionRow,
  customerId: number,
  { requestId, address }: { readonly requestId: string; readonly address: string | null },
  { rightsOf, withheldWithout }: { rightsOf: RightsOf; withheldWithout: WithheldWithout },
): Who {
  const powers = row.admin_type === null ? null : staffPowers[row.admin_type]
  const staffRole = row.instance_id === null ? powers && (row.kind === 'CATALOG' ? powers.insideCatalog : powers.inside) : instanceUserRole
  const own = row.kind === 'PROVIDER' ? [] : everyRole.filter((role) => role === staffRole || row.roles.includes(role))
  const held = (row.mode === 'CONTRIBUTOR' && own.length > 0) || row.asked_ids !== null ? contributorOnly : own
  const extra = row.mode === 'NORMAL' && row.asked_ids === null ? extraOf(row) : []
  const withheld = row.kind === 'ORGANISATION' ? withheldWithout(row.features) : nothing
  const rights = row.leaving
    ? leavingRights
    : without(rightsOf(held), row.impersonator_id === null ? withheld : new Set([...withheld, ...notInAnothersName]), extra)
  return {
    customerId,
    memberId: row.member_id,
    accountId: row.account_id,
    adminType: row.admin_type,
    impersonatorId: row.impersonator_id,
    roles: held,
    outside: row.asked_ids === null ? null : new Set(row.asked_ids),
    rights: row.asked_ids === null ? rights : onlyOutside(rights),
    groupIds: row.group_ids,
    perimeterIds: row.perimeter_ids,
    tagIds: row.tag_id === null ? [] : [row.tag_id],
    lang: row.lang,
    dateOrder: row.date_order ?? usualOrder[row.lang],
    timeZone: row.time_zone,
    requestId,
    session: {
      method: row.method,
      tied: row.tied,
      mode: row.mode,
      // Of guests nothing is asked but their answers.
      pending: row.asked_ids === null ? row.pending : [],
      withheld,
      ...(row.leaving && { leaving: true as const }),
      instanceUser: row.instance_id !== null,
      impersonator: row.impersonator_name,
      since: row.created_at,
      address,
    },
    source: 'web',
  }
}
