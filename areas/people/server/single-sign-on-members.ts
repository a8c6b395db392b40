import { sql, type RawBuilder } from 'kysely'
import { AppError } from '#kit/contract/errors.ts'
import { roles as everyRole, type Role } from '#kit/contract/right.ts'
import { asSql, either, type RowRef } from '#kit/server/access/row-rule.ts'
import { extensionPoint } from '#kit/server/data/resources/extension-point.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import { authorizeVerb, createRow, updateRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { domainOf, SsoError, type Arrival, type Arrive } from '#areas/access/server/index.ts'
import { members } from './members.ts'

interface Known {
  readonly id: number
  readonly kind: 'MEMBER' | 'VISITING' | 'OUTSIDE'
  readonly account_id: number | null
  readonly roles: readonly Role[]
  readonly disabled: boolean
  readonly archived: boolean
  readonly awaits_approval: boolean
  readonly roles_from_sso: boolean
  /** Another way of telling roles has them: this one leaves them alone. */
  readonly told_elsewhere: boolean
  readonly within: boolean
}

/** Of which members another area is told the roles: what is said at signing in would undo that, and that this, one after the other. */
export const rolesToldElsewhere = extensionPoint<(row: RowRef) => RawBuilder<boolean>>()

/** Lets in whom an organisation's identity provider vouches for: the member with the address, or, where the organisation wants it, a new one (ACC-29). */
export const arrivals =
  (resources: Resources): Arrive =>
  async (tx, arrival) => {
    const known =
      await tx.first(sql<Known>`select id, kind, account_id, roles, disabled, archived, awaits_approval, roles_from_sso, ${asSql(either(...rolesToldElsewhere.all().map((told) => told(rowRef('member')))))} as told_elsewhere,
      coalesce(access_start <= ${tx.today}::date, true) and coalesce(access_end >= ${tx.today}::date, true) as within
    from member where customer_id = ${tx.customerId} and lower(email) = lower(${arrival.email})`)
    if (!known) return make(tx, resources, arrival)
    if (known.awaits_approval) return { failure: waits() }
    if (known.kind !== 'MEMBER' || known.disabled || known.archived || !known.within || known.account_id === null)
      throw new SsoError('access', 'The member may not come in')
    await followMapping(tx, resources, arrival, known)
    return { accountId: known.account_id }
  }

const waits = () => new SsoError('approval', 'The member waits for approval')

/** A new member, with an account if nobody has the address; whom nobody has let in yet waits for it. */
async function make(tx: Tx, resources: Resources, arrival: Arrival): Promise<Awaited<ReturnType<Arrive>>> {
  const { provider, email, identity } = arrival
  if (!provider.jit) throw new SsoError('account', 'The organisation knows nobody at this address')
  // Anybody's address could be told by a provider that somebody runs: accounts are made for the domains that the organisation has named.
  if (!provider.domains.includes(domainOf(email))) throw new SsoError('domain', 'No account is made for this domain')
  // An account that signs in by this provider alone, where the domain is known to be the organisation's; else its holder may choose a password too.
  const type = provider.confirmed_domains.includes(domainOf(email)) ? provider.type : 'PASSWORD'
  const account = await tx.first(sql<{ id: number }>`select sso_account_for(${email}, ${type}, ${provider.lang}) as id`)
  if (!account) throw new SsoError('account', 'No account could be made')
  const [local = ''] = email.split('@')
  await createRow(
    tx,
    authorizeVerb(tx, members, 'create'),
    members,
    resources,
    {
      email,
      account_id: account.id,
      lang: provider.lang,
      roles: rolesFor(arrival),
      roles_from_sso: true,
      firstname: identity.firstname ?? local.slice(0, 128),
      lastname: identity.lastname ?? (identity.firstname ? local.slice(0, 128) : domainOf(email).slice(0, 128)),
      disabled: provider.approval,
      awaits_approval: provider.approval,
    },
    'single_sign_on',
  )
  return provider.approval ? { failure: waits() } : { accountId: account.id }
}

/** The roles of somebody's groups, or the first role where none of them has any. */
function rolesFor({ provider, identity }: Arrival): Role[] {
  const groups = new Set(identity.groups.map((group) => group.toLowerCase()))
  const mapped = new Set(provider.mappings.filter(({ group_name: group }) => groups.has(group.toLowerCase())).map(({ role }) => role))
  return mapped.size > 0 ? everyRole.filter((role) => mapped.has(role)) : [provider.default_role]
}

/** Roles follow the groups until somebody chooses them by hand. */
async function followMapping(tx: Tx, resources: Resources, arrival: Arrival, known: Known): Promise<void> {
  if (!known.roles_from_sso || known.told_elsewhere || arrival.provider.mappings.length === 0) return
  const roles = rolesFor(arrival)
  if (roles.length === known.roles.length && roles.every((role) => known.roles.includes(role))) return
  try {
    await updateRow(tx, authorizeVerb(tx, members, 'update'), members, resources, known.id, { roles, roles_from_sso: true }, { action: 'single_sign_on' })
  } catch (error) {
    // One pilot too many, or the last one: who they are is then decided by hand, and they come in as they were.
    if (!(error instanceof AppError && error.status === 'CONFLICT')) throw error
  }
}
