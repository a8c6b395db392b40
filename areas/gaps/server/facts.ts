import { sql, type RawBuilder } from 'kysely'
import type { RowRef } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { isOpenRow } from '#kit/server/data/work/work-sql.ts'
import { gapWork } from '#areas/gaps/contract/gap-work.ts'

export const gapOpen = (row: RowRef): RawBuilder<boolean> => isOpenRow(gapWork, row)

/** The open gaps of a perimeter, to stand behind `from`. */
export const openGapsAt = (customer: unknown, perimeter: unknown): RawBuilder<unknown> =>
  sql`(select in_gap.* from gap in_gap where in_gap.customer_id = ${customer} and in_gap.perimeter_id = ${perimeter} and ${gapOpen(rowRef('in_gap'))})`

/** The gaps that name an action, to stand behind `from`. */
export const gapsOfAction = (customer: unknown, action: unknown): RawBuilder<unknown> =>
  sql`(select in_gap.* from gap__actions in_link join gap in_gap on in_gap.customer_id = in_link.customer_id and in_gap.id = in_link.owner_id
    where in_link.customer_id = ${customer} and in_link.target_id = ${action})`

/** The gaps of a customer, whatever became of them, to stand behind `from`. */
export const everyGap = (customer: unknown): RawBuilder<unknown> => sql`(select in_gap.* from gap in_gap where in_gap.customer_id = ${customer})`

/** The registers of a customer that are in use, to stand behind `from`. */
export const usedGapRegisters = (customer: unknown): RawBuilder<unknown> =>
  sql`(select in_register.* from gap_register in_register where in_register.customer_id = ${customer} and not in_register.archived)`
