import { sql } from 'kysely'
import type { ControlSuggestions, Suggestion, SuggestedModel, VersionSuggestions } from '#areas/policies/contract/linking.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import { readFacts, type Facts, type Place, type Sourced } from './facts.ts'
import { rank, type Ranked } from './rank.ts'

/** Suggestions that a row offers. */
const offered = 3
/** Requirements elsewhere that are shown beside one. */
const nearShown = 6

/** The models that could still be linked, by requirement, the best first. */
function openOf({ requirements, evidence, inPlace }: Facts): Map<number, Ranked<Sourced>[]> {
  const ranked = rank(evidence, inPlace)
  return new Map(
    requirements.map(({ id, linked }) => {
      const taken = new Set(linked.map(({ solution }) => solution))
      return [id, (ranked.get(id) ?? []).filter(({ solution }) => !taken.has(solution))]
    }),
  )
}

/** What is accepted unseen for each requirement that has no model yet: the first above a percent, and what nobody uses only where nothing in place is suggested. */
export async function acceptable(tx: Tx, versionId: number, above: number): Promise<Ranked[]> {
  const facts = await readFacts(tx, versionId, null)
  const open = openOf(facts)
  return facts.requirements.flatMap(({ id, linked }) => {
    const suggested = linked.length === 0 ? (open.get(id) ?? []) : []
    const used = suggested.filter(({ solution }) => facts.inPlace.has(solution))
    return (used.length > 0 ? used : suggested).filter(({ percent }) => percent > above).slice(0, 1)
  })
}

/** What is suggested for a version; six statements. */
export async function suggestForVersion(tx: Tx, versionId: number): Promise<VersionSuggestions> {
  const { customerId } = tx
  const facts = await readFacts(tx, versionId, null)
  const open = openOf(facts)
  const ranked = rank(facts.evidence)
  const waits = new Set(facts.requirements.flatMap(({ id, linked }) => linked.flatMap((link) => (link.to_confirm ? [`${id} ${link.solution}`] : []))))
  const shown = facts.requirements.flatMap(({ id }) => [
    ...(open.get(id) ?? []).slice(0, offered),
    ...(ranked.get(id) ?? []).filter(({ control, solution }) => waits.has(`${control} ${solution}`)),
  ])
  const [models, waiting] = await Promise.all([
    readModels(
      tx,
      shown.map(({ solution }) => solution),
      facts.inPlace,
    ),
    tx.run(sql<{ control: number; solution: number; by: string | null; at: Date }>`select c.id as control, cs.solution_id as solution,
        (select m.name from member m where m.customer_id = cs.customer_id and m.id = cs.linked_by) as by, cs.valid_from as at
      from control c join control_solution cs on cs.customer_id = c.customer_id and cs.lineage_id = c.lineage_id and cs.to_confirm
      where c.customer_id = ${customerId} and c.policy_version_id = ${versionId} order by c.position, c.id`),
  ])
  return {
    total: facts.total,
    models: [...models.values()],
    suggestions: shown.map(suggestionOf),
    waiting: waiting.map((row) => ({ ...row, at: row.at.toISOString() })),
  }
}

/** What is suggested for one requirement, with every source. */
export async function suggestForControl(tx: Tx, controlId: number): Promise<ControlSuggestions> {
  const { customerId, who } = tx
  const control = await tx.first(sql<{ version: number; description: string | null }>`select c.policy_version_id as version,
      ${localizedText(rowRef('c'), 'description', who.lang)} as description from control c where c.customer_id = ${customerId} and c.id = ${controlId}`)
  const facts = await readFacts(tx, control?.version ?? 0, controlId)
  const suggestions = (openOf(facts).get(controlId) ?? []).slice(0, offered)
  const models = await readModels(
    tx,
    suggestions.map(({ solution }) => solution),
    facts.inPlace,
  )
  return {
    description: control?.description ?? null,
    near: (facts.near.get(controlId) ?? []).slice(0, nearShown).map(placeOf),
    suggestions: suggestions.flatMap(({ solution, percent, share, evidence }) => {
      const model = models.get(solution)
      return model ? [{ ...model, percent, share, kind: evidence[0].kind, sources: evidence.map(sourceOf) }] : []
    }),
  }
}

const suggestionOf = ({ control, solution, percent, share, evidence: [first] }: Ranked<Sourced>): Suggestion => ({
  control,
  solution,
  percent,
  share,
  kind: first.kind,
  policy: first.place?.policy ?? null,
  identifier: first.place?.identifier ?? null,
})

const placeOf = ({ policy_id, policy, control_id, identifier, name }: Place) => ({ policy_id, policy, control_id, identifier, name })
const nowhere = { policy_id: null, policy: null, control_id: null, identifier: null, name: null }
const sourceOf = ({ kind, percent, pair, place }: Sourced) => ({
  kind,
  percent,
  relationship: pair?.relationship ?? null,
  mapping_set: pair?.mapping_set ?? null,
  ...(place ? placeOf(place) : nowhere),
})

/** Models by id, with the measures in place that the reader reaches. */
async function readModels(tx: Tx, ids: readonly number[], inPlace: Facts['inPlace']): Promise<Map<number, SuggestedModel>> {
  const { customerId, who } = tx
  const rows = await tx.run(sql<Omit<SuggestedModel, 'measures'>>`select s.id, s.identifier, ${localizedText(rowRef('s'), 'name', who.lang)} as name
    from solution s where s.customer_id = ${customerId} and s.id = any(${[...new Set(ids)]}::bigint[])`)
  return new Map(rows.map((row) => [row.id, { ...row, measures: inPlace.get(row.id) ?? 0 }]))
}

/** How many requirements without a model have a suggestion from texts that are alike alone. */
export async function countAlike(tx: Tx, versionId: number): Promise<number> {
  const facts = await readFacts(tx, versionId, null)
  const mapped = new Set(facts.evidence.flatMap(({ kind, control }) => (kind === 'MAPPING' ? [control] : [])))
  const open = openOf(facts)
  return facts.requirements.filter(({ id, linked }) => linked.length === 0 && !mapped.has(id) && (open.get(id)?.length ?? 0) > 0).length
}
