import { sql } from 'kysely'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { factParts, type FactPart } from '#areas/scores/server/facts/load-facts.ts'

/** What a write to an entity may change of the facts, by the entity's name in the audit. What is not named here may change anything. */
const partsOfEntity: Readonly<Record<string, readonly FactPart[]>> = {
  perimeter: ['places'],
  tag: ['places'],
  policy_application: ['places', 'nodes'],
  policy: ['places', 'nodes', 'links', 'exclusions'],
  policy_version: ['places', 'nodes', 'links'],
  control_group: ['nodes', 'links'],
  control: ['nodes', 'links'],
  control_not_applicable: ['exclusions'],
  solution: ['links', 'measures'],
  measure: ['measures', 'deductions', 'controls'],
  measure_deduction: ['deductions'],
  measure_control: ['controls'],
  requirement_exclusion: ['exclusions'],
  // The evidence that a finished action shows proves its measures.
  remediation: ['controls'],
  evidence: ['controls'],
  // Answers, what falls due and what is laid out are read where they stand.
  runtask: ['controls'],
  occurrence: ['controls'],
  ...Object.fromEntries(
    [
      'account',
      'file',
      'session',
      'member',
      'group',
      'contact',
      'function',
      'comment',
      'view',
      'list_setting',
      'program',
      'label',
      'runbook',
      'metric',
      'indicator',
      'category',
      'score_snapshot',
      'import_report',
      'risk_matrix',
      'threat',
      'question',
      'choice',
    ].map((entity) => [entity, []]),
  ),
}

/** How far the customer's facts have come: every write is audited, and the audit's head moves in the same commit as the write. */
export interface ScoreVersion {
  /** Number of the last audit entry; 0 before the first. */
  readonly seq: number
  /** What may have changed since the number asked about. */
  readonly parts: readonly FactPart[]
}

/** One cheap statement; `since` is the version that the asker holds, null when it holds none. */
export async function readVersion(tx: Tx, since: number | null): Promise<ScoreVersion> {
  const row = await tx.first(sql<{ seq: number | null; entities: string[] | null }>`
    select (select seq from audit_head where customer_id = ${tx.customerId}) as seq,
      (select array_agg(distinct entity) from audit_log where customer_id = ${tx.customerId} and seq > ${since ?? Number.MAX_SAFE_INTEGER}) as entities`)
  const seq = row?.seq ?? 0
  if (since === null) return { seq, parts: factParts }
  const touched = new Set((row?.entities ?? []).flatMap((entity) => partsOfEntity[entity] ?? factParts))
  return { seq, parts: factParts.filter((part) => touched.has(part)) }
}
