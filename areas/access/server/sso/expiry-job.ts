import { sql } from 'kysely'
import type { Language } from '#kit/contract/catalogue.ts'
import type { Job, Post } from '#kit/server/http/area.ts'
import { sendMail } from '#kit/server/mail/mail.ts'
import { writtenDay } from '#kit/contract/date-order.ts'
import { providerCustomer } from '#areas/tenancy/server/index.ts'

/** How many days before its end a certificate is worth a word (ADM-05). */
export const warningDays = 30

/** Tells the global pilots once, or writes to the provider's administrators, when the certificate of an identity provider is about to end: nobody could come in by it. */
export const expiryJob = ({ translate, publicUrl }: Post): Job => ({
  name: 'access.certificate',
  schedule: '30 6 * * *',
  run: async ({ tx }) => {
    const ending = await tx.run(sql<{ id: number; name: string; day: string }>`update auth_config_state s set warned_of = s.certificate_expires_on
      from auth_config c where s.customer_id = ${tx.customerId} and c.customer_id = ${tx.customerId} and c.id = s.config_id and c.enabled and c.type = 'SAML'
        and s.certificate_expires_on <= ${tx.today}::date + ${warningDays}::int and s.warned_of is distinct from s.certificate_expires_on
      returning c.id, c.name, s.certificate_expires_on::text as day`)
    if (ending.length === 0) return
    const provider = tx.customerId === providerCustomer
    const readers = await tx.run(sql<{
      id: number
      email: string
      lang: Language
    }>`select id, email, lang from member join reachable_members(${tx.today}::date) r on r.member_id = id where customer_id = ${tx.customerId} and kind = 'MEMBER' and not disabled and not archived
      and (${provider} or 'global_pilote' = any(roles)) order by id limit 50`)
    for (const { id, name, day } of ending) {
      if (!provider) {
        tx.tell({ kind: 'expiring', entity: 'auth_config', id, members: readers.map((one) => one.id), day, cause: `expiring:auth_config:${id}:${day}` })
        continue
      }
      // The provider's people have no page that shows what they were told.
      for (const { email, lang } of readers) {
        const values = { name, day: writtenDay(day, lang) }
        await sendMail(tx, translate, {
          to: email,
          lang,
          subject: { key: 'access.mail.certificate_subject', values },
          paragraphs: [{ key: 'access.mail.certificate_text', values }, { key: 'access.mail.certificate_what' }],
          action: { label: { key: 'access.mail.certificate_action' }, url: `${publicUrl}/admin/auth_config` },
        })
      }
    }
  },
})
