import type { Json, JsonObject } from '#areas/library/server/library-content.ts'
import { readNodes, suffixes } from './nodes.ts'
import { controlFields, metricFields, readGroups, readListed, readMatrix, readPairs, readScores, turnedPair } from './objects.ts'
import { readAnswers, type Answers } from './questions.ts'
import type { Book } from './book.ts'
import type { Keys, Table } from './tables.ts'
import { cleaned, entriesOf } from './urns.ts'

/** A pair of sheets: what an object is (`x_meta`), and what it holds (`x_content`). */
interface Block {
  readonly prefix: string
  readonly type: string
  readonly keys: Keys
  readonly table: Table
}

/** Said of identifiers that are to be taken as they are written: our own workbooks do where the form would make others of them. */
export const exactIds = 'exact_ids'
const saysYes = (keys: Keys, key: string): boolean => keys.text(key)?.toLowerCase() === 'yes'

/** The library has a sheet of its own, and each of its objects two. */
export function readSecondGeneration(book: Book, keys: Keys): JsonObject {
  const blocks = blocksOf(book)
  const of = (type: string): Block[] => blocks.filter((block) => block.type === type)
  const prefixes = new Map(
    of('urn_prefix').flatMap(({ table }) =>
      table.needs('prefix_id', 'prefix_value')
        ? table.lines.flatMap((line) => {
            const [id, value] = [line.text('prefix_id'), line.text('prefix_value')]
            return id !== null && value !== null ? [[id, value] as const] : []
          })
        : [],
    ),
  )
  const frameworks = of('framework').map((block) => readFramework(block, { of, prefixes }))
  const nodes = new Set(frameworks.flatMap((one) => one['requirement_nodes'] as JsonObject[]).map((node) => String(node['urn']).toLowerCase()))
  const objects: Record<string, JsonObject[]> = {
    reference_controls: of('reference_controls').flatMap((block) => readListed(block.table, block.keys.required('base_urn'), cleaned, controlFields)),
    threats: of('threats').flatMap((block) => readListed(block.table, block.keys.required('base_urn'), (text) => text.toLowerCase())),
    metric_definitions: of('metric_definitions').flatMap((block) => readListed(block.table, block.keys.required('base_urn'), cleaned, metricFields)),
    risk_matrix: of('risk_matrix').map((block) => readMatrix(block.keys, '', block.table, book.fills(block.table.name))),
    frameworks,
    requirement_mapping_sets: of('requirement_mapping_set').flatMap((block) => readMappingSets(block, nodes)),
  }
  const dependencies = entriesOf(keys.text('dependencies'))
  const labels = [...new Set(entriesOf(keys.text('labels')).map((label) => label.toUpperCase()))]
  const urn = keys.text('urn')
  return keys.object('', {
    urn: urn === null || saysYes(keys, exactIds) ? urn : cleaned(urn),
    locale: keys.text('locale'),
    ref_id: keys.text('ref_id'),
    name: keys.text('name'),
    description: keys.text('description'),
    copyright: keys.text('copyright'),
    version: keys.integer('version'),
    publication_date: keys.text('publication_date'),
    provider: keys.text('provider'),
    packager: keys.text('packager'),
    annotation: keys.text('annotation'),
    ...(labels.length > 0 && { labels }),
    ...(dependencies.length > 0 && { dependencies }),
    objects: Object.fromEntries(Object.entries(objects).filter(([, list]) => list.length > 0)),
  })
}

const readTypes = new Set([
  'framework',
  'risk_matrix',
  'threats',
  'reference_controls',
  'requirement_mapping_set',
  'implementation_groups',
  'scores',
  'answers',
  'urn_prefix',
  'metric_definitions',
])

function blocksOf(book: Book): Block[] {
  return book.names.flatMap((name) => {
    const prefix = /^(.*)_meta$/i.exec(name.trim())?.[1]
    if (prefix === undefined || prefix.toLowerCase() === 'library') return []
    const keys = book.keys(name)
    const table = book.table(`${prefix}_content`)
    const type = keys?.text('type')?.toLowerCase() ?? ''
    if (!keys || !table) book.reading.findings.warn('sheet_missing', { sheet: `${prefix}_content` })
    else if (!readTypes.has(type)) book.reading.findings.warn('sheet_unused', { sheet: name, type })
    else return [{ prefix, type, keys, table }]
    return []
  })
}

interface Around {
  readonly of: (type: string) => Block[]
  readonly prefixes: ReadonlyMap<string, string>
}

function readFramework({ keys, table }: Block, { of, prefixes }: Around): JsonObject {
  /** The sheet of another kind that this one names. */
  const named = (type: string, name: string | null): Table | undefined =>
    name === null ? undefined : of(type).find((block) => (block.keys.text('name') ?? block.prefix) === name || block.prefix === name)?.table
  const told = (type: string, key: string): Table | undefined => {
    const name = keys.text(key)
    const found = named(type, name)
    if (name !== null && !found) keys.fault(key, 'unknown_sheet', { found: name, type })
    return found
  }
  const answers = told('answers', 'answers_definition')
  const scores = told('scores', 'scores_definition')
  const groups = told('implementation_groups', 'implementation_groups_definition')
  const urn = keys.text('urn') ?? ''
  const base = keys.text('base_urn') ?? urn.replaceAll('framework', 'req_node')
  const known: Answers = answers ? readAnswers(answers) : new Map()
  const nodes = readNodes(table, { base, suffix: suffixes.second, named: true, root: null, prefixes, answers: known, continued: false }, new Set())
  const others = [...new Set(nodes.flatMap((node) => node['scores_definition_ref'] ?? []))].flatMap((name): [string, Json][] => {
    const other = named('scores', String(name))
    return other ? [[String(name), readScores(other)]] : []
  })
  const scale = scores ? readScores(scores) : []
  return keys.object('', {
    urn: keys.text('urn'),
    ref_id: keys.text('ref_id'),
    name: keys.text('name'),
    description: keys.text('description'),
    annotation: keys.text('annotation'),
    min_score: keys.integer('min_score'),
    max_score: keys.integer('max_score'),
    ...(others.length > 0 ? { scores_definition: { scale, alternatives: Object.fromEntries(others) } } : scale.length > 0 && { scores_definition: scale }),
    ...(groups && { implementation_groups_definition: readGroups(groups) }),
    requirement_nodes: nodes,
  })
}

/** A set of pairs, and the same from the other side unless it says that there is none: the form keeps one, libraries have both. */
function readMappingSets({ keys, table }: Block, nodes: ReadonlySet<string>): JsonObject[] {
  const exact = saysYes(keys, exactIds)
  const ends = {
    source: keys.required('source_node_base_urn'),
    target: keys.required('target_node_base_urn'),
    asWritten: (urn: string) => exact || nodes.has(urn.toLowerCase()),
  }
  const [urn, ref] = [keys.required('urn'), keys.text('ref_id')]
  const [source, target] = [keys.required('source_framework_urn'), keys.required('target_framework_urn')]
  const pairs = readPairs(table, ends)
  const set = (fields: JsonObject) =>
    keys.object('', { name: keys.text('name'), description: keys.text('description'), annotation: keys.text('annotation'), ...fields })
  const one = set({ urn, ref_id: ref, source_framework_urn: source, target_framework_urn: target, requirement_mappings: pairs })
  if (keys.text('revert')?.toLowerCase() === 'no') return [one]
  return [
    one,
    set({
      urn: `${urn}-revert`,
      ref_id: ref === null ? null : `${ref}-revert`,
      source_framework_urn: target,
      target_framework_urn: source,
      requirement_mappings: pairs.map(turnedPair),
    }),
  ]
}
