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

/** The risks of a customer, closed ones too, to stand behind `from`. */
export const everyRisk = (customer: unknown): RawBuilder<unknown> => sql`(select in_risk.* from risk in_risk where in_risk.customer_id = ${customer})`

/** The open risks of a customer, to stand behind `from`. */
export const openRisks = (customer: unknown): RawBuilder<unknown> =>
  sql`(select in_risk.* from risk in_risk where in_risk.customer_id = ${customer} and ${riskOpen(rowRef('in_risk'))})`

/** The registers of risks of a customer, to stand behind `from`. */
export const everyRegister = (customer: unknown): RawBuilder<unknown> =>
  sql`(select in_register.* from risk_register in_register where in_register.customer_id = ${customer})`

/** A query for the ids of the supporting assets that a risk is about. */
export const assetsOfRisk = (customer: unknown, risk: unknown): RawBuilder<unknown> =>
  sql`(select in_asset.target_id from risk__supporting_assets in_asset where in_asset.customer_id = ${customer} and in_asset.owner_id = ${risk})`
