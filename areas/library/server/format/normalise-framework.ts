import type { ImplementationGroup, Json, ParsedFramework, ParsedNode, ScoreLevel } from '#areas/library/server/library-content.ts'
import { isObject, type Item } from './item.ts'
import { limits } from './limits.ts'
import { displayName, localise } from './localise.ts'
import { readQuestions } from './normalise-questions.ts'
import { readObject } from './read-object.ts'
import { urnTail } from './urn.ts'

/** Scores go from 0 to 100 unless a framework says otherwise. */
const defaultScores = { min: 0, max: 100 }

/** Reads a framework with its nodes; parents, scores, groups and questions are checked against each other. */
export function readFramework(item: Item): ParsedFramework {
  const object = readObject(item, 'framework')
  if (object.name.en === null && object.name.fr === null) throw item.fault('missing_field', {}, 'name')
  const min_score = item.integer('min_score') ?? defaultScores.min
  const max_score = item.integer('max_score') ?? defaultScores.max
  if (min_score < 0 || min_score >= max_score) throw item.fault('score_range', { min: min_score, max: max_score }, 'max_score')
  const framework: ParsedFramework = {
    ...object,
    min_score,
    max_score,
    scores_definition: readScores(item),
    implementation_groups_definition: readGroups(item),
    outcomes_definition: item.json('outcomes_definition'),
    field_visibility: item.json('field_visibility'),
    nodes: readNodes(item),
    ...item.rest(),
  }
  checkReferences(framework, item)
  return framework
}

function readScores(item: Item): ParsedFramework['scores_definition'] {
  const value = item.json('scores_definition')
  const nested = isObject(value) && ('scale' in value || 'alternatives' in value) ? item.item('scores_definition') : null
  if (!nested) return { scale: item.items('scores_definition').map(readScoreLevel), alternatives: {} }
  const alternatives = nested.item('alternatives')
  return {
    scale: nested.items('scale').map(readScoreLevel),
    alternatives: Object.fromEntries(Object.keys(alternatives?.value ?? {}).map((name) => [name, alternatives?.items(name).map(readScoreLevel) ?? []])),
  }
}

function readScoreLevel(item: Item): ScoreLevel {
  const score = item.integer('score')
  if (score === null) throw item.fault('missing_field', {}, 'score')
  return {
    score,
    name: item.localized('name'),
    description: item.localized('description'),
    description_doc: item.localized('description_doc'),
    ...item.rest(),
  }
}

function readGroups(framework: Item): ImplementationGroup[] {
  const seen = new Set<string>()
  return framework.items('implementation_groups_definition').map((item) => {
    const ref_id = item.required('ref_id')
    if (seen.has(ref_id)) throw item.fault('duplicate_group', { group: ref_id })
    seen.add(ref_id)
    return {
      ref_id,
      name: item.localized('name'),
      description: item.localized('description'),
      default_selected: item.flag('default_selected') ?? false,
      ...item.rest(),
    }
  })
}

const levels = { mandatory: 1, recommended: 2, nice_to_have: 3, undefined: null } as const

function readNodes(framework: Item): ParsedNode[] {
  const items = framework.items('requirement_nodes')
  const nodes = items.map((item): ParsedNode & { parentUrn: string | null; declaredDepth: Json } => {
    const object = readObject(item, 'requirement')
    const assessable = item.flag('assessable')
    if (assessable === null) throw item.fault('missing_field', {}, 'assessable')
    const locale = item.reading.locale
    return {
      ...object,
      display_name: displayName(object.name, [object.description, localise(object.ref_id, locale)], urnTail(object.urn), locale),
      parent: null,
      parentUrn: item.referOne('parent_urn', null),
      depth: 0,
      // Only informs: the tree is that of the parents.
      declaredDepth: item.json('depth'),
      assessable,
      withdrawn: false,
      typical_evidence: item.localized('typical_evidence'),
      implementation_groups: [...new Set(item.texts('implementation_groups'))],
      reference_controls: item.refer('reference_controls', 'reference_control'),
      threats: item.refer('threats', 'threat'),
      level: levels[item.word('importance', ['mandatory', 'recommended', 'nice_to_have', 'undefined']) ?? 'undefined'],
      weight: item.integer('weight', { min: 1 }),
      min_score: item.integer('min_score', { min: 0 }),
      max_score: item.integer('max_score', { min: 0 }),
      scores_definition_ref: item.text('scores_definition_ref'),
      display_mode: item.word('display_mode', ['default', 'splash']) ?? 'default',
      questions: readQuestions(item),
      links: [],
      ...item.rest(),
    }
  })
  const byUrn = new Map(nodes.map(({ urn }, index) => [urn, index]))
  const parents = nodes.map(({ parentUrn }, index) => {
    if (parentUrn === null) return null
    const parent = byUrn.get(parentUrn)
    if (parent === undefined) throw items[index]?.fault('unknown_parent', { parent: parentUrn }, 'parent_urn')
    return parent
  })
  const depths = treeDepths(parents, (index, key) => items[index]?.fault(key, { max: limits.depth }, 'parent_urn'))
  return nodes.map((read, index) => {
    const { parentUrn: _parentUrn, declaredDepth, ...node } = read
    const depth = depths[index] ?? 1
    if (Number(declaredDepth) !== depth) framework.reading.report.warn('depth_differs', {}, node.urn)
    return { ...node, parent: parents[index] ?? null, depth }
  })
}

/** The depth of each node, 1 for roots, in any order of the list; throws what `fault` makes for a cycle. */
function treeDepths(parents: (number | null)[], fault: (index: number, key: 'parent_cycle' | 'too_deep') => Error | undefined): number[] {
  const depths: number[] = Array.from({ length: parents.length }, () => 0)
  for (let start = 0; start < parents.length; start++) {
    const chain: number[] = []
    const onChain = new Set<number>()
    let at: number | null = start
    while (at !== null && depths[at] === 0) {
      if (onChain.has(at)) throw fault(at, 'parent_cycle')
      onChain.add(at)
      chain.push(at)
      at = parents[at] ?? null
    }
    let depth = at === null ? 0 : (depths[at] ?? 0)
    for (const index of chain.toReversed()) {
      if (++depth > limits.depth) throw fault(index, 'too_deep')
      depths[index] = depth
    }
  }
  return depths
}

/** What does not fit inside the framework is told, not refused: published files hold 1,490 undeclared groups. */
function checkReferences(framework: ParsedFramework, item: Item): void {
  const { report } = item.reading
  const groups = new Set(framework.implementation_groups_definition.map(({ ref_id }) => ref_id))
  const { alternatives } = framework.scores_definition
  const tell = (group: string, urn: string): void => {
    if (!groups.has(group)) report.warn('undeclared_group', { group, framework: framework.urn }, urn)
  }
  if (framework.nodes.length === 0) report.warn('framework_without_node', { framework: framework.urn }, framework.urn)
  const choices = new Set(framework.nodes.flatMap((node) => node.questions.flatMap((question) => question.choices.map(({ urn }) => urn))))
  for (const node of framework.nodes) {
    for (const group of node.implementation_groups) tell(group, node.urn)
    const min = node.min_score ?? framework.min_score
    const max = node.max_score ?? framework.max_score
    if (min >= max) throw item.fault('score_range', { object: node.urn, min, max }, 'requirement_nodes')
    if (node.scores_definition_ref !== null) {
      const scale = Object.hasOwn(alternatives, node.scores_definition_ref) ? alternatives[node.scores_definition_ref] : []
      const named = new Set(scale?.map(({ score }) => score).filter((score) => score >= min && score <= max))
      if (named.size < max - min + 1) report.warn('scores_not_covered', { name: node.scores_definition_ref, framework: framework.urn }, node.urn)
    }
    for (const question of node.questions) {
      for (const choice of question.choices) for (const group of choice.select_implementation_groups) tell(group, choice.urn)
      const { depends_on } = question
      if (!depends_on) continue
      const unknown = [depends_on.question].filter((urn) => !report.isDefined('question', urn))
      unknown.push(...depends_on.answers.filter((urn) => !choices.has(urn)))
      for (const urn of unknown) report.warn('unknown_dependency', { urn }, question.urn)
    }
  }
}
