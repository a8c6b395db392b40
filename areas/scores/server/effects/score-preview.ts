import { sql } from 'kysely'
import { invalidField, notFound } from '#kit/contract/errors.ts'
import { authorize } from '#kit/server/access/authorize.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { shownScore } from '#areas/scores/contract/rounding.ts'
import type { Change, PerimeterStep, ScorePreview } from '#areas/policies/contract/score-preview.ts'
import { publishedVersions } from '#areas/policies/server/index.ts'
import type { ScoreResult } from '#areas/scores/server/compute/compute.ts'
import type { ScoreFacts } from '#areas/scores/server/facts/facts.ts'
import type { Visible } from '#areas/scores/server/explanation/explanation-draft.ts'
import type { ScoredPerimeter } from '#areas/scores/server/facts/fact-index.ts'
import { projectedFacts, type OfferedVersion } from './projected-facts.ts'
import { recomputeScores } from '#areas/scores/server/compute/incremental.ts'
import { Labels } from '#areas/scores/server/explanation/labels.ts'
import { readNodesOfVersions } from '#areas/scores/server/facts/load-facts.ts'
import type { Outcome } from '#areas/scores/server/compute/mean.ts'
import { aimsOf } from '#areas/scores/server/places/target-score.ts'

/** What doing it asks for. */
const rightOf = {
  APPLY: 'policy_application.write',
  WITHDRAW: 'policy_application.write',
  ADOPT: 'policy_application.write',
  NOT_APPLICABLE: 'control_not_applicable.write',
  APPLICABLE: 'control_not_applicable.write',
  // Who asks for it and who decides are of an area above; what a score would be is told to whoever reads scores.
  EXEMPTION: 'score.read',
  MEASURE: 'measure.write',
  BENEFIT: 'measure.write',
  MOVE: 'perimeter.write',
} as const satisfies Record<Change['kind'], string>

/**
 * What the scores become by some changes: the same formulas over the facts as they would be. Throws FORBIDDEN for what the reader may not do, NOT_FOUND for
 * perimeters out of reach and versions that are not published.
 */
export async function previewOf(tx: Tx, current: ScoreResult, visible: Visible, changes: readonly Change[], all: boolean): Promise<ScorePreview> {
  for (const kind of new Set(changes.map((change) => change.kind))) authorize(tx.who, rightOf[kind])
  const chosen = new Set(changes.map(({ perimeter }) => perimeter))
  const named = [...chosen, ...changes.flatMap((change) => (change.kind === 'MOVE' ? [change.parent] : []))]
  for (const id of named) if (!current.index.perimeter.has(id) || !visible(id)) throw notFound()
  if (makesCircle(current.facts.perimeters, changes)) throw invalidField('changes', 'organisation.errors.cycle')
  const after = await foresee(tx, current, changes)
  const rows = await perimeterSteps(tx, current, after, visible, chosen, all)
  return { day: current.facts.day, ...rows, requirements: requirementsOf(after, changes) }
}

/** Whether a perimeter would stand below itself after some moves. */
function makesCircle(perimeters: ScoreFacts['perimeters'], changes: readonly Change[]): boolean {
  const moved = new Map(changes.flatMap((change) => (change.kind === 'MOVE' ? [[change.perimeter, change.parent] as const] : [])))
  if (moved.size === 0) return false
  const parents = new Map(perimeters.map(({ id, parent_id }) => [id, moved.get(id) ?? parent_id]))
  return [...moved.keys()].some((id) => {
    const seen = new Set<number>()
    for (let at: number | null = id; at !== null && !seen.has(at); at = parents.get(at) ?? null) {
      seen.add(at)
      if (parents.get(at) === id) return true
    }
    return false
  })
}

/** The scores as they would be; reads the versions that are not in use yet, in two statements at most. */
async function foresee(tx: Tx, current: ScoreResult, changes: readonly Change[]): Promise<ScoreResult> {
  const versions = await offeredVersions(tx, changes)
  const unread = versions.map(({ id }) => id).filter((id) => !current.index.trees.has(id))
  const facts = projectedFacts(current.facts, changes, versions)
  const nodes = unread.length > 0 ? [...facts.nodes, ...(await readNodesOfVersions(tx, unread))] : facts.nodes
  return recomputeScores(current, { ...facts, nodes })
}

/** The published versions that the changes name, by themselves or by their policy. */
async function offeredVersions(tx: Tx, changes: readonly Change[]): Promise<OfferedVersion[]> {
  const policies = new Set(changes.filter((change) => change.kind === 'APPLY').map(({ policy }) => policy))
  const adopted = changes.filter((change) => change.kind === 'ADOPT')
  if (policies.size === 0 && adopted.length === 0) return []
  const rows = await tx.run(sql<OfferedVersion>`
    select v.id, v.policy_id, v.current,
      array(select g->>'ref_id' from jsonb_array_elements(v.implementation_groups) g) as groups,
      array(select g->>'ref_id' from jsonb_array_elements(v.implementation_groups) g where (g->>'default_selected')::boolean) as marked
    from ${publishedVersions(tx.customerId)} v
    where (v.id = any(${adopted.map(({ policy_version }) => policy_version)}::bigint[])
        or (v.policy_id = any(${[...policies]}::bigint[]) and v.current))`)
  for (const policy of policies) if (!rows.some((row) => row.current && row.policy_id === policy)) throw notFound()
  for (const { policy, policy_version } of adopted) if (!rows.some((row) => row.id === policy_version && row.policy_id === policy)) throw notFound()
  return rows
}

/** The perimeters whose shown score is another one after than before, from the top, and how many of those are hidden from the reader. */
export async function perimeterSteps(
  tx: Tx,
  before: ScoreResult,
  after: ScoreResult,
  visible: Visible,
  chosen: ReadonlySet<number>,
  all: boolean,
): Promise<Pick<ScorePreview, 'perimeters' | 'hidden'>> {
  const found: { id: number; through: number | null }[] = []
  let hidden = 0
  /** Answers a chosen perimeter at or below. */
  const walk = ({ fact: { id }, children }: ScoredPerimeter): number | null => {
    const at = found.length
    const below = children.map((child) => walk(child)).find((through) => through !== null) ?? null
    const affected = chosen.has(id) || moves(before.own.get(id), after.own.get(id)) || moves(before.consolidated.get(id), after.consolidated.get(id))
    if (visible(id) && (affected || all)) found.splice(at, 0, { id, through: below })
    else if (affected) hidden += 1
    return chosen.has(id) ? id : below
  }
  if (after.index.root) walk(after.index.root)
  const labels = new Labels()
  for (const { id, through } of found) {
    labels.want('perimeter', id)
    labels.want('perimeter', through)
  }
  await labels.load(tx)
  const aims = await aimsOf(tx, after)
  const perimeters = found.map(({ id, through }): PerimeterStep => {
    const label = labels.get('perimeter', id)
    return {
      id,
      name: label?.name ?? '',
      identifier: label?.identifier ?? null,
      chosen: chosen.has(id),
      through: chosen.has(id) ? null : (labels.get('perimeter', through)?.name ?? null),
      own: step(before.own.get(id), after.own.get(id)),
      consolidated: step(before.consolidated.get(id), after.consolidated.get(id)),
      target: aims({ kind: 'CONSOLIDATED', perimeter_id: id }),
    }
  })
  return { perimeters, hidden }
}

const performance = (outcome: Outcome | undefined) => outcome?.eased?.performance ?? null
const step = (before: Outcome | undefined, after: Outcome | undefined) => ({ before: performance(before), after: performance(after) })
/** Whether a reader sees another figure than before. */
const moves = (before: Outcome | undefined, after: Outcome | undefined) => shownScore(performance(before)) !== shownScore(performance(after))

/** How the policies that the changes apply are answered where they do; null when they apply none. */
function requirementsOf({ policies, solutions, index }: ScoreResult, changes: readonly Change[]): ScorePreview['requirements'] {
  const lines = new Map<number, { mapped: boolean; answered: boolean }>()
  const measures = new Set<number>()
  let applies = false
  for (const change of changes) {
    if (change.kind !== 'APPLY' && change.kind !== 'ADOPT') continue
    applies = true
    const result = policies.get(change.perimeter)?.get(change.policy)
    for (const { fact, position } of result?.tree.nodes ?? []) {
      const answer = result?.answers.get(position)
      if (!answer || answer.scope === 'OUT_OF_LEVEL' || answer.scope === 'NOT_APPLICABLE') continue
      for (const { solution_id } of index.links.get(fact.lineage_id) ?? [])
        for (const { fact: serving } of solutions.get(change.perimeter)?.get(solution_id)?.serving ?? []) measures.add(serving.id)
      const known = lines.get(fact.lineage_id)
      lines.set(fact.lineage_id, { mapped: answer.mapping !== 'UNMAPPED', answered: answer.figures.coverage > 0 && (known?.answered ?? true) })
    }
  }
  if (!applies) return null
  const all = [...lines.values()]
  const answered = all.filter((line) => line.answered).length
  const unmapped = all.filter((line) => !line.mapped).length
  return { total: all.length, answered, unmapped, linked: all.length - answered - unmapped, measures: measures.size }
}
