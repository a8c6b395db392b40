import type { JsonObject } from '#areas/library/server/library-content.ts'
import { readNodes, suffixes } from './nodes.ts'
import { controlFields, readGroups, readListed, readMatrix, readPairs, readScores } from './objects.ts'
import { readAnswers } from './questions.ts'
import type { Book } from './book.ts'
import type { Keys, Table } from './tables.ts'
import { entriesOf, hyphened } from './urns.ts'

/** One sheet (`library_content`) says what the library is, and which sheets hold what. */
export function readFirstGeneration(book: Book, keys: Keys): JsonObject {
  const { findings } = book.reading
  const tabs = keys.rows.flatMap(([key, name, type, argument]) => {
    if (key?.toLowerCase() !== 'tab' || !name) return []
    const table = book.table(name)
    if (!table) findings.warn('sheet_missing', { sheet: name })
    return table ? [{ table, type: type?.toLowerCase() ?? '', argument: argument ?? null }] : []
  })
  const of = (type: string): Table[] => tabs.filter((tab) => tab.type === type).map(({ table }) => table)
  const objects: Record<string, JsonObject | JsonObject[]> = {}

  if (of('reference_controls').length > 0) {
    const base = keys.required('reference_control_base_urn')
    objects.reference_controls = of('reference_controls').flatMap((table) => readListed(table, base, hyphened, controlFields))
  }
  if (of('threats').length > 0) {
    const base = keys.required('threat_base_urn')
    objects.threats = of('threats').flatMap((table) => readListed(table, base, hyphened))
  }
  const requirements = tabs.filter(({ type }) => type === 'requirements')
  if (requirements.length > 0) {
    const urn = keys.required('framework_urn')
    const base = urn.replaceAll('framework', 'req_node')
    const prefixes = prefixesOf(keys)
    const answers = of('answers')[0] ?? book.table('answers')
    const form = { base, suffix: suffixes.first, named: false, prefixes, answers: answers ? readAnswers(answers) : new Map(), continued: true }
    const known = new Set<string>()
    const nodes = requirements.flatMap(({ table, argument }) => {
      const root = argument === null ? null : `${base}:${hyphened(argument)}`
      if (root !== null) known.add(root.toLowerCase())
      return [...(root === null ? [] : [{ urn: root, name: argument, assessable: false }]), ...readNodes(table, { ...form, root }, known)]
    })
    const scores = of('scores').flatMap(readScores)
    const groups = of('implementation_groups').flatMap(readGroups)
    objects.framework = keys.object('framework_', {
      urn,
      ref_id: keys.text('framework_ref_id'),
      name: keys.text('framework_name'),
      description: keys.text('framework_description'),
      min_score: keys.integer('framework_min_score'),
      max_score: keys.integer('framework_max_score'),
      ...(scores.length > 0 && { scores_definition: scores }),
      ...(groups.length > 0 && { implementation_groups_definition: groups }),
      requirement_nodes: nodes,
    })
  }
  const matrices = of('risk_matrix').map((table) => readMatrix(keys, 'risk_matrix_', table, book.fills(table.name)))
  if (matrices.length > 0) objects.risk_matrix = matrices
  const mappings = of('mappings')
  if (mappings.length > 0) {
    const ends = { source: keys.required('mapping_source_node_base_urn'), target: keys.required('mapping_target_node_base_urn') }
    objects.requirement_mapping_set = keys.object('mapping_', {
      urn: keys.text('mapping_urn'),
      ref_id: keys.text('mapping_ref_id'),
      name: keys.text('mapping_name'),
      description: keys.text('mapping_description'),
      source_framework_urn: keys.text('mapping_source_framework_urn'),
      target_framework_urn: keys.text('mapping_target_framework_urn'),
      requirement_mappings: mappings.flatMap((table) => readPairs(table, ends)),
    })
  }
  const dependencies = entriesOf(keys.text('library_dependencies'))
  return keys.object('library_', {
    urn: keys.text('library_urn'),
    locale: keys.text('library_locale'),
    ref_id: keys.text('library_ref_id'),
    name: keys.text('library_name'),
    description: keys.text('library_description'),
    copyright: keys.text('library_copyright'),
    version: keys.integer('library_version'),
    publication_date: keys.text('library_publication_date'),
    provider: keys.text('library_provider'),
    packager: keys.text('library_packager'),
    ...(dependencies.length > 0 && { dependencies }),
    objects,
  })
}

/** By what references to other objects begin with: the third cell of the line that says where their identifiers begin. */
function prefixesOf(keys: Keys): ReadonlyMap<string, string> {
  return new Map(
    keys.rows.flatMap(([key, base, prefix]) =>
      base && prefix && (key?.toLowerCase() === 'reference_control_base_urn' || key?.toLowerCase() === 'threat_base_urn') ? [[prefix, base] as const] : [],
    ),
  )
}
