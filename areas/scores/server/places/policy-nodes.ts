import { sql } from 'kysely'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import type { Tx } from '#kit/server/data/database/transaction.ts'
import type { PolicyScoreNode } from '#areas/scores/contract/calls.ts'
import { outcomeAt } from '#areas/scores/server/compute/compute.ts'
import type { Place, ScoreResult } from '#areas/scores/server/compute/compute.ts'
import type { PolicyNode, PolicyTree } from '#areas/scores/server/compute/policy-tree.ts'
import { toScore } from '#areas/scores/server/compute/score.ts'

/** Groups and requirements, or groups alone, in the order of the text, in the version in force at the place, each with its score there; empty when the policy applies nowhere. */
export async function policyNodes(tx: Tx, result: ScoreResult, place: Place, policyId: number, only?: 'groups'): Promise<PolicyScoreNode[]> {
  const found = versionAt(result, place, policyId)
  if (!found) return []
  const names = await namesOf(tx, found.version)
  const rank = ({ fact }: PolicyNode): number => names.get(fact.id)?.rank ?? 0
  const inOrder = (nodes: readonly PolicyNode[]): PolicyNode[] =>
    nodes.toSorted((a, b) => rank(a) - rank(b)).flatMap((node) => [node, ...inOrder(node.children)])
  return inOrder(found.tree.roots).flatMap(({ fact, parent }): PolicyScoreNode[] => {
    const name = names.get(fact.id)
    return name === undefined || (only === 'groups' && fact.id > 0)
      ? []
      : [
          {
            kind: fact.id < 0 ? 'GROUP' : 'REQUIREMENT',
            id: Math.abs(fact.id),
            lineage_id: fact.lineage_id,
            parent_id: parent && Math.abs(parent.fact.id),
            name: name.name ?? '',
            identifier: name.identifier,
            weight: fact.id < 0 ? fact.group_weight : fact.weight,
            score: toScore(outcomeAt(result, place, { policy_id: policyId, lineage_id: fact.lineage_id })),
          },
        ]
  })
}

/** The perimeter's own version, else the newest in force anywhere. */
export function versionAt(result: ScoreResult, place: Place, policyId: number): { version: number; tree: PolicyTree } | undefined {
  const here = place.kind === 'OWN' || place.kind === 'CONSOLIDATED' ? result.policies.get(place.perimeter_id)?.get(policyId) : undefined
  const version =
    here?.application.version_id ?? Math.max(...result.facts.applications.filter((row) => row.policy_id === policyId).map((row) => row.version_id))
  const tree = result.index.trees.get(version)
  return tree && { version, tree }
}

interface Name {
  readonly id: number
  readonly name: string | null
  readonly identifier: string | null
  readonly rank: number
}

async function namesOf(tx: Tx, version: number): Promise<Map<number, Name>> {
  const named = (alias: string) => localizedText(rowRef(alias), 'name', tx.who.lang)
  const rows = await tx.run(sql<Name>`select *, row_number() over (order by position, id > 0, abs(id)) as rank from (
    select -g.id as id, ${named('g')} as name, g.identifier collate "C" as identifier, g.position from control_group g where g.customer_id = ${tx.customerId} and g.policy_version_id = ${version}
    union all
    select c.id, ${named('c')}, c.identifier collate "C", c.position from control c where c.customer_id = ${tx.customerId} and c.policy_version_id = ${version}) nodes`)
  return new Map(rows.map((row) => [row.id, row]))
}
