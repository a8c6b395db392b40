import { sql } from 'kysely'
import { roles as everyRole, type Role } from '#kit/contract/right.ts'
import { AppError, invalidField } from '#kit/contract/errors.ts'
import { byGlobalPilots, either, type RowRule } from '#kit/server/access/row-rule.ts'
import { defineResource, type Changes, type StoredOf, type WriteContext, type WriteVerb, type WrittenContext } from '#kit/server/data/resources/resource.ts'
import { endSessionsOf, lastSignInOf } from '#areas/access/server/index.ts'
import { guardQuota, type QuotaCount } from '#areas/tenancy/server/index.ts'
import { member } from '#areas/people/contract/member.ts'
import { memberCounts } from './counted.ts'
import { refuseWhileAssigned } from './assigned-objects.ts'
import { memberRowChecks } from './checks.ts'
import { invite } from './invite.ts'

/** Visiting members and people from outside are nobody to choose or administer; each sees oneself, and the program whom it invites. */
const residents: RowRule = (row, who) =>
  either(
    sql<boolean>`${row('kind')} = 'MEMBER'`,
    who.memberId === null ? sql<boolean>`${row('kind')} = 'OUTSIDE'` : sql<boolean>`${row('id')} = ${who.memberId}`,
  )

export const members = defineResource({
  def: member,
  rules: {
    read: residents,
    create: byGlobalPilots,
    update: byGlobalPilots,
    delete: byGlobalPilots,
  },
  derived: {
    groups: (row) => sql`(select coalesce(jsonb_agg(jsonb_build_object('id', g.id, 'name', g.name, 'identifier', g.identifier) order by g.id), '[]')
      from group__members gm join "group" g on g.customer_id = gm.customer_id and g.id = gm.owner_id
      where gm.customer_id = ${row('customer_id')} and gm.target_id = ${row('id')})`,
    last_login: (row) => lastSignInOf(row('customer_id'), row('id')),
    locked: (row) => sql`coalesce((select e.locked from member_entry(${row('id')}) as e), false)`,
    strong: (row) => sql`coalesce((select e.strong from member_entry(${row('id')}) as e), false)`,
  },
  checks: memberRowChecks,
  counted: memberCounts,
  beforeWrite: async (context) => {
    if (context.verb !== 'delete') {
      keepChosenRoles(context)
      keepEmail(context)
      fillInitials(context)
      keepOutside(context)
      await keepOnePlace(context)
    }
    await guardPilots(context)
    const { tx, resources, verb, before, changes } = context
    if (before && (verb === 'delete' || (changes.archived === true && !before.archived)))
      await refuseWhileAssigned(tx, resources, { holder: 'member', id: before.id })
    if (context.verb === 'create') {
      await refuseOutside(context)
      await giveAccount(context)
    }
  },
  afterWrite: keepMembership,
  turn: pilotsTurn,
})

function keepEmail({ before, changes }: WriteContext<typeof member>): void {
  if (typeof changes.email !== 'string') return
  if (before && changes.email.toLowerCase() !== textOf(before.email).toLowerCase()) throw invalidField('email', 'people.errors.email_fixed')
}

const textOf = (value: unknown) => (typeof value === 'string' ? value.trim() : '')

/** The first letters of both names, in upper case (ACC-67). */
const initialsOf = (firstname: unknown, lastname: unknown): string =>
  [firstname, lastname]
    .map((name) => Array.from(textOf(name))[0] ?? '')
    .join('')
    .toLocaleUpperCase()

/** Initials follow the names until somebody chooses others. */
function fillInitials({ before, changes }: WriteContext<typeof member>): void {
  const computed = initialsOf(changes.firstname ?? before?.firstname, changes.lastname ?? before?.lastname)
  // Given back as they were, or emptied, they were not chosen by hand.
  const chosen = changes.initials === null || changes.initials === '' ? null : changes.initials === before?.initials ? undefined : changes.initials
  const follows = before
    ? chosen === null || (chosen === undefined && before.initials === initialsOf(before.firstname, before.lastname))
    : (chosen ?? null) === null
  if (follows && computed !== before?.initials) changes.initials = computed
}

/** Roles that a person gives are theirs to take away: no group of an identity provider changes them any more. */
function keepChosenRoles({ tx, grant, changes }: WriteContext<typeof member>): void {
  if (changes.roles !== undefined && tx.who.memberId !== null && !isProgram({ tx, grant })) changes.roles_from_sso = false
}

/** No program may write people but an identity provider, which has its own words for whom it invites and whose roles it gives, also where a person says what follows from its groups. */
const isProgram = ({ tx: { who }, grant: { work } }: Pick<WriteContext<typeof member>, 'tx' | 'grant'>) =>
  who.session?.method === 'KEY' || work === 'people whom an identity provider names'

/** People from outside have a last day, contribute and no more, and are nobody to be offered everywhere (GEN-16). */
function keepOutside({ before, changes }: WriteContext<typeof member>): void {
  const next: Readonly<Record<string, unknown>> = { ...before, ...changes }
  const [start, end] = [next.access_start as string | null | undefined, next.access_end as string | null | undefined]
  if (start && end && start > end) throw invalidField('access_end', 'kit.errors.date_order')
  if (next.is_external !== true) return
  if (!end) throw invalidField('access_end', 'people.errors.external_end')
  if (rolesOf(next.roles).some((role) => role !== 'contributor')) throw invalidField('roles', 'people.errors.external_role')
  if (next.is_staff === true) throw invalidField('is_staff', 'people.errors.external_staff')
}

/** Somebody acts in perimeters or in one grouping (FRM-45): what is chosen together is refused, what was before stays until either is changed. */
async function keepOnePlace({ tx, before, changes }: WriteContext<typeof member>): Promise<void> {
  if (changes.tag === undefined && changes.perimeters === undefined) return
  const tag = changes.tag === undefined ? (before?.tag_id ?? null) : changes.tag
  if (tag === null) return
  const chosen = Array.isArray(changes.perimeters)
    ? changes.perimeters.length > 0
    : before !== undefined &&
      (await tx.first(sql`select 1 from member__perimeters where customer_id = ${tx.customerId} and owner_id = ${before.id} limit 1`)) !== undefined
  if (chosen) throw invalidField(changes.tag === undefined ? 'perimeters' : 'tag', 'people.errors.places_mixed')
}

/** Whoever answers a campaign from outside has the address already: they become a user where they answer, and keep what they said. */
async function refuseOutside({ tx, changes }: WriteContext<typeof member>): Promise<void> {
  if (tx.who.memberId === null || typeof changes.email !== 'string') return
  const there = await tx.first(
    sql`select 1 from member where customer_id = ${tx.customerId} and lower(email) = lower(${changes.email}) and kind = 'OUTSIDE' and not archived`,
  )
  if (there) throw invalidField('email', 'people.errors.email_outside')
}

/** The account of the address, made if nobody has it; whether one existed is told to no one. */
async function giveAccount({ tx, changes }: WriteContext<typeof member>): Promise<void> {
  // What stands for a program signs in nowhere.
  if (typeof changes.account_id === 'number' || changes.kind === 'KEY') return
  const account = await tx.first(sql<{ id: number }>`select account_for(${changes.email}, null, ${changes.lang ?? 'en'}) as id`)
  changes.account_id = account?.id
}

const rolesOf = (value: unknown) => (Array.isArray(value) ? (value as Role[]) : [])
const pilotRoles: readonly Role[] = everyRole.filter((role) => role.endsWith('pilote'))

/** How many pilots there are is decided one at a time. */
function pilotsTurn(verb: WriteVerb, changes: Changes): string | null {
  const touches = verb === 'delete' || ['roles', 'disabled', 'archived', 'kind'].some((key) => key in changes)
  return touches ? 'pilots' : null
}

/** Refuses one pilot too many (QTA-04), and to be left without a global pilot. */
async function guardPilots({ tx, verb, before, changes }: WriteContext<typeof member>): Promise<void> {
  const was = before && isActive(before) ? rolesOf(before.roles) : []
  const next = { ...before, ...changes }
  const willBe = verb !== 'delete' && isActive(next) ? rolesOf(next.roles) : []
  const losesGlobal = was.includes('global_pilote') && !willBe.includes('global_pilote')
  const gainsPilot = !was.some((role) => pilotRoles.includes(role)) && willBe.some((role) => pilotRoles.includes(role))
  if (!losesGlobal && !gainsPilot) return
  if (gainsPilot) await guardQuota(tx, pilotQuota, 1)
  if (!losesGlobal) return
  const count = await tx.first(sql<{ globals: number }>`select count(*)::int as globals
    from member where customer_id = ${tx.customerId} and kind = 'MEMBER' and not disabled and not archived and 'global_pilote' = any(roles)`)
  if ((count?.globals ?? 0) <= 1) throw new AppError('CONFLICT', 'people.errors.last_pilot')
}

/** People who work here with the role of a global or local pilot, each once (QTA-06). */
export const pilotQuota: QuotaCount = {
  name: 'pilots',
  entity: 'member',
  counts: (column) =>
    sql`(${column('kind')} = 'MEMBER' and not ${column('disabled')} and not ${column('archived')} and ${column('roles')} && ${pilotRoles}::text[])`,
  refused: 'people.errors.pilot_quota',
}

const isActive = (row: Readonly<Record<string, unknown>>) => row.disabled !== true && row.archived !== true && (row.kind ?? 'MEMBER') === 'MEMBER'

/** Keeps the way from the account to here in step, and ends the sessions of those who may no longer come. */
async function keepMembership({ tx, grant, before, after }: WrittenContext<typeof member>): Promise<void> {
  if (after?.kind === 'KEY') return
  if (!after) {
    if (before?.account_id) await tx.run(sql`select drop_membership(${before.account_id})`)
    return
  }
  const same =
    before &&
    (['account_id', 'access_start', 'access_end', 'kind'] as const).every((field) => before[field] === after[field]) &&
    mayEnter(before) === mayEnter(after)
  if (same) return
  const active = mayEnter(after)
  await tx.run(
    sql`select set_membership(${after.account_id}, ${after.id}, ${after.kind === 'VISITING'}, ${active}, ${after.access_start ?? null}::date, ${after.access_end ?? null}::date, ${after.kind === 'OUTSIDE'})`,
  )
  const comesFromOutside = before?.kind === 'OUTSIDE' && after.kind === 'MEMBER'
  // What let them in was for what they were asked from outside.
  if (!active || comesFromOutside) await endSessionsOf(tx, after.id)
  // Who is added by a person hears of it; whom the installation itself makes has been told already.
  const added = !before && after.kind === 'MEMBER' && tx.who.memberId !== null && !isProgram({ tx, grant })
  if ((comesFromOutside || added) && active) await invite(tx, after.id, String(after.email))
}

const mayEnter = (row: StoredOf<typeof member>) => !row.disabled && !row.archived
