import type { Json, JsonObject } from '#areas/library/server/library-content.ts'
import { excerpt } from '#areas/library/server/format/item.ts'
import { readQuestions, type Asking } from './questions.ts'
import type { Line, Table } from './tables.ts'
import { cleaned, entriesOf, hyphened } from './urns.ts'

export interface NodeForm extends Asking {
  /** What the identifiers of nodes begin with. */
  readonly base: string
  /** How a reference becomes the end of an identifier. */
  readonly suffix: (text: string) => string
  /** Whether a name stands in for a reference where there is neither reference nor parent. */
  readonly named: boolean
  /** The node that holds all that have no other parent. */
  readonly root: string | null
  readonly prefixes: ReadonlyMap<string, string>
}

const importances = new Set(['mandatory', 'recommended', 'nice_to_have', 'undefined'])

/** The nodes of a framework, in the order of their lines; the tree follows from how deep each says it stands. */
export function readNodes(table: Table, form: NodeForm, known: Set<string>): JsonObject[] {
  if (!table.has('assessable') && !table.has('depth')) table.needs('assessable', 'depth')
  const lines = table.lines
  const counted = countedBy(table, lines)
  const above: { depth: number; urn: string }[] = []
  /** How many without a reference there are below each. */
  const unnamed = new Map<string, number>()
  return lines.flatMap((line) => {
    const depth = table.has('depth') ? depthOf(line) : 1
    if (depth === null) return []
    while ((above.at(-1)?.depth ?? 0) >= depth) above.pop()
    const before = above.at(-1)
    if (depth > (before?.depth ?? 0) + 1) line.warn('depth', 'depth_gap', { from: before?.depth ?? 0, to: depth })
    const parent = before?.urn ?? form.root
    const ref = line.text('ref_id')
    const own = line.text('node_id') ?? line.text('urn_id')
    let urn: string
    if (counted) urn = `${form.base}:${counted(line, own, ref)}`
    else if (own !== null) urn = `${form.base}:${own}`
    else if (ref !== null) {
      urn = `${form.base}:${form.suffix(ref)}`
      // Two references may differ by nothing but their accents.
      if (known.has(urn.toLowerCase())) urn = `${form.base}:${hyphened(ref)}`
    } else {
      const n = (unnamed.get(parent ?? '') ?? 0) + 1
      unnamed.set(parent ?? '', n)
      const name = form.named ? line.text('name') : null
      urn = parent !== null ? `${parent}:${n}` : name !== null ? `${form.base}:${form.suffix(name)}` : `${form.base}:node${n}`
    }
    if (known.has(urn.toLowerCase())) line.fault(ref === null ? 'depth' : 'ref_id', 'duplicate_node', { urn: excerpt(urn) })
    known.add(urn.toLowerCase())
    above.push({ depth, urn })
    return [nodeOf(line, form, { urn, parent, ref, depth })]
  })
}

function depthOf(line: Line): number | null {
  const text = line.text('depth')
  const depth = line.integer('depth')
  if (text === null) line.fault('depth', 'missing_depth')
  else if (depth !== null && depth < 1) line.fault('depth', 'wrong_integer', { column: 'depth', found: excerpt(text) })
  else return depth
  return null
}

/** Old files number the lines that have no reference; a column of corrections says so. */
function countedBy(table: Table, lines: readonly Line[]): ((line: Line, own: string | null, ref: string | null) => string) | null {
  let shift = 0
  if (table.has('fix_count') && lines.some((line) => line.text('fix_count') !== null)) {
    return (line, own, ref) => {
      const correction = line.integer('fix_count') ?? 0
      shift += correction
      return own ?? (ref !== null && correction === 0 ? hyphened(ref) : `node${line.n - 2 + shift}`)
    }
  }
  if (table.has('skip_count') && lines.some((line) => line.ticked('skip_count'))) {
    return (line, own, ref) => {
      if (line.ticked('skip_count')) {
        shift += 1
        return `node${line.n - shift}-${shift}`
      }
      return own ?? (ref !== null ? hyphened(ref) : `node${line.n - shift}`)
    }
  }
  return null
}

function nodeOf(
  line: Line,
  form: NodeForm,
  { urn, parent, ref, depth }: { urn: string; parent: string | null; ref: string | null; depth: number },
): JsonObject {
  const importance =
    line
      .text('importance')
      ?.toLowerCase()
      .replaceAll(/[\s-]+/g, '_') ?? null
  if (importance !== null && !importances.has(importance)) {
    line.fault('importance', 'not_in_list', { column: 'importance', found: excerpt(importance), allowed: [...importances].join(', ') })
  }
  const groups = (line.text('implementation_groups') ?? '')
    .split(',')
    .map((group) => group.trim())
    .filter(Boolean)
  const listed = (column: string): Json | undefined => {
    const urns = entriesOf(line.text(column)).flatMap((entry) => urnOf(entry, line, column, form))
    return urns.length > 0 ? urns : undefined
  }
  return line.object(
    {
      urn,
      assessable: line.ticked('assessable'),
      depth,
      parent_urn: parent,
      ref_id: ref,
      name: line.text('name'),
      description: line.text('description'),
      annotation: line.text('annotation'),
      typical_evidence: line.text('typical_evidence'),
      importance: importance === 'undefined' ? null : importance,
      weight: line.integer('weight'),
      min_score: line.integer('min_score'),
      max_score: line.integer('max_score'),
      scores_definition_ref: line.text('scores_definition'),
      implementation_groups: groups.length > 0 ? groups : undefined,
      threats: listed('threats'),
      reference_controls: listed('reference_controls'),
      questions: readQuestions(line, urn, form),
    },
    { urn: 'ref_id', parent_urn: 'depth', scores_definition_ref: 'scores_definition' },
  )
}

/** `prefix:reference`, or a whole identifier; what cannot be read as either is told and left out. */
function urnOf(entry: string, line: Line, column: string, { prefixes, suffix }: NodeForm): string[] {
  if (entry.startsWith('urn:')) return [entry]
  const [prefix = '', ...rest] = entry.split(':')
  const base = prefixes.get(prefix)
  if (rest.length > 0 && base !== undefined) return [`${base}:${suffix(rest.join(':'))}`]
  line.warn(column, 'unknown_prefix', { entry: excerpt(entry) })
  return []
}

export const suffixes = { first: hyphened, second: cleaned }
