import { everyEvidence } from '#areas/evidence/server/index.ts'
import { sql } from 'kysely'
import { asSql, type Reader, type RowRef } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import type { Derived } from '#kit/server/data/resources/resource.ts'
import { today } from '#kit/server/data/sql/today.ts'
import { exemptionRules, exemptionsInForceAt } from '#areas/exemptions/server/index.ts'
import { gapRules, openGapsAt } from '#areas/gaps/server/index.ts'
import { openRisksAt, riskRules } from '#areas/risks/server/index.ts'
import { evaluatesSuppliers, lastScore, trend } from './evaluated.ts'
import { noticeNear } from '#areas/suppliers/contract/supplier-contract.ts'
import { evaluationNear } from '#areas/suppliers/contract/supplier.ts'
import { campaignsAsking, campaignsToCome } from '#areas/campaigns/server/index.ts'

const [held, ca] = [rowRef('held'), rowRef('ca')]

const counted = (row: RowRef, entity: string) =>
  sql`(select count(*)::int from ${sql.table(entity)} held where held.customer_id = ${row('customer_id')} and held.supplier_id = ${row('id')})`

/** Of the supplier's perimeter, as far as the reader finds them: the rows that its tab opens. */
const openGaps = (row: RowRef, who: Reader | undefined) =>
  sql`(select count(*)::int from ${openGapsAt(row('customer_id'), row('perimeter_id'))} held where coalesce(${asSql(who ? gapRules.read(held, who) : true)}, false))`
const exemptions = (row: RowRef, who: Reader | undefined) =>
  sql`(select count(*)::int from ${exemptionsInForceAt(row('customer_id'), row('perimeter_id'))} held
    where coalesce(${asSql(who ? exemptionRules.read(held, who) : true)}, false))`

/** A campaign that evaluates suppliers and has not ended asks its perimeter and holds no accepted answers of it, or is planned to. */
export const isAsked = (
  row: RowRef,
) => sql<boolean>`(exists (select 1 from ${campaignsAsking(row('customer_id'), row('perimeter_id'))} ca where ${evaluatesSuppliers(ca)})
  or exists (select 1 from ${campaignsToCome(row('customer_id'), row('perimeter_id'))} ca where ${evaluatesSuppliers(ca)}))`

const evaluationState = (row: RowRef) => sql`case when ${row('status')} = 'ENDED' then null when ${isAsked(row)} then 'ASKED'
  when ${row('next_evaluation')} < ${today} then 'LATE' when ${row('next_evaluation')} <= ${today} + ${sql.lit(evaluationNear)}::int then 'DUE'
  when ${row('next_evaluation')} is not null then 'PLANNED' end`

const openRisks = (row: RowRef, who: Reader | undefined) =>
  sql`(select count(*)::int from ${openRisksAt(row('customer_id'), row('perimeter_id'))} held where coalesce(${asSql(who ? riskRules.read(held, who) : true)}, false))`

export const supplierDerived = {
  services: (row) => counted(row, 'supplier_service'),
  contracts: (row) => counted(row, 'supplier_contract'),
  open_gaps: (row, _, who) => openGaps(row, who),
  exemptions: (row, _, who) => exemptions(row, who),
  open_risks: (row, _, who) => openRisks(row, who),
  evaluation_state: (row) => evaluationState(row),
  last_score: (row, _, who) => lastScore(row, who),
  trend: (row, _, who) => trend(row, who),
  contract_end: (
    row,
  ) => sql`(select min(held.end_date) from supplier_contract held where held.customer_id = ${row('customer_id')} and held.supplier_id = ${row('id')}
    and held.end_date >= ${today} and coalesce(held.start_date <= ${today}, true))`,
  certificate_end: (row) => sql`(select min(e.valid_until) from supplier__certificates l join ${everyEvidence(row('customer_id'))} e on e.id = l.evidence_id
    where l.customer_id = ${row('customer_id')} and l.owner_id = ${row('id')})`,
} satisfies Readonly<Record<string, Derived>>

/** By its days: not begun, over, close to the last day to give notice, or in force. */
export const contractState: Derived = (row) => sql`case when ${row('end_date')} < ${today} then 'ENDED' when ${row('start_date')} > ${today} then 'FUTURE'
  when ${row('notice_date')} between ${today} and ${today} + ${sql.lit(noticeNear)}::int then 'NOTICE' else 'IN_FORCE' end`
