import { sql } from 'kysely'
import type { Language } from '#kit/contract/catalogue.ts'
import { writtenDay, type DateOrder } from '#kit/contract/date-order.ts'
import { lettersTo, membersWhoRead } from '#kit/server/data/people/notify.ts'
import { resourceOf } from '#kit/server/data/resources/resource.ts'
import type { Job, Post } from '#kit/server/http/area.ts'
import { sendMails } from '#kit/server/mail/mail.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { outsideParts } from '#areas/campaigns/server/outside/invite.ts'
import { namedIn } from '#areas/campaigns/server/outside/outside-accounts.ts'

export const rejectionMailJob = 'campaigns.rejected'
/** Mails about one rejection go to so many people at most. */
const most = 100

interface Rejected {
  readonly campaign_id: number
  readonly perimeter_id: number
  readonly campaign_en: string | null
  readonly campaign_fr: string | null
  readonly perimeter_en: string | null
  readonly perimeter_fr: string | null
  readonly message: string
  readonly due_date: string | null
  readonly decided_by_id: number | null
  readonly submitted_by_id: number | null
  readonly decider: string | null
}

/**
 * Tells those who answer, and everybody of the perimeter who may read the evaluation, that it was rejected and why, in their language (CMP-08).
 * Run again, it finds who was told in the audit log of the evaluation's version.
 */
export const rejectionMail = (post: Post): Job => ({
  name: rejectionMailJob,
  run: async ({ tx, data, resources }) => {
    const { evaluation_id: id, version } = data as { evaluation_id?: number; version?: number }
    const { translate, publicUrl } = post
    const row = await tx.first(sql<Rejected>`select e.campaign_id, e.perimeter_id, c.name_en as campaign_en, c.name_fr as campaign_fr,
        p.name_en as perimeter_en, p.name_fr as perimeter_fr, coalesce(e.justification, '') as message, e.due_date::text as due_date, e.decided_by_id, e.submitted_by_id, m.name as decider
      from evaluation e join campaign c on c.customer_id = e.customer_id and c.id = e.campaign_id
        join perimeter p on p.customer_id = e.customer_id and p.id = e.perimeter_id
        left join member m on m.customer_id = e.customer_id and m.id = e.decided_by_id
      where e.customer_id = ${tx.customerId} and e.id = ${id} and e.version = ${version} and e.status = 'REJECTED'`)
    if (!row || id === undefined) return
    const concerned = sql<boolean>`m.id is distinct from ${row.decided_by_id}::bigint and m.id in (
      select unnest(array[e.evaluator_id, e.submitted_by_id]) from evaluation e where e.customer_id = ${tx.customerId} and e.id = ${id}
      union select h.target_id from evaluation__helpers h where h.customer_id = ${tx.customerId} and h.owner_id = ${id}
      union select g.target_id from evaluation e join group__members g on g.customer_id = e.customer_id and g.owner_id = e.group_id
        where e.customer_id = ${tx.customerId} and e.id = ${id}
      union select l.owner_id from member__perimeters l where l.customer_id = ${tx.customerId} and l.target_id = ${row.perimeter_id})`
    const outside = await outsideOf(tx, post, row.campaign_id, id)
    const readers = (await membersWhoRead(tx, resourceOf(resources, 'evaluation'), id, concerned, most)).map((reader) => reader.id)
    const letters = await lettersTo(tx, 'rejected', readers, { entity: 'evaluation', id })
    // Whoever submitted it has heard of the decision with it.
    const members = readers.filter((one) => one !== row.submitted_by_id)
    tx.tell({ kind: 'rejected', entity: 'evaluation', id, members, cause: `rejected:evaluation:${id}:${version}`, letter: true })
    const people = await tx.run(sql<{
      email: string
      lang: Language
      date_order: DateOrder | null
      reads: boolean
      way?: undefined
    }>`select m.email, m.lang, m.date_order, m.roles && array['global_pilote', 'local_pilote', 'global_auditor', 'local_auditor'] as reads
      from member m where m.customer_id = ${tx.customerId} and m.id = any(${[...letters]}::bigint[]) order by m.id`)
    await sendMails(
      tx,
      translate,
      [...people, ...outside].map(({ email, lang, date_order, reads, way }) => {
        const named = (name: 'campaign' | 'perimeter') =>
          (lang === 'fr' ? (row[`${name}_fr`] ?? row[`${name}_en`]) : (row[`${name}_en`] ?? row[`${name}_fr`])) ?? ''
        const values = {
          campaign: named('campaign'),
          perimeter: named('perimeter'),
          name: row.decider ?? '',
          message: row.message,
          day: row.due_date ? writtenDay(row.due_date, date_order ?? lang) : '',
        }
        const page = reads ? '/ops/campaigns' : '/contributions/evaluations'
        return {
          to: email,
          lang,
          subject: { key: 'campaigns.results.mail.subject', values },
          paragraphs: [
            // Who decided is nobody of theirs.
            { key: `campaigns.results.mail.${row.decider && !way ? 'rejected_by' : 'rejected'}`, values },
            { key: 'campaigns.results.mail.message', values },
            { key: `campaigns.results.mail.${row.due_date ? 'next_until' : 'next'}`, values },
          ],
          ...way,
          action: way?.action ?? {
            label: { key: 'campaigns.results.mail.open' },
            url: `${publicUrl}${page}/results/${row.campaign_id}/${row.perimeter_id}`,
          },
        }
      }),
    )
  },
})

/** People from outside who answer the evaluation: theirs is another page, and another way in. */
async function outsideOf(tx: Tx, post: Post, campaign: number, evaluation: number) {
  const people = await tx.run(sql<{ id: number; email: string; lang: Language; date_order: DateOrder | null }>`select m.id, m.email, m.lang, m.date_order
    from evaluation e join member m on m.customer_id = e.customer_id and m.kind = 'OUTSIDE' and not m.disabled and not m.archived and ${namedIn}
    where e.customer_id = ${tx.customerId} and e.id = ${evaluation} order by m.id`)
  const ways = await outsideParts(
    tx,
    post,
    campaign,
    people.map((one) => one.id),
  )
  return people.flatMap(({ id, email, lang, date_order }) => {
    const way = ways.get(id)
    return way ? [{ email, lang, date_order, reads: false, way: { action: way.action, closing: way.closing } }] : []
  })
}
