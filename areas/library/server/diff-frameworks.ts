import { isDeepStrictEqual } from 'node:util'
import type { Localized, ParsedFramework, ParsedNode } from './library-content.ts'

/** A node as a preview shows it. */
export type NodeSummary = { urn: string; ref_id: string | null; display_name: Localized; assessable: boolean }

export type FrameworkDiff = {
  /** Fields of the framework itself that differ, e.g. `max_score`. */
  fields: string[]
  added: NodeSummary[]
  removed: NodeSummary[]
  /** Nodes that both have, with the fields that differ; `parent` when the node hangs elsewhere. */
  changed: (NodeSummary & { fields: string[] })[]
}

/** What a newer version of a framework adds, changes and removes, matched by URN; a change of order alone is none. */
export function diffFrameworks(before: ParsedFramework, after: ParsedFramework): FrameworkDiff {
  const old = new Map(before.nodes.map((node) => [node.urn, node]))
  const urns = new Set(after.nodes.map(({ urn }) => urn))
  const { nodes: _before, ...oldFields } = before
  const { nodes: _after, ...newFields } = after
  return {
    fields: differing(oldFields, newFields),
    added: after.nodes.filter(({ urn }) => !old.has(urn)).map(summarise),
    removed: before.nodes.filter(({ urn }) => !urns.has(urn)).map(summarise),
    changed: after.nodes.flatMap((node) => {
      const known = old.get(node.urn)
      const fields = known ? differing(comparable(known, before), comparable(node, after)) : []
      return fields.length > 0 ? [{ ...summarise(node), fields }] : []
    }),
  }
}

function summarise({ urn, ref_id, display_name, assessable }: ParsedNode): NodeSummary {
  return { urn, ref_id, display_name, assessable }
}

/** Derived fields change with what they derive from; indexes of parents shift with every added node. */
function comparable(node: ParsedNode, { nodes }: ParsedFramework): object {
  const { display_name: _name, depth: _depth, parent, ...fields } = node
  return { ...fields, parent: parent === null ? null : nodes[parent]?.urn }
}

function differing(one: object, other: object): string[] {
  const values = new Map(Object.entries(other))
  return Object.entries(one).flatMap(([field, value]) => (isDeepStrictEqual(value, values.get(field)) ? [] : [field]))
}
