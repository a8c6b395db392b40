import type { JsonObject } from '#areas/library/server/library-content.ts'
import { sheetParts, type SheetChoice, type SheetPart } from '#areas/library/contract/chosen-columns.ts'
import { excerpt } from '#areas/library/server/format/item.ts'
import type { Line, Table } from './tables.ts'
import { cleaned } from './urns.ts'

/** What stands between a group and the one within it. */
const separator = ' > '

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
  for (const [n, line] of lines.entries()) readLine(tree, line, lines[n + 1], choice.columns)
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
  readonly #counts = new Map<string, number>()
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
        urn = this.urnOf(null, parent)
        this.#groups.set(way, urn)
        this.nodes.push({ urn, assessable: false, name, ...(parent !== null && { parent_urn: parent }) })
      }
      parent = urn
    }
    return parent
  }

  /** Of a reference, or of a place below a parent. */
  urnOf(reference: string | null, parent: string | null): string {
    const owner = parent ?? this.#base
    if (reference !== null) return `${this.#base}:${cleaned(reference)}`
    const n = (this.#counts.get(owner) ?? 0) + 1
    this.#counts.set(owner, n)
    return `${owner}:n${n}`
  }

  take(urn: string): boolean {
    const free = !this.#known.has(urn)
    this.#known.add(urn)
    return free
  }
}

/** The heading by which a line knows the column at a position. */
const headed = (columns: SheetChoice['columns'], part: SheetPart): string | null => (columns[part] === null ? null : `#${columns[part]}`)

function readLine(tree: Tree, line: Line, next: Line | undefined, columns: SheetChoice['columns']): void {
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
  const urn = tree.urnOf(reference, parent)
  if (!tree.take(urn)) line.fault(headed(columns, 'reference') ?? '#0', 'duplicate_node', { urn: excerpt(reference ?? urn) })
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
