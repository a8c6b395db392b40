import { sql } from 'kysely'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { extensionPoint } from '#kit/server/data/resources/extension-point.ts'
import { factParts, type FactPart } from '#areas/scores/server/facts/load-facts.ts'

/** What a write to an entity of an area above may change of the facts, by the entity's name in the audit; nothing: an empty list. */
export const factChanges = extensionPoint<Readonly<Record<string, readonly FactPart[]>>>()

/** The same of what stands here and below. What nobody names may change anything. */
const ownChanges: Readonly<Record<string, readonly FactPart[]>> = {
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
  evidence: ['controls'],
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
      'label',
      'category',
      'score_snapshot',
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
  return { seq, parts: partsOf(row?.entities ?? []) }
}

/** What may have changed once rows of some entities were written. */
export function partsOf(entities: Iterable<string>): readonly FactPart[] {
  const changes = new Map([ownChanges, ...factChanges.all()].flatMap((one) => Object.entries(one)))
  const touched = new Set([...entities].flatMap((entity) => changes.get(entity) ?? factParts))
  return factParts.filter((part) => touched.has(part))
}
