import { sql, type RawBuilder } from 'kysely'
import type { RowRef } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { today } from '#kit/server/data/sql/today.ts'
import { isOpenRow } from '#kit/server/data/work/work-sql.ts'
import { exemptionWork } from '#areas/exemptions/contract/exemption-work.ts'

/** Granted, and today is one of its days: dates decide, not the job that closes what is over (decisions, Scores 6). */
export const exemptionInForce = (row: RowRef): RawBuilder<boolean> =>
  sql`(${row('status')} = 'GRANTED' and ${today} between ${row('start_date')} and ${row('end_date')})`
/** Asked for and not answered yet. */
export const exemptionAsked = (row: RowRef): RawBuilder<boolean> => sql`(${row('status')} = 'REQUESTED')`
/** Asked for, or granted and not over. */
export const exemptionOpen = (row: RowRef): RawBuilder<boolean> => isOpenRow(exemptionWork, row)

/** The exemptions in force that a perimeter has, to stand behind `from`. */
export const exemptionsInForceAt = (customer: unknown, perimeter: unknown): RawBuilder<unknown> =>
  sql`(select in_exemption.* from exemption__perimeters in_place join exemption in_exemption on in_exemption.customer_id = in_place.customer_id and in_exemption.id = in_place.owner_id
    where in_place.customer_id = ${customer} and in_place.target_id = ${perimeter} and ${exemptionInForce(rowRef('in_exemption'))})`

/** Whether an exemption leaves out one of the requirements of a query. */
export const exemptionLeavesOut = (exemption: RowRef, requirements: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql`exists (select 1 from exemption__controls in_control where in_control.customer_id = ${exemption('customer_id')} and in_control.owner_id = ${exemption('id')}
    and in_control.target_id in ${requirements})`

/** Whether a project has an exemption in force, whoever asks. */
export const projectExempted = (project: RowRef): RawBuilder<boolean> =>
  sql`exists (select 1 from exemption in_exemption where in_exemption.customer_id = ${project('customer_id')} and in_exemption.project_id = ${project('id')}
    and ${exemptionInForce(rowRef('in_exemption'))})`

/** The exemptions that ask to go on for another one, to stand behind `from`. */
export const renewalsAsked = (customer: unknown, exemption: unknown): RawBuilder<unknown> =>
  sql`(select in_renewal.* from exemption in_renewal where in_renewal.customer_id = ${customer} and in_renewal.renewed_from_id = ${exemption}
    and ${exemptionAsked(rowRef('in_renewal'))})`

/** The exemptions that name an action, to stand behind `from`. */
export const exemptionsOfAction = (customer: unknown, action: unknown): RawBuilder<unknown> =>
  sql`(select in_exemption.* from exemption__actions in_link join exemption in_exemption on in_exemption.customer_id = in_link.customer_id and in_exemption.id = in_link.owner_id
    where in_link.customer_id = ${customer} and in_link.target_id = ${action})`

/** The exemptions of a customer, whatever became of them, to stand behind `from`. */
export const everyExemption = (customer: unknown): RawBuilder<unknown> =>
  sql`(select in_exemption.* from exemption in_exemption where in_exemption.customer_id = ${customer})`
