import { sql } from 'kysely'
import { AppError, badParameters, invalidField, notFound } from '#kit/contract/errors.ts'
import { onward } from '#kit/server/access/authorize.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import { askedRights } from '#kit/server/data/people/assignees.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import { authorizeVerb } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { operationOf, type Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import { consume } from '#kit/server/http/rate-limit.ts'
import type { BodyOf } from '#kit/contract/call.ts'
import { fieldSchema, messagesOf } from '#kit/contract/schema.ts'
import { hashPassword } from '#areas/access/server/index.ts'
import { listAssignees, setMemberPassword, unlockMember, validateEmail } from '#areas/people/contract/calls.ts'
import { member } from '#areas/people/contract/member.ts'
import { listGroupsAndUsers } from './assignees.ts'
import { members } from './members.ts'

/** What administering people needs beyond the derived calls. */
export function administrationCalls(api: Api, resources: Resources): void {
  handle(api, 'member', unlockMember, async ({ tx, grant, params, translate }) => {
    const { email } = await getRow(tx, onward(grant, members.def, 'read'), members, resources, params.id)
    // The lock guards the account, which other organisations may share: nobody may lift it as often as a guess would take.
    await consume(api.ports.db, `unlock:${String(email).toLowerCase()}`, 5, 3600)
    await tx.run(sql`select forget_attempts(${email})`)
    tx.audit({ entity: 'member', object_id: params.id, action: 'unlock' })
    return { message: translate('people.messages.unlocked') }
  })

  api.addRaw(operationOf(setMemberPassword, 'member'), async ({ request, params, body }) => {
    const { password }: BodyOf<typeof setMemberPassword> = body
    const check = (tx: Tx) => getRow(tx, authorizeVerb(tx, members, 'update'), members, resources, params.id)
    await api.inSession(request, check)
    const hash = await hashPassword(password)
    await api.inSession(request, async (tx) => {
      await check(tx)
      const set = await tx.first(sql<{ done: boolean }>`select set_member_password(${params.id}, ${hash}) as done`)
      if (!set?.done) throw new AppError('FORBIDDEN', 'people.errors.password_elsewhere')
      tx.audit({ entity: 'member', object_id: params.id, action: 'set_password' })
    })
    return { ok: true, message: api.translateFor(request, 'people.messages.password_set') }
  })

  handle(api, 'member', validateEmail, async ({ tx, body }) => {
    const email = (body.email ?? body.value ?? '').trim()
    const wellFormed = fieldSchema(member.fields.email).safeParse(email)
    if (!wellFormed.success || email === '')
      throw new AppError('INVALID', 'kit.errors.check_inputs', {
        fields: {
          email: wellFormed.success ? [{ key: 'kit.errors.mandatory' }] : Object.values(messagesOf(wellFormed.error)).flat(),
        },
      })
    const taken = await tx.first(
      sql<{
        kind: string
      }>`select kind from member where customer_id = ${tx.customerId} and lower(email) = lower(${email}) and id is distinct from ${body.id ?? null}`,
    )
    if (taken) throw invalidField('email', `people.errors.${taken.kind === 'OUTSIDE' ? 'email_outside' : 'email_taken'}`)
    return {}
  })

  handle(api, 'member', listAssignees, async ({ tx, who, query }) => {
    if (who.memberId === null) throw notFound()
    const asks = askedRights(resources).find((right) => right === query.asks)
    if (query.asks !== undefined && asks === undefined) throw badParameters({ asks: [{ key: 'kit.errors.invalid_value' }] })
    return { objects: await listGroupsAndUsers(tx, { ...query, asks }) }
  })
}
