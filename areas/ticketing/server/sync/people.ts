import { sql } from 'kysely'
import { AdapterFault } from '#areas/connectors/server/index.ts'
import type { Kind } from '#areas/ticketing/contract/tables.ts'
import { readHeld } from '#areas/ticketing/server/rows.ts'
import type { Working } from './working.ts'

/** Hours after which somebody whom the tool did not know is looked for again. */
const againAfter = 24

/** Looks in the tool for whoever a row is given to, by their mail address, unless that was done. */
export async function knowPerson(work: Working, kind: Kind, id: number): Promise<void> {
  const wanted = await work.within(async (tx) => {
    const row = await readHeld(tx, kind, id)
    if (!row?.manager_id || row.mail === null) return null
    const since = new Date(tx.now.getTime() - againAfter * 3_600_000)
    const known =
      await tx.first(sql`select 1 from ticket_person p where p.customer_id = ${tx.customerId} and p.connector_id = ${work.connector} and p.member_id = ${row.manager_id}
      and p.mail = ${row.mail} and (p.external_id is not null or p.looked_at > ${since})`)
    return known ? null : { member: row.manager_id, mail: row.mail }
  })
  if (!wanted) return
  // An account that may not look for people knows nobody.
  const found = await work.tool.person(work.config, work.reach, wanted.mail).catch((error: unknown) => {
    if (error instanceof AdapterFault && (error.reason === 'refused' || error.reason === 'gone')) return null
    throw error
  })
  await work.within((tx) =>
    tx.run(sql`insert into ticket_person as p (customer_id, connector_id, member_id, mail, external_id, looked_at)
      values (${tx.customerId}, ${work.connector}, ${wanted.member}, ${wanted.mail}, ${found}, ${tx.now})
      on conflict (customer_id, connector_id, member_id) do update set mail = excluded.mail, external_id = excluded.external_id, looked_at = excluded.looked_at`),
  )
}
