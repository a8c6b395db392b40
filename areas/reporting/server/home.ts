import { sql, type RawBuilder } from 'kysely'
import { asSql } from '#kit/server/access/row-rule.ts'
import type { Who } from '#kit/server/access/who.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { dashboardRules } from './rules.ts'

const d = rowRef('d')

/** Dashboards that may be chosen. */
const mostChoices = 100

const mayOpen = (who: Who): RawBuilder<boolean> => sql<boolean>`not d.archived and ${asSql(dashboardRules.read(d, who))}
  and exists (select 1 from public.dashboard_version v where v.customer_id = d.customer_id and v.dashboard_id = d.id and v.state = 'FROZEN')`
const reads = (who: Who) => who.memberId !== null && who.rights.has('dashboard.read')

/** The dashboard that somebody chose to open in place of the cockpit, for as long as they read it, it stands and something of it is published. */
export const homeOf = (who: Who): RawBuilder<number | null> =>
  reads(who)
    ? sql`(select h.dashboard_id from public.dashboard_home h join public.dashboard d on d.customer_id = h.customer_id and d.id = h.dashboard_id
        where h.customer_id = current_customer() and h.member_id = ${who.memberId} and ${mayOpen(who)})`
    : sql`null::int`

/** What somebody may open in place of the cockpit. */
export async function homesOf(tx: Tx): Promise<{ readonly choices: { readonly id: number; readonly name: string }[]; readonly more: boolean }> {
  if (!reads(tx.who)) return { choices: [], more: false }
  const name = sql`coalesce(${localizedText(d, 'name', tx.who.lang)}, d.identifier)`
  const rows = await tx.run(sql<{ id: number; name: string }>`select d.id, ${name} as name from public.dashboard d
    where d.customer_id = ${tx.customerId} and ${mayOpen(tx.who)} order by ${name} collate "und-x-icu", d.id limit ${mostChoices + 1}`)
  return { choices: rows.slice(0, mostChoices), more: rows.length > mostChoices }
}
