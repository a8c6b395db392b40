import type { JsonObject } from '#areas/library/server/library-content.ts'
import { sheetParts, type SheetChoice, type SheetPart } from '#areas/library/contract/chosen-columns.ts'
import { excerpt } from '#areas/library/server/format/item.ts'
import type { Line, Table } from './tables.ts'
import { cleaned, hyphened } from './urns.ts'

/** What stands between a group and the one within it. */
const separator = ' > '

/** Characters of a text that name what has no reference. */
const mostNamed = 80

/** By their names in both languages, the columns that headings suggest. */
const usual: Readonly<Record<SheetPart, RegExp>> = {
  reference: /^(ref|reference|référence|id|identifier|identifiant|n°|no|number|numéro|code|control id)(?![\p{L}\p{N}])/iu,
  title: /^(title|titre|name|nom|requirement|exigence|control|mesure|intitulé)(?![\p{L}\p{N}])/iu,
  text: /^(text|texte|description|statement|énoncé|detail|détail)/i,
  level: /^(level|niveau|depth|profondeur)(?![\p{L}\p{N}])/iu,
  group: /^(group|groupe|chapter|chapitre|section|domain|domaine|category|catégorie|theme|thème)/i,
  weight: /^(weight|poids|coefficient)(?![\p{L}\p{N}])/iu,
}

export function suggestedColumns(headings: readonly string[]): SheetChoice['columns'] {
  const taken = new Set<number>()
  const found = sheetParts.map((part): [SheetPart, number | null] => {
    const at = headings.findIndex((heading, n) => !taken.has(n) && usual[part].test(heading))
    if (at >= 0) taken.add(at)
    return [part, at < 0 ? null : at]
  })
  return Object.fromEntries(found) as SheetChoice['columns']
}

/** The library that chosen columns make of a sheet: one framework of the organisation's own. */
export function readChosenColumns(table: Table, choice: SheetChoice): JsonObject {
  const mark = cleaned(choice.identifier)
  const urn = (kind: string) => `urn:own:risk:${kind}:${mark}`
  const lines = table.lines
  if (lines.length === 0) table.reading.findings.fault(table.cells.place(1, 0), 'sheet_empty')
  const tree = new Tree(urn('req_node'))
  const reference = headed(choice.columns, 'reference')
  // Before any other node is named: none takes the identifier of a reference further down.
  const references = lines.map((line) => {
    const text = reference === null ? null : line.text(reference)
    return text === null ? null : tree.refer(text)
  })
  for (const [n, line] of lines.entries()) readLine(tree, { line, next: lines[n + 1], referred: references[n] ?? null }, choice.columns)
  return {
    urn: urn('library'),
    locale: choice.language,
    ref_id: choice.identifier,
    name: choice.name,
    version: choice.version,
    provider: null,
    objects: { framework: { urn: urn('framework'), ref_id: choice.identifier, name: choice.name, requirement_nodes: tree.nodes } },
  }
}

/** The nodes in the order of their lines; groups come before what they hold, once each. */
class Tree {
  readonly nodes: JsonObject[] = []
  readonly #base: string
  readonly #groups = new Map<string, string>()
  readonly #known = new Set<string>()
  /** The nodes above the next line, where lines say how deep they stand. */
  above: { readonly depth: number; readonly urn: string }[] = []

  constructor(base: string) {
    this.#base = base
  }

  group(path: string): string | null {
    let parent: string | null = null
    let way = ''
    for (const name of path.split(separator).map((part) => part.trim())) {
      if (name === '') continue
      way = way === '' ? name : `${way}${separator}${name}`
      let urn = this.#groups.get(way)
      if (urn === undefined) {
        urn = this.name(name, parent)
        this.#groups.set(way, urn)
        this.nodes.push({ urn, assessable: false, name, ...(parent !== null && { parent_urn: parent }) })
      }
      parent = urn
    }
    return parent
  }

  /** The identifier of a reference, and whether another line has it already. */
  refer(reference: string): Referred {
    // Two references may differ by nothing but their accents.
    const both = [cleaned(reference), hyphened(reference)].map((end) => `${this.#base}:${end}`)
    const urn = both.find((one) => !this.#known.has(one))
    if (urn !== undefined) this.#known.add(urn)
    return { urn: urn ?? String(both[0]), again: urn === undefined }
  }

  /** The identifier of what has no reference: that of its text below its parent, wherever it stands, so that a line put before it in a next edition leaves it the same. */
  name(text: string, parent: string | null): string {
    const short = [...text.replaceAll(/\s+/g, ' ').trim()].slice(0, mostNamed).join('')
    const [first, ...others] = [cleaned(short), hyphened(short)].map((end) => `${parent ?? this.#base}:${end}`)
    const free = [first, ...others].find((one) => one !== undefined && !this.#known.has(one))
    let urn = free ?? String(first)
    for (let n = 2; this.#known.has(urn); n += 1) urn = `${first}-${n}`
    this.#known.add(urn)
    return urn
  }
}

/** The heading by which a line knows the column at a position. */
const headed = (columns: SheetChoice['columns'], part: SheetPart): string | null => (columns[part] === null ? null : `#${columns[part]}`)

interface Read {
  readonly line: Line
  readonly next: Line | undefined
  /** By its reference, where it has one. */
  readonly referred: Referred | null
}

interface Referred {
  readonly urn: string
  readonly again: boolean
}

function readLine(tree: Tree, { line, next, referred }: Read, columns: SheetChoice['columns']): void {
  const text = (part: SheetPart): string | null => {
    const heading = headed(columns, part)
    return heading === null ? null : line.text(heading)
  }
  const [reference, title, body, group] = [text('reference'), text('title'), text('text'), text('group')]
  // A line that says nothing of a requirement, such as a note below the table.
  if (reference === null && title === null && body === null) return
  const level = headed(columns, 'level')
  const depth = level === null ? null : depthOf(line, level)
  const inGroup = group === null ? null : tree.group(group)
  if (depth !== null) while ((tree.above.at(-1)?.depth ?? 0) >= depth) tree.above.pop()
  const parent = (depth === null ? null : tree.above.at(-1)?.urn) ?? inGroup
  if (referred?.again) line.fault(headed(columns, 'reference') ?? '#0', 'duplicate_node', { urn: excerpt(reference ?? '') })
  const urn = referred?.urn ?? tree.name(title ?? body ?? '', parent)
  if (depth !== null) tree.above.push({ depth, urn })
  const holds = level !== null && depth !== null && next !== undefined && (Number(next.text(level)) || 0) > depth
  const weight = headed(columns, 'weight')
  tree.nodes.push(
    line.object(
      {
        urn,
        assessable: !holds,
        parent_urn: parent,
        ref_id: reference,
        name: title,
        description: body,
        weight: weight === null ? null : weightOf(line, weight),
      },
      Object.fromEntries(
        (
          [
            ['urn', 'reference'],
            ['ref_id', 'reference'],
            ['name', 'title'],
            ['description', 'text'],
            ['weight', 'weight'],
          ] as const
        ).map(([field, part]) => [field, headed(columns, part) ?? '#0']),
      ),
    ),
  )
}

function depthOf(line: Line, heading: string): number | null {
  const depth = line.integer(heading)
  if (depth === null && line.text(heading) === null) line.fault(heading, 'missing_depth')
  else if (depth !== null && depth < 1) line.fault(heading, 'wrong_integer', { column: line.titleOf(heading), found: depth })
  else return depth
  return null
}

function weightOf(line: Line, heading: string): number | null {
  const weight = line.integer(heading)
  if (weight === null || weight >= 1) return weight
  line.fault(heading, 'wrong_integer', { column: line.titleOf(heading), found: weight })
  return null
}
