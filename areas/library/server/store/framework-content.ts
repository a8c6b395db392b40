import type { ControlContent, GroupContent } from '#areas/policies/server/index.ts'
import type { ImplementationGroup } from '#areas/policies/contract/policy-version.ts'
import type { ParsedFramework, ParsedNode } from '#areas/library/server/library-content.ts'
import { otherTexts, singleText } from './single-text.ts'

export interface FrameworkContent {
  readonly groups: readonly GroupContent[]
  /** What their nodes name as threats is looked up when they are stored. */
  readonly controls: readonly Omit<ControlContent, 'threats'>[]
  /** The node of each control, in the same order. */
  readonly nodes: readonly ParsedNode[]
}

/** What a version holds of a framework: assessable leaves are requirements, the rest groups; an assessable node with children is both, the group holding it first. */
export function contentOf(framework: ParsedFramework): FrameworkContent {
  const parents = new Set(framework.nodes.map((node) => node.parent))
  const isGroup = (node: ParsedNode, index: number) => !node.assessable || parents.has(index)
  const places = new Map<number, number>()
  framework.nodes.forEach((node, index) => {
    if (isGroup(node, index)) places.set(index, places.size)
  })
  const placeOf = (index: number | null) => (index === null ? null : (places.get(index) ?? null))
  const groups: GroupContent[] = []
  const controls: Omit<ControlContent, 'threats'>[] = []
  const nodes: ParsedNode[] = []
  for (const [index, node] of framework.nodes.entries()) {
    const { display_name, description, urn, ref_id: identifier, annotation, typical_evidence } = node
    const name = { identifier, name_en: display_name.en, name_fr: display_name.fr, urn }
    const described = {
      description_en: description.en,
      description_fr: description.fr,
      annotation: singleText(annotation),
      translations: otherTexts(node.translations, { annotation, typical_evidence }),
    }
    const inGroup = isGroup(node, index)
    if (inGroup) {
      const text = node.assessable ? { description_en: null, description_fr: null, annotation: null, translations: described.translations } : described
      groups.push({ ...name, ...text, parent: placeOf(node.parent), weight: null, position: 2 * index })
    }
    if (!node.assessable) continue
    nodes.push(node)
    controls.push({
      ...name,
      ...described,
      group: placeOf(inGroup ? index : node.parent),
      key: urn,
      weight: Math.min(1000, Math.max(1, Math.round(node.weight ?? 1))),
      level: node.level,
      implementation_groups: node.implementation_groups,
      typical_evidence: singleText(typical_evidence),
      source: sourceOf(node),
      position: 2 * index + 1,
    })
  }
  return { groups, controls, nodes }
}

/** What a requirement says beyond its columns; null when that is nothing. */
function sourceOf({ min_score, max_score, scores_definition_ref, display_mode, links, extra }: ParsedNode): Record<string, unknown> | null {
  const entries = Object.entries({
    min_score,
    max_score,
    scores_definition_ref,
    extra,
    display_mode: display_mode === 'default' ? null : display_mode,
    links: links.length > 0 ? links : null,
  }).filter(([, value]) => value !== null)
  return entries.length > 0 ? Object.fromEntries(entries) : null
}

export const groupsOf = (framework: ParsedFramework): ImplementationGroup[] =>
  framework.implementation_groups_definition.map(({ ref_id, name, description, default_selected }) => ({
    ref_id,
    name_en: name.en,
    name_fr: name.fr,
    description_en: description.en,
    description_fr: description.fr,
    default_selected,
  }))
