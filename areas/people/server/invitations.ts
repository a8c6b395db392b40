import { sql } from 'kysely'
import type { Language } from '#kit/contract/catalogue.ts'
import { AppError } from '#kit/contract/errors.ts'
import type { Resources } from '#kit/server/data/resources/resource.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import { authorizeVerb, updateRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { Api } from '#kit/server/http/api.ts'
import { handle, type Job, type Post } from '#kit/server/http/area.ts'
import { sendMail } from '#kit/server/mail/mail.ts'
import { newLink } from '#areas/access/server/index.ts'
import { approveMember, inviteMember } from '#areas/people/contract/calls.ts'
import { invite } from './invite.ts'
import { members } from './members.ts'

interface Invitee {
  readonly account_id: number
  readonly email: string
  readonly lang: Language
  readonly verified: boolean
  readonly customer_name: string
}

/** Tells somebody that an organisation has added them, with a link to choose a password where they have none that they proved to be theirs. */
export const inviteJob = (post: Post): Job => ({
  name: 'people.invite',
  run: async ({ tx, data }) => {
    const { member_id: id } = data as { readonly member_id?: number }
    const to = await tx.first(sql<Invitee>`select * from invitee(${id})`)
    if (!to) return
    const values = { organisation: to.customer_name }
    await sendMail(tx, post.translate, {
      to: to.email,
      lang: to.lang,
      subject: { key: 'people.mail.invitation_subject', values },
      paragraphs: [{ key: to.verified ? 'people.mail.added' : 'people.mail.invitation', values }],
      action: to.verified
        ? { label: { key: 'people.mail.open' }, url: `${post.publicUrl}/` }
        : { label: { key: 'people.mail.choose' }, ...(await newLink(tx, post, to.account_id, 'INVITATION', tx.now)) },
    })
  },
})

/** Sends invitations again, and lets in those whom single sign-on has made. */
export function invitationCalls(api: Api, resources: Resources): void {
  handle(api, 'member', inviteMember, async ({ tx, params, translate }) => {
    const row = await getRow(tx, authorizeVerb(tx, members, 'update'), members, resources, params.id)
    if (row.disabled === true || row.archived === true) throw new AppError('CONFLICT', 'people.errors.invite_disabled')
    await invite(tx, params.id, String(row.email))
    tx.audit({ entity: 'member', object_id: params.id, action: 'invite' })
    return { message: translate('people.messages.invited') }
  })

  handle(api, 'member', approveMember, async ({ tx, params, translate }) => {
    const grant = authorizeVerb(tx, members, 'update')
    const row = await getRow(tx, grant, members, resources, params.id)
    if (row.awaits_approval !== true) throw new AppError('CONFLICT', 'people.errors.not_waiting')
    await updateRow(tx, grant, members, resources, params.id, { disabled: false, awaits_approval: false })
    return { message: translate('people.messages.approved') }
  })
}

/** Closes the door behind people from outside whose last day is over. */
export const closeExternalAccess: Job = {
  name: 'people.external',
  schedule: '10 0 * * *',
  run: async ({ tx, resources }) => {
    for (const id of await overdue(tx)) await updateRow(tx, authorizeVerb(tx, members, 'update'), members, resources, id, { disabled: true })
  },
}

async function overdue(tx: Tx): Promise<number[]> {
  const rows = await tx.run(
    sql<{
      id: number
    }>`select id from member where customer_id = ${tx.customerId} and is_external and not disabled and access_end < ${tx.today}::date order by id limit 1000`,
  )
  return rows.map(({ id }) => id)
}
