import type { FactIndex } from '#areas/scores/server/facts/fact-index.ts'
import type { ApplicationFact, ExclusionFact, LinkFact, NodeFact } from '#areas/scores/server/facts/facts.ts'
import { addCounts, MeanSum, NO_COUNTS } from './mean.ts'
import type { Counts, CountSum, Figures, Outcome } from './mean.ts'
import type { PolicyNode, PolicyTree } from './policy-tree.ts'
import { SharedList } from './shared-list.ts'
import { NO_FIGURES } from './solution.ts'
import type { PerimeterSolutions } from './solution.ts'

/** Whether a requirement enters the mean, and if not, why. */
export type Scope = 'IN' | 'OUT_OF_LEVEL' | 'NOT_APPLICABLE' | 'EXEMPTED'

/** A requirement's own answer in one perimeter; it is computed whatever its scope. */
export interface Answer {
  readonly figures: Figures
  readonly scope: Scope
  /** UNMAPPED = no solution; DISCARDED = every solution was discarded. */
  readonly mapping: 'MAPPED' | 'UNMAPPED' | 'DISCARDED'
}

/** A group of one application; masses are Σ weights of its requirements in scope. */
export interface GroupResult extends Outcome {
  readonly easedMass: number
  readonly strictMass: number
}

/** One policy applied to one perimeter; both lists go by `position` in the tree. */
export interface PolicyResult {
  readonly application: ApplicationFact
  readonly tree: PolicyTree
  /** Null for what is not assessable. */
  readonly answers: SharedList<Answer>
  /** Null for a requirement without children. */
  readonly groups: SharedList<GroupResult>
  readonly outcome: GroupResult
}

/** What an earlier computation of the same application and version still knows: positions not `dirty` are kept. */
export interface Reuse {
  readonly result: PolicyResult
  readonly dirty: ReadonlySet<number>
}

const EMPTY_TREE: PolicyTree = { roots: [], nodes: [], upwards: [], byLineage: new Map() }
const NO_SOLUTIONS: PerimeterSolutions = new Map()
const NO_LINKS: readonly LinkFact[] = []

/** Scores of one policy in one perimeter (scores, rules 5–7). */
export function policyResult(application: ApplicationFact, index: FactIndex, solutions: PerimeterSolutions = NO_SOLUTIONS, reuse?: Reuse): PolicyResult {
  const tree = index.trees.get(application.version_id) ?? EMPTY_TREE
  const exclusions = index.exclusions.get(application.perimeter_id)
  const { list: answers, set: setAnswer } = (reuse?.result.answers ?? new SharedList<Answer>()).edit()
  const { list: groups, set: setGroup } = (reuse?.result.groups ?? new SharedList<GroupResult>()).edit()
  for (const node of reuse ? withAncestors(tree, reuse.dirty) : tree.upwards) {
    const { fact, position } = node
    if (fact.assessable && !(reuse && !reuse.dirty.has(position))) {
      const scope = scopeOf(fact, application, exclusions?.get(fact.lineage_id))
      setAnswer(position, answer(scope, index.links.get(fact.lineage_id) ?? NO_LINKS, solutions))
    }
    if (isGroup(node)) setGroup(position, groupResult(node, node.children, answers, groups))
  }
  return { application, tree, answers, groups, outcome: groupResult(null, tree.roots, answers, groups) }
}

/** Whether the node has a mean; a requirement without children has only its answer. */
export function isGroup(node: PolicyNode): boolean {
  return !node.fact.assessable || node.children.length > 0
}

/** Out of level comes first, since the policy then does not ask; "not applicable" wins over an exemption. */
function scopeOf(fact: NodeFact, application: ApplicationFact, exclusion: ExclusionFact | undefined): Scope {
  if (fact.level !== null && application.level !== null && fact.level > application.level) return 'OUT_OF_LEVEL'
  const { groups } = application
  if (groups !== null && fact.groups !== null && fact.groups.length > 0 && !fact.groups.some((group) => groups.includes(group))) {
    return 'OUT_OF_LEVEL'
  }
  if (!exclusion) return 'IN'
  return exclusion.kind === 'NOT_APPLICABLE' ? 'NOT_APPLICABLE' : 'EXEMPTED'
}

function answer(scope: Scope, links: readonly LinkFact[], solutions: PerimeterSolutions): Answer {
  if (links.length === 0) return { figures: NO_FIGURES, scope, mapping: 'UNMAPPED' }
  let shares = 0
  let performance = 0
  let coverage = 0
  let proven = 0
  for (const { solution_id, share } of links) {
    const solution = solutions.get(solution_id)
    if (solution?.discarded) continue
    shares += share
    if (!solution) continue
    performance += share * solution.figures.performance
    coverage += share * solution.figures.coverage
    proven += share * solution.figures.proven
  }
  if (shares === 0) return { figures: NO_FIGURES, scope, mapping: 'DISCARDED' }
  const whole = Math.max(100, shares)
  if (coverage === 0) return { figures: NO_FIGURES, scope, mapping: 'MAPPED' }
  const figures = { performance: performance / whole, coverage: coverage / whole, proven: proven / whole }
  return { figures, scope, mapping: 'MAPPED' }
}

/** The two readings differ only where something is exempted. */
function groupResult(node: PolicyNode | null, children: readonly PolicyNode[], answers: SharedList<Answer>, groups: SharedList<GroupResult>): GroupResult {
  const counts: CountSum = { ...NO_COUNTS }
  const own = node && answers.get(node.position)
  if (own) addCounts(counts, countsOf(own))
  for (const { fact, position } of children) {
    const group = groups.get(position)
    if (group && fact.group_weight === 0) continue
    const answered = group ? null : answers.get(position)
    if (group) addCounts(counts, group.counts)
    else if (answered) addCounts(counts, countsOf(answered))
  }
  const strict = groupMean(node, children, answers, groups, false)
  const eased = counts.exempted === 0 ? strict : groupMean(node, children, answers, groups, true)
  return { eased: eased.figures, strict: strict.figures, counts, easedMass: eased.mass, strictMass: strict.mass }
}

/**
 * A requirement with children is a group whose own answer comes first. The mass is the literal Σ of requirement weights,
 * so a hand-set weight only shifts the balance among its siblings; below a hand-set 0 nothing weighs at all.
 */
function groupMean(
  node: PolicyNode | null,
  children: readonly PolicyNode[],
  answers: SharedList<Answer>,
  groups: SharedList<GroupResult>,
  exemptions: boolean,
): { figures: Figures | null; mass: number } {
  const sum = new MeanSum()
  let mass = 0
  const own = node && answers.get(node.position)
  if (own && inScope(own, exemptions)) {
    sum.add(own.figures, node.fact.weight)
    mass += node.fact.weight
  }
  for (const { fact, position } of children) {
    const group = groups.get(position)
    if (group) {
      if (fact.group_weight === 0) continue
      const weight = exemptions ? group.easedMass : group.strictMass
      sum.add(exemptions ? group.eased : group.strict, fact.group_weight ?? weight)
      mass += weight
      continue
    }
    const answered = answers.get(position)
    if (!answered || !inScope(answered, exemptions)) continue
    sum.add(answered.figures, fact.weight)
    mass += fact.weight
  }
  return { figures: sum.result(), mass }
}

/** Whether an answer enters the mean; with `exemptions`, exempted ones are left out. */
export function inScope({ scope }: Answer, exemptions: boolean): boolean {
  return scope === 'IN' || (scope === 'EXEMPTED' && !exemptions)
}

const COUNTED: Counts = { ...NO_COUNTS, counted: 1 }
const COUNTED_UNMAPPED: Counts = { ...COUNTED, unmapped: 1 }
const LEFT_OUT: Record<Exclude<Scope, 'IN'>, Counts> = {
  OUT_OF_LEVEL: { ...NO_COUNTS, out_of_level: 1 },
  NOT_APPLICABLE: { ...NO_COUNTS, not_applicable: 1 },
  EXEMPTED: { ...NO_COUNTS, exempted: 1 },
}

function countsOf({ scope, mapping }: Answer): Counts {
  if (scope !== 'IN') return LEFT_OUT[scope]
  return mapping === 'UNMAPPED' ? COUNTED_UNMAPPED : COUNTED
}

/** A requirement's outcome in one perimeter. */
export function answerOutcome(own: Answer): Outcome {
  return {
    eased: inScope(own, true) ? own.figures : null,
    strict: inScope(own, false) ? own.figures : null,
    counts: countsOf(own),
  }
}

/** Outcome of a node, by lineage, in one application; undefined when its version does not hold it. */
export function nodeOutcome(result: PolicyResult, lineageId: number): Outcome | undefined {
  const node = result.tree.byLineage.get(lineageId)
  if (!node) return undefined
  const group = result.groups.get(node.position)
  if (group) return group
  const own = result.answers.get(node.position)
  return own ? answerOutcome(own) : undefined
}

/** Children before their parent. */
function withAncestors(tree: PolicyTree, dirty: ReadonlySet<number>): PolicyNode[] {
  const nodes = new Set<PolicyNode>()
  for (const position of dirty) {
    for (let node = tree.nodes[position] ?? null; node && !nodes.has(node); node = node.parent) nodes.add(node)
  }
  return [...nodes].toSorted((a, b) => b.position - a.position)
}
