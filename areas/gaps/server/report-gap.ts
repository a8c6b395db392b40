import { sql } from 'kysely'
import type { z } from 'zod'
import { invalidField } from '#kit/contract/errors.ts'
import { onward, systemGrant, type Grant } from '#kit/server/access/authorize.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import { settleAsked } from '#kit/server/data/people/notify.ts'
import { resourceOf, type Resources, type WrittenContext } from '#kit/server/data/resources/resource.ts'
import { createRow } from '#kit/server/data/store/store.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { takeTurn } from '#kit/server/data/store/turn.ts'
import type { reportGap } from '#areas/gaps/contract/gap-calls.ts'
import type { gap } from '#areas/gaps/contract/gap.ts'
import { en } from '#areas/gaps/locales/en.ts'
import { fr } from '#areas/gaps/locales/fr.ts'
import { nameOf } from '#areas/incidents/server/index.ts'
import { managesGap } from './rules.ts'

type Asked = z.output<typeof reportGap.body & object>

/** What is told of a report until somebody has confirmed it, or said that it is no gap. */
const reportCause = (id: number): string => `reported:gap:${id}`

/** Nobody is asked any more about a gap that was confirmed, or is none. */
export async function settleReports(contexts: readonly WrittenContext<typeof gap>[]): Promise<void> {
  const answered = contexts.filter(({ before, after }) => before?.status === 'TO_BE_CONFIRMED' && after?.status !== 'TO_BE_CONFIRMED')
  const [first] = answered
  if (first) await settleAsked(first.tx, ...answered.flatMap(({ before }) => (before ? [reportCause(before.id)] : [])))
}

/** Files what somebody found as a gap to be confirmed; whoever manages the gaps of that place is asked. */
export async function report(tx: Tx, grant: Grant, resources: Resources, { what, perimeter = null, severity, files }: Asked) {
  const perimeters = resourceOf(resources, 'perimeter')
  if (perimeter !== null)
    await getRow(tx, onward(grant, perimeters.def, 'read'), perimeters, resources, perimeter).catch(() => {
      throw invalidField('perimeter', 'kit.errors.missing_reference')
    })
  const work = systemGrant('a gap that somebody reports', tx.who, tx.who.memberId)
  const row = await createRow(tx, work, resourceOf(resources, 'gap'), resources, {
    [`name_${grant.who.lang}`]: nameOf(what),
    description: what,
    register: await registerFor(tx, work, resources, perimeter),
    perimeter,
    ...(severity !== undefined && { severity }),
    status: 'TO_BE_CONFIRMED',
    attachments: files,
  })
  tx.tell({ kind: 'to_approve', entity: 'gap', id: row.id, whom: managesGap, cause: reportCause(row.id) })
  return { id: row.id, identifier: String(row.identifier) }
}

/** The first open register of the type OTHER that is everybody's or of this place; the first report makes one. */
async function registerFor(tx: Tx, work: Grant, resources: Resources, perimeter: number | null): Promise<number> {
  await takeTurn(tx, 'register of reported gaps')
  const found = await tx.first(sql<{
    id: number
  }>`select r.id from gap_register r where r.customer_id = ${tx.customerId} and r.type = 'OTHER' and not r.archived
      and not exists (select 1 from gap_register__perimeters l where l.customer_id = r.customer_id and l.owner_id = r.id
        having count(*) > 0 and not coalesce(bool_or(l.target_id = ${perimeter}::bigint), false))
    order by r.id limit 1`)
  if (found) return found.id
  const names = { name_en: en.reported_register, name_fr: fr.reported_register }
  return (await createRow(tx, work, resourceOf(resources, 'gap_register'), resources, { ...names, type: 'OTHER' })).id
}
