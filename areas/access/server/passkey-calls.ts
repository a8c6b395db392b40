import { sql } from 'kysely'
import type { z } from 'zod'
import type { BodyOf } from '#kit/contract/call.ts'
import { AppError, notFound } from '#kit/contract/errors.ts'
import { operationOf, type Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import { addPasskey, passkeyOptions, removePasskey, renamePasskey } from '#areas/access/contract/strong-authentication.ts'
import { demandProof, ownAccount } from './own-account.ts'
import { registrationOptions, verifiedRegistration } from './passkeys.ts'
import { passkeysOf } from './strong-authentication.ts'

/** The most keys that one account has. */
const passkeyLimit = 20

/** The keys of one's own account. */
export function passkeyCalls(api: Api): void {
  api.addRaw(operationOf(passkeyOptions, 'user'), async ({ request, body }) => {
    const proof: BodyOf<typeof passkeyOptions> = body
    await demandProof(api, request, proof)
    const account = await api.inSession(
      request,
      async (tx) => {
        const id = ownAccount(tx.who)
        const person = await tx.first(
          sql<{ email: string; name: string }>`select email, name from member where customer_id = ${tx.customerId} and id = ${tx.who.memberId}`,
        )
        const known = await tx.run(sql<{ credential_id: string }>`select credential_id from passkeys_of(${id})`)
        if (known.length >= passkeyLimit) throw new AppError('CONFLICT', 'access.errors.passkey_limit', { values: { max: passkeyLimit } })
        return { id, email: person?.email ?? '', name: person?.name ?? '', known: known.map((key) => key.credential_id) }
      },
      { whilePending: true },
    )
    return { ok: true, object: await registrationOptions(api, request, account, account.known) }
  })

  api.addRaw(operationOf(addPasskey, 'user'), async ({ request, body }) => {
    const { name, response }: z.output<NonNullable<typeof addPasskey.body>> = body
    const account = await api.inSession(request, async (tx) => ownAccount(tx.who), { whilePending: true })
    const credential = await verifiedRegistration(api, request, account, response)
    if (!credential) throw new AppError('INVALID', 'access.errors.passkey_refused', { code: 'PASSKEY_REFUSED' })
    const object = await api.inSession(
      request,
      async (tx) => {
        const key = await tx.first(sql<{ id: number | null }>`select add_passkey(${ownAccount(tx.who)}, ${credential.id}, ${Buffer.from(credential.publicKey)},
        ${credential.counter}, ${credential.transports ?? []}::text[], ${name}, ${api.ports.now()}) as id`)
        if (!key?.id) throw new AppError('CONFLICT', 'access.errors.passkey_refused', { code: 'PASSKEY_REFUSED' })
        tx.audit({ entity: 'account', object_id: tx.who.memberId, action: 'passkey_add', details: JSON.stringify({ name }) })
        return (await passkeysOf(tx, account)).find((one) => one.id === key.id)
      },
      { whilePending: true },
    )
    return { ok: true, message: api.translateFor(request, 'access.messages.passkey_added'), object }
  })

  handle(api, 'user', renamePasskey, async ({ tx, who, params, body, translate }) => {
    const renamed = await tx.first(sql<{ done: boolean }>`select rename_passkey(${ownAccount(who)}, ${params.id}, ${body.name}) as done`)
    if (!renamed?.done) throw notFound()
    return { message: translate('kit.messages.saved') }
  })

  api.addRaw(operationOf(removePasskey, 'user'), async ({ request, params, body }) => {
    const proof: BodyOf<typeof removePasskey> = body
    await demandProof(api, request, proof)
    await api.inSession(
      request,
      async (tx) => {
        const removed = await tx.first(sql<{ done: boolean }>`select remove_passkey(${ownAccount(tx.who)}, ${params.id}) as done`)
        if (!removed?.done) throw notFound()
        tx.audit({ entity: 'account', object_id: tx.who.memberId, action: 'passkey_remove' })
      },
      { whilePending: true },
    )
    return { ok: true, message: api.translateFor(request, 'access.messages.passkey_removed') }
  })
}
