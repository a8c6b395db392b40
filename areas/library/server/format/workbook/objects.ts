import type { JsonObject } from '#areas/library/server/library-content.ts'
import type { Fills } from '#kit/server/sheets/cell-fills.ts'
import { excerpt } from '#areas/library/server/format/item.ts'
import type { Keys, Line, Table } from './tables.ts'
import { hyphened } from './urns.ts'

/** Measure models, threats and metrics: each line with a reference is one. */
export function readListed(table: Table, base: string, suffix: (text: string) => string, more: (line: Line) => JsonObject = () => ({})): JsonObject[] {
  if (!table.needs('ref_id')) return []
  return table.lines.flatMap((line) => {
    const ref = line.text('ref_id')
    if (ref === null) {
      line.warn('ref_id', 'line_without_reference', {})
      return []
    }
    // An identifier that is written out is nobody's to make again.
    const urn = `${base}:${line.text('node_id') ?? suffix(ref)}`
    return [
      line.object(
        { urn, ref_id: ref, name: line.text('name'), description: line.text('description'), annotation: line.text('annotation'), ...more(line) },
        { urn: 'ref_id' },
      ),
    ]
  })
}

export const controlFields = (line: Line): JsonObject => ({
  category: line.text('category'),
  csf_function: line.text('csf_function'),
  typical_evidence: line.text('typical_evidence'),
})

export function metricFields(line: Line): JsonObject {
  const category = line.text('category')?.toLowerCase() ?? 'quantitative'
  const better = line.text('higher_is_better')?.toLowerCase()
  const target = line.text('default_target')
  if (target !== null && Number.isNaN(Number(target))) line.fault('default_target', 'wrong_number', { column: 'default_target', found: excerpt(target) })
  const choices = line.lines('choices_definition').map((choice) => {
    const [name = '', description] = choice.split('|', 2)
    return { name: name.trim(), ...(description !== undefined && { description: description.trim() }) }
  })
  return {
    category,
    unit: line.text('unit'),
    higher_is_better: better === undefined || ['1', 'true', 'yes', 'x'].includes(better),
    default_target: target === null ? null : Number(target),
    ...(category === 'qualitative' && choices.length > 0 && { choices_definition: choices }),
  }
}

export function readGroups(table: Table): JsonObject[] {
  if (!table.needs('ref_id')) return []
  return table.lines.map((line) =>
    line.object({
      ref_id: line.text('ref_id'),
      name: line.text('name'),
      description: line.text('description'),
      ...(line.ticked('default_selected') && { default_selected: true }),
    }),
  )
}

export function readScores(table: Table): JsonObject[] {
  if (!table.needs('score')) return []
  return table.lines.map((line) =>
    line.object({
      score: line.integer('score'),
      name: line.text('name'),
      description: line.text('description'),
      description_doc: line.text('description_doc'),
    }),
  )
}

interface Ends {
  readonly source: string
  readonly target: string
  /** Whether an identifier with blanks is one as it is written. */
  readonly asWritten?: (urn: string) => boolean
}

/** Which node answers which; lines that say nothing of a pair are no pairs. */
export function readPairs(table: Table, { source, target, asWritten = () => false }: Ends): JsonObject[] {
  if (!table.needs('source_node_id', 'target_node_id', 'relationship')) return []
  return table.lines.flatMap((line) => {
    const absent = ['source_node_id', 'target_node_id', 'relationship'].filter((column) => line.text(column) === null)
    for (const column of absent) line.fault(column, 'missing_cell', { column })
    if (absent.length > 0) return []
    const urnOf = (base: string, id: string) => (asWritten(`${base}:${id}`) ? `${base}:${id}` : `${base}:${hyphened(id)}`)
    return [
      line.object(
        {
          source_requirement_urn: urnOf(source, line.text('source_node_id') ?? ''),
          target_requirement_urn: urnOf(target, line.text('target_node_id') ?? ''),
          relationship: line.text('relationship'),
          rationale: line.text('rationale'),
          strength_of_relationship: line.integer('strength_of_relationship'),
          annotation: line.text('annotation'),
        },
        { source_requirement_urn: 'source_node_id', target_requirement_urn: 'target_node_id' },
      ),
    ]
  })
}

const turned: Readonly<Record<string, string>> = { subset: 'superset', superset: 'subset' }

/** The same pairs seen from the other framework. */
export function turnedPair(pair: JsonObject): JsonObject {
  const relationship = String(pair['relationship']).toLowerCase()
  return {
    ...pair,
    source_requirement_urn: pair['target_requirement_urn'] ?? null,
    target_requirement_urn: pair['source_requirement_urn'] ?? null,
    relationship: turned[relationship] ?? relationship,
  }
}

const matrixParts = ['probability', 'impact', 'risk'] as const

/** A matrix: its levels by kind, and for each probability the risk of each impact. A level has the colour of its cell. */
export function readMatrix(keys: Keys, prefix: string, table: Table, fills: Fills): JsonObject {
  const grids = [...table.columns.keys()].filter((column) => /^grid\d+$/.test(column))
  table.needs('type', 'id', 'name', ...(grids.length > 0 ? [] : ['grid']))
  const parts: Record<string, { readonly id: number; readonly level: JsonObject; readonly line: Line }[]> = { probability: [], impact: [], risk: [] }
  for (const line of table.lines) {
    const type = line.text('type')?.toLowerCase() ?? ''
    const id = line.integer('id')
    const part = parts[type]
    if (!part) line.fault('type', 'not_in_list', { column: 'type', found: excerpt(type), allowed: matrixParts.join(', ') })
    else if (id === null) line.fault('id', 'missing_cell', { column: 'id' })
    else {
      const said = line.text('color')
      const hexcolor = fills.get(`${line.n - 1}:${table.columns.get('color') ?? -1}`) ?? (/^#[0-9a-f]{6}$/i.test(said ?? '') ? said : null)
      const level = line.object({ id, abbreviation: line.text('abbreviation'), name: line.text('name'), description: line.text('description'), hexcolor })
      part.push({ id, level, line })
    }
  }
  for (const part of Object.values(parts)) part.sort((one, other) => one.id - other.id)
  const used = grids.filter((column) => parts.probability?.some(({ line }) => line.text(column) !== null))
  const grid = (parts.probability ?? []).map(({ line }) =>
    used.map((column) => {
      if (line.text(column) === null) line.fault(column, 'missing_cell', { column: 'grid' })
      return line.integer(column)
    }),
  )
  return keys.object(prefix, {
    urn: keys.text(`${prefix}urn`),
    ref_id: keys.text(`${prefix}ref_id`),
    name: keys.text(`${prefix}name`),
    description: keys.text(`${prefix}description`),
    ...Object.fromEntries(matrixParts.map((part) => [part, (parts[part] ?? []).map(({ level }) => level)])),
    grid,
  })
}
