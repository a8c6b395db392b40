import { sql, type RawBuilder } from 'kysely'
import type { RowRef } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { isOpenRow } from '#kit/server/data/work/work-sql.ts'
import { riskWork } from '#areas/risks/contract/risk-work.ts'

/** Not closed, however it is treated. */
export const riskOpen = (row: RowRef): RawBuilder<boolean> => isOpenRow(riskWork, row)

/** The open risks of a perimeter, to stand behind `from`. */
export const openRisksAt = (customer: unknown, perimeter: unknown): RawBuilder<unknown> =>
  sql`(select in_risk.* from risk in_risk where in_risk.customer_id = ${customer} and in_risk.perimeter_id = ${perimeter} and ${riskOpen(rowRef('in_risk'))})`
