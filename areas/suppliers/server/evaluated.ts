import { sql } from 'kysely'
import { systemGrant } from '#kit/server/access/authorize.ts'
import { asSql, type Reader, type RowRef } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import { updateRow } from '#kit/server/data/store/store.ts'
import type { DomainEvent, Tx } from '#kit/server/data/database/transaction.ts'
import type { Job } from '#kit/server/http/area.ts'
import { acceptedOnDays, acceptedScores, campaignsNow, evaluationRules, everyCampaign, scored } from '#areas/campaigns/server/index.ts'

const held = rowRef('held')

/** A campaign `c` is a supplier's evaluation: somebody says so, or it asks a questionnaire by which the organisation evaluates suppliers. */
export const evaluatesSuppliers = (c: RowRef) => sql<boolean>`(${c('evaluates_suppliers')} or (${c('campaign_source')} = 'QUESTIONNAIRE' and exists (
  select 1 from public.supplier_setting t cross join jsonb_each_text(t.evaluated_by) l where t.customer_id = ${c('customer_id')} and l.value = ${c('questionnaire_id')}::text)))`
const ca = rowRef('ca')

/** The scores of the accepted evaluations of a supplier's perimeter that the reader finds, the latest first. */
const scores = (row: RowRef, who: Reader | undefined) =>
  sql`(select array_agg(held.score order by held.decided_at desc nulls last, held.id desc) from ${acceptedScores(row('customer_id'))} held
    join ${campaignsNow(row('customer_id'))} ca on ca.id = held.campaign_id and ${evaluatesSuppliers(ca)}
    where held.perimeter_id = ${row('perimeter_id')} and held.score is not null and ${scored}
      and coalesce(${asSql(who ? evaluationRules.read(held, who) : true)}, false))`

export const lastScore = (row: RowRef, who: Reader | undefined) => sql`round((${scores(row, who)})[1], 1)`
/** Points more or less than the time before; null after the first. */
export const trend = (row: RowRef, who: Reader | undefined) => sql`(select round(s.all[1] - s.all[2], 1) from (select ${scores(row, who)} as all) s)`

/** A supplier was evaluated on the day on which its answers were accepted; the next evaluation follows from it. Of one perimeter, or of all. */
async function keepEvaluated(tx: Tx, resources: Resources, evaluation?: number): Promise<void> {
  const found = await tx.run(sql<{ id: number; day: string }>`select s.id, max(e.day)::text as day
    from supplier s join ${acceptedOnDays(tx.customerId)} e on e.perimeter_id = s.perimeter_id
      join ${everyCampaign(tx.customerId)} ca on ca.id = e.campaign_id and ${evaluatesSuppliers(ca)}
    where s.customer_id = ${tx.customerId} and e.decided_at is not null ${evaluation === undefined ? sql`` : sql`and e.id = ${evaluation}`}
    group by s.id, s.last_evaluation having s.last_evaluation is null or max(e.day) > s.last_evaluation order by s.id`)
  const grant = systemGrant('suppliers that were evaluated', tx.who)
  for (const { id, day } of found)
    await updateRow(tx, grant, resourceOf(resources, 'supplier'), resources, id, { last_evaluation: day }, { action: 'evaluated' })
}

/** At once, where an evaluation is accepted. */
export const onEvaluated = (tx: Tx, { id }: DomainEvent, resources: Resources): Promise<void> => keepEvaluated(tx, resources, id)

/** And each night, for those that were accepted some other way. */
export const evaluatedJob: Job = {
  name: 'supplier.evaluated',
  schedule: '10 4 * * *',
  run: ({ tx, resources }) => keepEvaluated(tx, resources),
}
