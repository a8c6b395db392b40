import { sql } from 'kysely'
import { AppError, invalidField, notFound } from '#kit/contract/errors.ts'
import type { AdminType } from '#kit/contract/right.ts'
import { can } from '#kit/server/access/authorize.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import { consume } from '#kit/server/http/rate-limit.ts'
import {
  changeProviderUser,
  inviteAgain,
  inviteProviderUser,
  listProviderUsers,
  unlockProviderUser,
  type ProviderUser,
} from '#areas/people/contract/provider-user.ts'
import { everyInstance } from '#areas/tenancy/server/index.ts'
import { createMember } from './create-member.ts'
import { invite } from './invite.ts'

interface Row extends Omit<ProviderUser, 'last_sign_in_at' | 'self'> {
  readonly member_id: number
  readonly last_sign_in_at: Date | null
}

/** Staff and users of whole instances; their members are the provider's own. Rights to it are held outside organisations alone (ADM-46). */
export function providerUserCalls(api: Api, resources: Resources): void {
  handle(api, 'provider_user', listProviderUsers, async ({ tx, who }) => ({
    objects: (await select(tx)).map((row) => shown(tx, row)),
    instances: await tx.run(sql<{ id: number; name: string }>`select id, name from ${everyInstance} i order by id`),
    add_right: can(who, 'account.write'),
    unlock_right: can(who, 'account.unlock'),
  }))

  handle(api, 'provider_user', inviteProviderUser, async ({ tx, body: { admin_type, instance_id, ...person }, translate }) => {
    await knownKind(tx, admin_type, instance_id)
    const known = await tx.first(sql<{ known: boolean }>`select account_exists(${person.email}) as known`)
    if (known?.known) throw new AppError('CONFLICT', 'people.errors.account_exists', { fields: { email: [{ key: 'people.errors.account_exists' }] } })
    const memberId = await createMember(tx, resources, { ...person, roles: [] })
    const account = await tx.first(
      sql<{ id: number }>`select account_id as id from member where customer_id = ${tx.customerId} and id = ${memberId} and account_id is not null`,
    )
    if (!account) throw new Error('A member has no account')
    await become(tx, account.id, admin_type, instance_id, false)
    tx.audit({ entity: 'account', object_id: account.id, action: 'create', details: JSON.stringify({ admin_type, instance_id }) })
    return { message: translate('people.messages.invited'), object: shown(tx, await one(tx, account.id)) }
  })

  handle(api, 'provider_user', changeProviderUser, async ({ tx, who, params, body: { admin_type, instance_id, disabled }, translate }) => {
    await one(tx, params.id)
    if (params.id === who.accountId) throw new AppError('CONFLICT', 'people.errors.not_oneself')
    await knownKind(tx, admin_type, instance_id)
    await become(tx, params.id, admin_type, instance_id, disabled)
    tx.audit({ entity: 'account', object_id: params.id, action: 'update', details: JSON.stringify({ admin_type, instance_id, disabled }) })
    return { message: translate('kit.messages.saved'), object: shown(tx, await one(tx, params.id)) }
  })

  handle(api, 'provider_user', unlockProviderUser, async ({ tx, params, translate }) => {
    const { email } = await one(tx, params.id)
    // Support unlocks administrators too, and must not do so as often as guessing their password would take.
    await consume(api.ports.db, `unlock:${email.toLowerCase()}`, 5, 3600)
    await tx.run(sql`select forget_attempts(${email})`)
    tx.audit({ entity: 'account', object_id: params.id, action: 'unlock' })
    return { message: translate('people.provider.unlocked') }
  })

  handle(api, 'provider_user', inviteAgain, async ({ tx, params, translate }) => {
    const { member_id: memberId, email, disabled } = await one(tx, params.id)
    if (disabled) throw new AppError('CONFLICT', 'people.errors.invite_disabled')
    await invite(tx, memberId, email)
    tx.audit({ entity: 'account', object_id: params.id, action: 'invite' })
    return { message: translate('people.messages.invited') }
  })
}

const select = (tx: Tx) =>
  tx.run(sql<Row>`select u.account_id as id, u.member_id, u.email, m.name, u.admin_type, u.disabled, u.locked, u.mfa_enabled, u.verified, u.last_sign_in_at,
      case when u.instance_id is not null then jsonb_build_object('id', u.instance_id, 'name', u.instance_name) end as instance
    from provider_users() as u join member m on m.customer_id = ${tx.customerId} and m.id = u.member_id order by m.name, u.account_id`)

async function one(tx: Tx, id: number): Promise<Row> {
  const found = (await select(tx)).find((row) => row.id === id)
  if (!found) throw notFound()
  return found
}

const shown = (tx: Tx, { id, email, name, admin_type, instance, disabled, locked, mfa_enabled, verified, last_sign_in_at: at }: Row): ProviderUser => ({
  id,
  email,
  name,
  admin_type,
  instance,
  disabled,
  locked,
  mfa_enabled,
  verified,
  last_sign_in_at: at?.toISOString() ?? null,
  self: id === tx.who.accountId,
})

async function knownKind(tx: Tx, type: AdminType | null, instanceId: number | null): Promise<void> {
  if ((type === null) === (instanceId === null)) throw invalidField('admin_type', 'people.errors.one_kind')
  if (instanceId !== null && !(await tx.first(sql`select 1 from ${everyInstance} i where id = ${instanceId}`)))
    throw invalidField('instance_id', 'kit.errors.not_found')
}

async function become(tx: Tx, accountId: number, type: AdminType | null, instanceId: number | null, disabled: boolean): Promise<void> {
  const done = await tx.first(sql<{ done: boolean }>`select set_provider_user(${accountId}, ${type}, ${instanceId}, ${disabled}) as done`)
  if (!done?.done) throw new AppError('CONFLICT', 'people.errors.last_root')
}
