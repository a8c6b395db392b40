import { sql } from 'kysely'
import type { Reference } from '#kit/contract/field.ts'
import { localizedText, nameIf, rowRef } from '#kit/server/data/sql/columns.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { evidenceOfMeasures } from '#areas/evidence/server/index.ts'
import { everyMeasure, measureRules } from '#areas/measures/server/index.ts'
import type { ApplicabilityLine } from '#areas/policies/contract/calls.ts'
import { readStatement } from '#areas/policies/server/index.ts'
import { readProofs, standingOf, type Proof, type ScoreResult, type Standing } from '#areas/scores/server/index.ts'
import { proofWarning, type RequirementState, type StatementLine } from '#areas/statements/contract/statement.ts'

/** A line as it stands now, before it is compared with any version. */
export type CurrentLine = Omit<StatementLine, 'was' | 'approval'>

export interface Application {
  readonly id: number
  readonly label: string
  readonly policy: Reference
  readonly policy_version: Reference
  readonly perimeter: Reference
}

/** Where scores are read: the server's cache of them. */
export type Scores = (tx: Tx) => Promise<ScoreResult>

interface NamedMeasure {
  readonly id: number
  readonly identifier: string
  readonly name: string | null
  readonly perimeter_id: number
  readonly operator: string
}

/** Every requirement of the version in force with its state, measures, proof and reason; a constant number of statements whatever there is. */
export async function loadLines(scores: Scores, tx: Tx, application: Application): Promise<CurrentLine[]> {
  const { perimeter, policy } = application
  const requirements = await readStatement(tx, application.id)
  const inclusions = await readInclusions(tx, perimeter.id)
  const result = await scores(tx)
  const resultByLineage = new Map(requirements.map(({ lineage_id }) => [lineage_id, standingOf(result, perimeter.id, policy.id, lineage_id)]))
  const ids = [...new Set([...resultByLineage.values()].flatMap((one) => (one ? [...one.serving, ...one.planned] : [])))]
  const measures = await readMeasures(tx, ids)
  const proofs = await readProofs(tx, ids)
  const evidence = await readEvidence(tx, ids)
  const soon = dayAfter(tx.today, proofWarning)
  return requirements.map((line) => {
    const at = resultByLineage.get(line.lineage_id) ?? null
    const state = stateOf(line, at)
    const applies = state !== 'EXCLUDED' && state !== 'OUT_OF_LEVEL'
    const shown = applies && at ? [...at.serving, ...at.planned] : []
    const valid = new Map((applies && at ? at.serving : []).flatMap((id) => (proofs.get(id) ?? []).map((proof): [string, Proof] => [proof.key, proof])))
    const named = [...new Set(shown)].flatMap((id) => measures.get(id) ?? [])
    const ends = [...valid.values()].map((proof) => proof.ends).toSorted()[0] ?? null
    return {
      lineage_id: line.lineage_id,
      control: line.control,
      identifier: line.identifier,
      name: line.name,
      group: line.group,
      state,
      performance: applies && at ? at.performance : null,
      measures: named.map(({ id, identifier, name, perimeter_id: place, operator }) => ({
        id,
        identifier,
        name,
        by: place === perimeter.id ? null : operator,
      })),
      proofs: { valid: valid.size, ends, soon: ends !== null && ends <= soon },
      evidence: new Set(named.flatMap(({ id }) => evidence.get(id) ?? [])).size,
      justification: state === 'EXCLUDED' ? exclusionOf(line) : (inclusions.get(line.lineage_id) ?? null),
    }
  })
}

/** How a requirement stands, by what was said of it and by what the scores found. */
export function stateOf({ applicability }: Pick<ApplicabilityLine, 'applicability'>, result: Standing | null): RequirementState {
  if (applicability === 'NOT_APPLICABLE') return 'EXCLUDED'
  if (applicability === 'OUT_OF_LEVEL') return 'OUT_OF_LEVEL'
  if (!result) return 'NO_MEASURE'
  if (result.coverage >= 100) return 'IMPLEMENTED'
  if (result.coverage > 0) return 'PARTIAL'
  return result.planned.length > 0 ? 'PLANNED' : 'NO_MEASURE'
}

function exclusionOf(line: ApplicabilityLine): StatementLine['justification'] {
  const { exclusion_id: id, exclusion_version: version, justification: text, decided_at: at, decided_by: name, decided_by_id: by } = line
  if (id === null || version === null || text === null || at === null) return null
  return { id, version, text, at, author: by === null ? null : { id: by, name: name ?? '' } }
}

async function readInclusions(tx: Tx, perimeterId: number): Promise<Map<number, NonNullable<StatementLine['justification']>>> {
  const rows = await tx.run(sql<{
    lineage_id: number
    id: number
    version: number
    text: string
    at: Date
    author: { id: number; name: string } | null
  }>`select i.lineage_id, i.id, i.version, i.justification as text, i.updated_at as at,
      (select jsonb_build_object('id', m.id, 'name', m.name) from member m where m.customer_id = i.customer_id and m.id = i.updated_by) as author
    from control_inclusion i where i.customer_id = ${tx.customerId} and i.perimeter_id = ${perimeterId}`)
  return new Map(rows.map(({ lineage_id, at, ...row }) => [lineage_id, { ...row, at: at.toISOString() }]))
}

/** Whom a measure serves is told who operates it (MEA-07); its name goes to who may read it. */
async function readMeasures(tx: Tx, ids: readonly number[]): Promise<Map<number, NamedMeasure>> {
  const [m, p] = [rowRef('m'), rowRef('p')]
  const { lang } = tx.who
  const rows = await tx.run(sql<NamedMeasure>`select m.id, m.identifier, ${nameIf(measureRules.read(m, tx.who), localizedText(m, 'name', lang), lang)} as name,
      m.perimeter_id, ${localizedText(p, 'name', lang)} as operator
    from ${everyMeasure(tx.customerId)} m join perimeter p on p.customer_id = m.customer_id and p.id = m.perimeter_id
    where m.id = any(${[...ids]}::bigint[])`)
  return new Map(rows.map((row) => [row.id, row]))
}

/** The evidence behind each measure, as far as the reader may open it: the list of evidence shows the same under its filter. */
async function readEvidence(tx: Tx, ids: readonly number[]): Promise<Map<number, readonly number[]>> {
  const rows = await tx.run(sql<{ measure_id: number; found: number[] }>`select p.measure_id, array_agg(distinct p.evidence_id) as found
    from ${evidenceOfMeasures(tx.customerId, tx.who)} p where p.measure_id = any(${[...ids]}::bigint[]) group by p.measure_id`)
  return new Map(rows.map(({ measure_id, found }) => [measure_id, found]))
}

/** A day some days later. */
function dayAfter(day: string, days: number): string {
  const date = new Date(`${day}T00:00:00Z`)
  date.setUTCDate(date.getUTCDate() + days)
  return date.toISOString().slice(0, 10)
}
