import { sql } from 'kysely'
import type { z } from 'zod'
import type { Language } from '#kit/contract/catalogue.ts'
import type { Grant } from '#kit/server/access/authorize.ts'
import { asSql, type RowRef } from '#kit/server/access/row-rule.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import { getRow } from '#kit/server/data/lists/get-row.ts'
import { resourceOf, type Resources } from '#kit/server/data/resources/resource.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { unionAll } from '#kit/server/data/store/union-all.ts'
import type { readEvidenceUsage } from '#areas/evidence/contract/calls.ts'
import { everyMeasure, measureRules } from '#areas/measures/server/index.ts'
import type { ScoreResult } from '#areas/scores/server/compute/compute.ts'
import type { Visible } from './explanation-draft.ts'
import type { ControlFact } from '#areas/scores/server/facts/facts.ts'
import { recomputeScores } from '#areas/scores/server/compute/incremental.ts'
import { Labels } from './labels.ts'
import { highest } from '#areas/scores/server/places/reach.ts'
import { proofSources } from '#areas/scores/server/facts/sources.ts'

type Standing = z.infer<typeof readEvidenceUsage.answer>['object']
type Named = Standing['actions']

/** `count` and `shown` of some rows, as `Named` holds them. */
export const namedList = (row: RowRef, lang: Language) =>
  sql`count(*)::int as count, coalesce((jsonb_agg(jsonb_build_object('id', ${row('id')}, 'identifier', ${row('identifier')}, 'name', coalesce(${localizedText(row, 'name', lang)}, ${row('identifier')})) order by ${row('id')})), '[]') as shown`

const shown = 20
/** Points below which nobody sees a difference. */
const least = 0.005

/**
 * What stands on an evidence, as far as the reader may open it, and what its end would change: one computation over the facts without it, with nothing saved.
 * Without scores, as before the first were published, only the former. Throws NOT_FOUND for evidence out of reach.
 */
export async function evidenceUsage(tx: Tx, grant: Grant, resources: Resources, current: ScoreResult | null, visible: Visible, id: number): Promise<Standing> {
  await getRow(tx, grant, resourceOf(resources, 'evidence'), resources, id)
  const m = rowRef('m')
  const shows: Named = { count: 0, shown: [] }
  const found = await Promise.all(proofSources.all().map((source) => source.showing(tx, resources, id)))
  const actions = found.reduce<Named>((all, one) => (one ? { count: all.count + one.count, shown: [...all.shown, ...one.shown] } : all), shows)
  const proven = unionAll(
    proofSources.all().map((source) => source.measures(tx.customerId, id)),
    sql`select null::bigint where false`,
  )
  const measures = await tx.first(sql<Named>`select ${namedList(m, tx.who.lang)} from ${everyMeasure(tx.customerId)} m where m.id in ${proven}
    and ${asSql(measureRules.read(m, tx.who))}`)
  const cut = ({ count = 0, shown: all = [] }: Partial<Named> = {}): Named => ({ count, shown: all.slice(0, shown) })
  const usage = { actions: cut(actions), measures: cut(measures) }
  if (!current) return { ...usage, alone: 0, shared: 0, points: null, scores: [] }
  const without = withoutEvidence(current, id)
  const top = highest(current.index, visible)
  const provenShare = (result: ScoreResult) => (top === undefined ? null : (result.consolidated.get(top)?.eased?.proven ?? null))
  const [now, then] = [provenShare(current), provenShare(without)]
  const alone = [...current.measures].filter(
    ([measure, value]) => value.proven && without.measures.get(measure)?.proven === false && visible(value.fact.perimeter_id),
  ).length
  const proves = new Set(current.facts.controls.flatMap((fact) => (isOf(fact, id) && fact.proven ? [fact.measure_id] : [])))
  const shared = [...proves].filter((measure) => {
    const value = without.measures.get(measure)
    return value?.proven === true && visible(value.fact.perimeter_id)
  }).length
  const labels = new Labels()
  const losses = [...current.own]
    .map(([perimeter, { eased }]) => ({ perimeter, points: (eased?.proven ?? 0) - (without.own.get(perimeter)?.eased?.proven ?? 0) }))
    .filter(({ perimeter, points }) => points > least && visible(perimeter))
    .toSorted((a, b) => b.points - a.points || a.perimeter - b.perimeter)
    .slice(0, shown)
  for (const { perimeter } of losses) labels.want('perimeter', perimeter)
  await labels.load(tx)
  const scores = losses.map(({ perimeter, points }) => ({ id: perimeter, name: labels.get('perimeter', perimeter)?.name ?? '', points }))
  return { ...usage, alone, shared, points: now === null || then === null ? null : now - then, scores }
}

const isOf = ({ kind, source_id }: ControlFact, id: number) => kind === 'EVIDENCE' && source_id === id

/** Everything as it would be, had the evidence ended. */
export function withoutEvidence(current: ScoreResult, id: number): ScoreResult {
  const gone = (fact: ControlFact) => isOf(fact, id)
  if (!current.facts.controls.some(gone)) return current
  return recomputeScores(current, { ...current.facts, controls: current.facts.controls.filter((fact) => !gone(fact)) })
}
