import { deductionsOfActions } from '#areas/scores/server/index.ts'
import { everyCampaign, everyEvaluation } from '#areas/campaigns/server/index.ts'
import { everyPolicy } from '#areas/policies/server/index.ts'
import { everyAction } from '#areas/actions/server/index.ts'
import { everyMeasure } from '#areas/measures/server/index.ts'
import { sql } from 'kysely'
import type { z } from 'zod'
import { can } from '#kit/server/access/authorize.ts'
import { asSql } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'
import type { Row } from '#kit/server/data/lists/list-engine.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { nested } from '#areas/reviews/contract/calls.ts'

type Nested = z.infer<typeof nested>

/** What reviews name, each under its own name with what a client needs to close it (REV-10), in one statement; by the reviews' ids. */
export async function withNested(tx: Tx, resources: Resources, rows: readonly Row[]): Promise<(Row & Nested)[]> {
  const measures = resourceOf(resources, 'measure')
  // Whoever finished an action may not read what it improves: of that they are told no figure.
  const seen = can(tx.who, measures.def.rights.read) ? asSql(measures.rules.read(rowRef('m'), tx.who)) : sql`false`
  const efficiency = sql`case when ${seen} then ${measures.derived?.efficiency?.(rowRef('m'), tx.who.lang) ?? sql`null`} end`
  const only = (column: string) => sql`case when ${sql.ref(`r.${column}`)} is not null then jsonb_build_object('id', ${sql.ref(`r.${column}`)}) end`
  const found = await tx.run(sql<{ id: number; nested: Nested }>`select r.id, jsonb_build_object(
      'measure', case when m.id is not null then jsonb_build_object('id', m.id, 'efficiency', ${efficiency}) end,
      'solution', case when m.solution_id is not null then jsonb_build_object('id', m.solution_id) end,
      'remediation', case when a.id is not null then jsonb_build_object('id', a.id, 'identifier', a.identifier, 'name', coalesce(a.${sql.ref(`name_${tx.who.lang}`)}, a.name_en, a.name_fr),
        'perimeter', case when a.perimeter_id is not null then jsonb_build_object('id', a.perimeter_id) end, 'current_efficiency', d.points) end,
      'incident', ${only('target_incident_id')}, 'gap', ${only('target_gap_id')}, 'exemption', ${only('target_exemption_id')}, 'risk', ${only('target_risk_id')}, 'user', ${only('target_member_id')},
      'policy', case when p.id is not null then jsonb_build_object('id', p.id, 'current_version', p.current_version_id) end, 'program', ${only('target_program_id')},
      'evaluation', case when e.id is not null then jsonb_build_object('id', e.id, 'campaign_id', e.campaign_id, 'perimeter_id', e.perimeter_id, 'control', 0,
        'campaign_source', c.campaign_source, 'campaign', jsonb_build_object('questionnaire_id', c.questionnaire_id)) end,
      'isp_project', ${only('target_isp_project_id')}, 'connector', ${only('target_customer_connector_id')}) as nested
    from review r
      left join ${everyMeasure(tx.customerId)} m on m.id = r.target_measure_id
      left join ${everyAction(tx.customerId)} a on a.id = r.remediation_id
      left join ${everyPolicy(tx.customerId)} p on p.id = r.target_policy_id
      left join ${everyEvaluation(tx.customerId)} e on e.id = r.target_evaluation_id
      left join ${everyCampaign(tx.customerId)} c on c.id = e.campaign_id
      left join ${deductionsOfActions(tx.customerId)} d on d.source_id = a.id
    where r.customer_id = ${tx.customerId} and r.id = any(${rows.map(({ id }) => id)}::bigint[])`)
  const byId = new Map(found.map((one) => [one.id, one.nested]))
  return rows.map((row) => ({ ...row, ...byId.get(row.id) }) as Row & Nested)
}
