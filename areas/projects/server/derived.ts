import { sql, type RawBuilder } from 'kysely'
import { asSql, type Reader, type RowRef, type RowRule } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { assignedDerived } from '#kit/server/data/resources/register.ts'
import type { Derived } from '#kit/server/data/resources/resource.ts'
import { today } from '#kit/server/data/sql/today.ts'
import { actionOpen, remediationRules } from '#areas/actions/server/index.ts'
import { campaignRules } from '#areas/campaigns/server/index.ts'
import { exemptionRules } from '#areas/exemptions/server/index.ts'
import { projectExempted } from '#areas/exemptions/server/index.ts'
import { stepsOfRow } from './cycle.ts'
import { mayDecide } from './rules.ts'
import { trailOf } from './weather.ts'

const held = rowRef('held')

/** How many rows name the project, of those that the reader finds. */
const counted = (entity: string, rule: RowRule, which?: RawBuilder<boolean>) => (row: RowRef, who: Reader | undefined) => {
  const readable = who ? rule(held, who) : true
  return sql`(select count(*)::int from ${sql.table(entity)} held where held.customer_id = ${row('customer_id')} and held.project_id = ${row('id')}
    ${which ? sql`and ${which}` : sql``}${readable === true ? sql`` : sql` and coalesce(${asSql(readable)}, false)`})`
}
const actions = counted('remediation', remediationRules.read)
const openActions = counted('remediation', remediationRules.read, actionOpen(held))
const lateActions = counted('remediation', remediationRules.read, sql<boolean>`${actionOpen(held)} and held.target_date < ${today}`)
const campaigns = counted('campaign', campaignRules.read)
const exemptions = counted('exemption', exemptionRules.read)

/** The steps at which the security decision is recorded, or recorded anew (PRJ-14). */
export const decidedAt = ['DECISION', 'PRODUCTION'] as const

export const ispProjectDerived = {
  ...assignedDerived('isp_project'),
  steps: (row) => stepsOfRow(row),
  actions: (row, _, who) => actions(row, who),
  open_actions: (row, _, who) => openActions(row, who),
  late_actions: (row, _, who) => lateActions(row, who),
  campaigns: (row, _, who) => campaigns(row, who),
  exemptions: (row, _, who) => exemptions(row, who),
  failed_tests: (row) =>
    sql`(select count(*)::int from isp_project__tests x where x.customer_id = ${row('customer_id')} and x.owner_id = ${row('id')} and x.result = 'FAILED')`,
  exempted: (row) => projectExempted(row),
  weather_trail: (row) => trailOf(row),
  pilot_right: (row, _, who) => (who === undefined ? sql`false` : asSql(mayDecide(row, who))),
  decide_right: (row, _, who) =>
    who === undefined ? sql`false` : sql`(${row('status')} = 'ONGOING' and ${row('dev_step')} in ('DECISION', 'PRODUCTION') and ${asSql(mayDecide(row, who))})`,
} satisfies Readonly<Record<string, Derived>>
