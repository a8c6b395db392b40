import { isDeepStrictEqual } from 'node:util'
import type { Json, JsonObject } from '#areas/library/server/library-content.ts'
import { cellLimit, guarded, type Cell, type Sheet } from '#kit/server/sheets/xlsx.ts'
import { turnedPair } from '#areas/library/server/format/workbook/objects.ts'
import { exactIds } from '#areas/library/server/format/workbook/second-generation.ts'
import { cleaned, hyphened } from '#areas/library/server/format/workbook/urns.ts'
import { answersOf, questionCells } from './sheets-of-questions.ts'

const listOf = (value: Json | undefined): JsonObject[] => (Array.isArray(value) ? (value as JsonObject[]) : [])
const textOf = (value: Json | undefined): string => (typeof value === 'string' ? value : value === undefined || value === null ? '' : String(value))

/** What is written of an object: its own fields, and its translations below `field[language]`. */
export function cellsOf(object: JsonObject, fields: readonly string[]): Record<string, Cell> {
  const cells: Record<string, Cell> = {}
  for (const field of fields) {
    const value = object[field]
    if (typeof value === 'string' || typeof value === 'number') cells[field] = value
  }
  for (const [language, texts] of Object.entries((object['translations'] ?? {}) as JsonObject)) {
    for (const [field, value] of Object.entries(texts as JsonObject)) if (typeof value === 'string') cells[`${field}[${language}]`] = value
  }
  return cells
}

/** A sheet whose lines are all there. */
interface WrittenSheet extends Sheet {
  readonly rows: readonly (readonly (readonly Cell[])[])[]
}

/** The first line that has a text longer than a cell holds, by what names it; null where all fit. */
export function tooLongIn(sheets: readonly WrittenSheet[]): string | null {
  for (const { name, header, rows } of sheets)
    for (const row of rows.flat()) {
      if (!row.some((cell) => typeof cell === 'string' && guarded(cell).length > cellLimit)) continue
      const named = ['ref_id', 'name', 'node_id']
        .map((column) => row[header.indexOf(column)])
        .find((cell) => typeof cell === 'string' && cell !== '' && cell.length < 200)
      return typeof named === 'string' ? named : typeof row[0] === 'string' && row[0].length < 200 ? row[0] : name
    }
  return null
}

/** A sheet with a column for each thing that one of its lines says. */
function table(name: string, first: readonly string[], lines: readonly Readonly<Record<string, Cell>>[]): WrittenSheet {
  const header = [...new Set([...first, ...lines.flatMap((line) => Object.keys(line))])]
  return { name, header, plain: true, rows: [lines.map((line) => header.map((column) => line[column] ?? null))] }
}

/** A sheet of keys and what they say. */
function keys(name: string, type: string, said: Readonly<Record<string, Cell>>): WrittenSheet {
  return { name, header: ['type', type], plain: true, rows: [Object.entries(said).filter(([, cell]) => cell !== null && cell !== '')] }
}

/** What all of some identifiers begin with, as far as it ends where a part does. */
function baseOf(urns: readonly string[]): string {
  const parts = urns.map((urn) => urn.split(':').slice(0, -1))
  const [first = []] = parts
  let length = first.length
  for (const other of parts) {
    let same = 0
    while (same < length && other[same] === first[same]) same += 1
    length = same
  }
  return first.slice(0, Math.max(1, length)).join(':')
}

const objectFields = ['ref_id', 'name', 'description', 'annotation']

/** The workbook of the newer generation that a library makes: what that form has no place for stays in the YAML. */
export function sheetsOfLibrary(root: JsonObject): WrittenSheet[] {
  const objects = (root['objects'] ?? {}) as JsonObject
  const all = (singular: string, plural: string) => [...listOf(objects[plural]), ...listOf(objects[singular])]
  return [
    keys('library_meta', 'library', {
      ...cellsOf(root, ['urn', 'version', 'locale', ...objectFields, 'copyright', 'provider', 'packager', 'publication_date']),
      ...(cleaned(textOf(root['urn'])) !== textOf(root['urn']) && { [exactIds]: 'yes' }),
      dependencies: ((root['dependencies'] ?? []) as string[]).join(', '),
      labels: ((root['labels'] ?? []) as string[]).join(', '),
    }),
    ...listed('reference_controls', all('reference_control', 'reference_controls'), ['category', 'csf_function', 'typical_evidence']),
    ...listed('threats', all('threat', 'threats'), []),
    ...metrics(all('metric_definition', 'metric_definitions')),
    ...all('framework', 'frameworks').flatMap(frameworkSheets),
    ...all('risk_matrix', 'risk_matrices').flatMap(matrixSheets),
    ...mappingSheets(all('requirement_mapping_set', 'requirement_mapping_sets')),
  ]
}

function listed(
  type: string,
  objects: readonly JsonObject[],
  fields: readonly string[],
  more: (object: JsonObject) => Record<string, Cell> = () => ({}),
): WrittenSheet[] {
  if (objects.length === 0) return []
  const base = baseOf(objects.map((object) => textOf(object['urn'])))
  const lines = objects.map((object) => ({
    node_id: textOf(object['urn']).slice(base.length + 1),
    ...cellsOf(object, [...objectFields, ...fields]),
    ...more(object),
  }))
  return [keys(`${type}_meta`, type, { base_urn: base }), table(`${type}_content`, ['ref_id', 'name', 'description', 'node_id'], lines)]
}

const metrics = (objects: readonly JsonObject[]) =>
  listed('metric_definitions', objects, ['category', 'unit', 'default_target'], (metric) => ({
    higher_is_better: metric['higher_is_better'] === false ? 'false' : 'true',
    choices_definition: listOf(metric['choices_definition'])
      .map((choice) => [textOf(choice['name']), textOf(choice['description'])].filter(Boolean).join('|'))
      .join('\n'),
  }))

function frameworkSheets(framework: JsonObject, n: number): WrittenSheet[] {
  const mark = n === 0 ? '' : String(n + 1)
  const nodes = inOrder(listOf(framework['requirement_nodes']))
  const base = baseOf(nodes.map((node) => textOf(node['urn'])))
  const scores = framework['scores_definition']
  const scale = Array.isArray(scores) ? listOf(scores) : listOf((scores as JsonObject | undefined)?.['scale'])
  const others = Array.isArray(scores) ? {} : (((scores as JsonObject | undefined)?.['alternatives'] ?? {}) as JsonObject)
  const groups = listOf(framework['implementation_groups_definition'])
  const answers = answersOf(nodes)
  const lines = nodes.map((node) => ({
    assessable: node['assessable'] === true ? 'x' : null,
    depth: Number(node['depth'] ?? 1),
    node_id: textOf(node['urn']).slice(base.length + 1),
    ...cellsOf(node, [...objectFields, 'typical_evidence', 'importance', 'weight', 'min_score', 'max_score']),
    ...(node['scores_definition_ref'] !== undefined && { scores_definition: textOf(node['scores_definition_ref']) }),
    implementation_groups: ((node['implementation_groups'] ?? []) as string[]).join(','),
    threats: ((node['threats'] ?? []) as string[]).join(','),
    reference_controls: ((node['reference_controls'] ?? []) as string[]).join(','),
    ...questionCells(node, answers),
  }))
  const scoreSheets = (key: string, name: string, levels: readonly JsonObject[]) => [
    keys(`${key}_meta`, 'scores', { name }),
    table(
      `${key}_content`,
      ['score', 'name', 'description'],
      levels.map((level) => cellsOf(level, ['score', 'name', 'description', 'description_doc'])),
    ),
  ]
  const scaleName = scale.length > 0 ? `scale${mark}` : ''
  return [
    keys(`framework${mark}_meta`, 'framework', {
      base_urn: base,
      ...cellsOf(framework, ['urn', ...objectFields, 'min_score', 'max_score']),
      scores_definition: scaleName,
      implementation_groups_definition: groups.length > 0 ? `groups${mark}` : '',
      answers_definition: answers.size > 0 ? `answers${mark}` : '',
    }),
    table(`framework${mark}_content`, ['assessable', 'depth', 'ref_id', 'name', 'description'], lines),
    ...(scale.length > 0 ? scoreSheets(`scores${mark}`, scaleName, scale) : []),
    ...Object.entries(others).flatMap(([name, levels], at) => scoreSheets(`scores${mark}_${at + 1}`, name, listOf(levels))),
    ...(groups.length > 0
      ? [
          keys(`groups${mark}_meta`, 'implementation_groups', { name: `groups${mark}` }),
          table(
            `groups${mark}_content`,
            ['ref_id', 'name', 'description'],
            groups.map((group) => ({
              ...cellsOf(group, ['ref_id', 'name', 'description']),
              default_selected: group['default_selected'] === true ? 'x' : null,
            })),
          ),
        ]
      : []),
    ...(answers.size > 0
      ? [
          keys(`answers${mark}_meta`, 'answers', { name: `answers${mark}` }),
          table(
            `answers${mark}_content`,
            ['id', 'question_type', 'question_choices'],
            [...answers.values()].map(({ cells }) => cells),
          ),
        ]
      : []),
  ]
}

/** Each node behind its parent: the form tells the tree by depth and order alone. */
function inOrder(nodes: readonly JsonObject[]): JsonObject[] {
  const below = new Map<string, JsonObject[]>()
  for (const node of nodes) {
    const parent = textOf(node['parent_urn'])
    below.set(parent, [...(below.get(parent) ?? []), node])
  }
  const walk = (parent: string): JsonObject[] => (below.get(parent) ?? []).flatMap((node) => [node, ...walk(textOf(node['urn']))])
  return walk('')
}

function matrixSheets(matrix: JsonObject, n: number): WrittenSheet[] {
  const grid = (matrix['grid'] ?? []) as number[][]
  const levels = (['probability', 'impact', 'risk'] as const).flatMap((type) =>
    listOf(matrix[type]).map((level, id): Record<string, Cell> => ({
      type,
      id,
      // A colour in words: cells of this workbook are not filled.
      color: textOf(level['hexcolor']),
      ...cellsOf(level, ['abbreviation', 'name', 'description']),
      ...(type === 'probability' && Object.fromEntries((grid[id] ?? []).map((risk, at) => [`grid${at}`, risk]))),
    })),
  )
  return [
    keys(`matrix${n + 1}_meta`, 'risk_matrix', cellsOf(matrix, ['urn', ...objectFields])),
    table(`matrix${n + 1}_content`, ['type', 'id', 'color', 'abbreviation', 'name', 'description'], levels),
  ]
}

/** Whether the form would make another identifier of what a pair names. */
const hasOddEnd = (pair: JsonObject): boolean =>
  ['source_requirement_urn', 'target_requirement_urn'].some((end) => hyphened(textOf(pair[end])) !== textOf(pair[end]))

/** The same from the other side, as the reader makes it. */
const mirrorOf = (set: JsonObject): JsonObject => ({
  ...set,
  urn: `${textOf(set['urn'])}-revert`,
  ...(set['ref_id'] !== undefined && { ref_id: `${textOf(set['ref_id'])}-revert` }),
  source_framework_urn: set['target_framework_urn'] ?? null,
  target_framework_urn: set['source_framework_urn'] ?? null,
  requirement_mappings: listOf(set['requirement_mappings']).map(turnedPair),
})

/** One of the two directions where the other follows from it. */
function mappingSheets(sets: readonly JsonObject[]): WrittenSheet[] {
  const following = new Map(
    sets.flatMap((set) => {
      const mirror = mirrorOf(set)
      const found = sets.find((other) => isDeepStrictEqual(other, mirror))
      return found ? [[set, found] as const] : []
    }),
  )
  const dropped = new Set(following.values())
  return sets
    .filter((set) => !dropped.has(set))
    .flatMap((set, n) => {
      const pairs = listOf(set['requirement_mappings'])
      const source = baseOf(pairs.map((pair) => textOf(pair['source_requirement_urn'])))
      const target = baseOf(pairs.map((pair) => textOf(pair['target_requirement_urn'])))
      return [
        keys(`mapping${n + 1}_meta`, 'requirement_mapping_set', {
          ...cellsOf(set, ['urn', ...objectFields, 'source_framework_urn', 'target_framework_urn']),
          source_node_base_urn: source,
          target_node_base_urn: target,
          ...(!following.has(set) && { revert: 'no' }),
          ...(pairs.some((pair) => hasOddEnd(pair)) && { [exactIds]: 'yes' }),
        }),
        table(
          `mapping${n + 1}_content`,
          ['source_node_id', 'target_node_id', 'relationship'],
          pairs.map((pair) => ({
            source_node_id: textOf(pair['source_requirement_urn']).slice(source.length + 1),
            target_node_id: textOf(pair['target_requirement_urn']).slice(target.length + 1),
            ...cellsOf(pair, ['relationship', 'rationale', 'strength_of_relationship', 'annotation']),
          })),
        ),
      ]
    })
}
