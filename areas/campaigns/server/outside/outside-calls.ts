import { sql } from 'kysely'
import { AppError, forbidden, invalidField } from '#kit/contract/errors.ts'
import { systemGrant } from '#kit/server/access/authorize.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import { createRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { filesADay } from '#kit/server/files/file-routes.ts'
import { readFileRow } from '#kit/server/files/file-row.ts'
import type { Api } from '#kit/server/http/api.ts'
import { handle } from '#kit/server/http/area.ts'
import { tally, windowEndsIn } from '#kit/server/http/rate-limit.ts'
import { isAnswerable } from '#areas/campaigns/contract/evaluation.ts'
import { listAsked, sendProof, type AskedOutside } from '#areas/campaigns/contract/outside-calls.ts'

const day = 86_400

/** What somebody from outside finds and sends; who may is decided before (`asked_outside`). */
export function outsideOwnCalls(api: Api, resources: Resources): void {
  handle(api, 'outside', listAsked, async ({ tx, who }) => ({ objects: await askedOf(tx, [...(who.outside ?? [])]) }))

  handle(api, 'outside', sendProof, async ({ tx, who, params, body }) => {
    if (!who.outside) throw forbidden()
    const asked = await tx.first(sql<{ status: string; perimeter_id: number; proofs: string; open: boolean }>`select e.status, e.perimeter_id, c.proofs,
        coalesce(e.due_date >= ${tx.today}::date, true) as open
      from evaluation e join campaign c on c.customer_id = e.customer_id and c.id = e.campaign_id where e.customer_id = ${tx.customerId} and e.id = ${params.id}`)
    if (!asked?.open || !isAnswerable(asked.status) || asked.proofs === 'NOT_ALLOWED') throw new AppError('CONFLICT', 'campaigns.outside.errors.no_proof')
    const file = await readFileRow(tx, body.file)
    if (!file || file.entity !== null || file.uploaded_by !== who.memberId) throw invalidField('file', 'kit.errors.missing_reference')
    if ((await tally(tx, `outside-proof:${tx.customerId}:${who.memberId}`, day)) > filesADay)
      throw new AppError('THROTTLED', 'kit.errors.files_a_day', { code: 'FILE_LIMIT', values: { max: filesADay }, retryAfter: windowEndsIn(day) })
    const grant = systemGrant('what people from outside prove', who, who.memberId)
    const made = await createRow(tx, grant, resourceOf(resources, 'evidence'), resources, {
      [`name_${who.lang}`]: file.name,
      perimeter: asked.perimeter_id,
      files: [body.file],
    })
    return { object: { id: made.id, name: file.name, identifier: typeof made.identifier === 'string' ? made.identifier : null } }
  })
}

/** One statement, whatever is asked. */
const askedOf = (tx: Tx, ids: readonly number[]) =>
  ids.length === 0
    ? Promise.resolve([])
    : tx.run(sql<AskedOutside>`select e.id, c.name_en as campaign_en, c.name_fr as campaign_fr, p.name_en as perimeter_en, p.name_fr as perimeter_fr, e.status,
          e.due_date, coalesce(e.due_date < ${tx.today}::date, false) as late, st.asked, st.answered, coalesce(floor(100.0 * st.answered / nullif(st.asked, 0)), 0)::int as progress,
          to_json(e.submitted_at)#>>'{}' as submitted_at, case when e.status = 'REJECTED' then e.justification end as justification, m.name as contact
        from evaluation e join evaluation_standing st on st.customer_id = e.customer_id and st.evaluation_id = e.id
          join campaign c on c.customer_id = e.customer_id and c.id = e.campaign_id
          join perimeter p on p.customer_id = e.customer_id and p.id = e.perimeter_id
          left join member m on m.customer_id = c.customer_id and m.id = c.manager_id
        where e.customer_id = ${tx.customerId} and e.id = any(${[...ids]}::bigint[])
        order by e.status in ('WAITING_VALIDATION', 'VALIDATED'), e.due_date nulls last, e.id`)
