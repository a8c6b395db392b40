import { zipEntries, type PackedEntry } from './unzip.ts'

/** What the reader of cells does not tell of a sheet. Addresses are `row:column`, from 0. */
export interface SheetMarks {
  readonly name: string
  /** Cells that show a fraction as a percentage. */
  readonly percents: ReadonlySet<string>
  /** Cells that hold a formula, as people name them: `B7`. */
  readonly formulas: readonly string[]
  /** Those of them that no spreadsheet has computed yet, so that they hold nothing. */
  readonly uncomputed: readonly string[]
}

/** What is known of a workbook before its cells are read. */
export interface Inspected {
  readonly sheets: readonly SheetMarks[]
  readonly macros: boolean
  readonly links: boolean
}

/** Numbers beyond which nobody needs to have every cell named. */
const named = 20

/** Looks into the parts of a workbook; throws when they cannot be unpacked. */
export function inspectWorkbook(content: Buffer): Inspected {
  const entries = zipEntries(content) ?? []
  const part = (name: string) => entries.find((entry) => entry.name.toLowerCase() === name.toLowerCase())
  const percentStyles = stylesOf(part('xl/styles.xml'))
  const targets = new Map(tags(text(part('xl/_rels/workbook.xml.rels')), 'Relationship').map((tag) => [attribute(tag, 'Id'), attribute(tag, 'Target')]))
  const sheets = tags(text(part('xl/workbook.xml')), 'sheet').map((tag) => {
    const target = targets.get(attribute(tag, 'r:id')) ?? ''
    return { name: attribute(tag, 'name'), ...marksOf(text(part(target.startsWith('/') ? target.slice(1) : `xl/${target}`)), percentStyles) }
  })
  return {
    sheets,
    macros: entries.some(({ name }) => /vbaProject\.bin$/i.test(name)),
    links: entries.some(({ name }) => /^xl\/externalLinks\//i.test(name)),
  }
}

const text = (entry: PackedEntry | undefined) => entry?.read().toString('utf8') ?? ''
const tags = (xml: string, name: string) => [...xml.matchAll(new RegExp(`<${name}\\s[^>]*>`, 'g'))].map(([tag]) => tag)
const attribute = (tag: string, name: string) => unescape(new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '')
const unescape = (value: string) =>
  value.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&apos;', "'").replaceAll('&amp;', '&')

/** By index: whether a cell style shows percentages. 9 and 10 are the two that every workbook knows. */
function stylesOf(entry: PackedEntry | undefined): readonly boolean[] {
  const xml = text(entry)
  const own = new Map(tags(xml, 'numFmt').map((tag) => [attribute(tag, 'numFmtId'), isPercent(attribute(tag, 'formatCode'))]))
  const cells = /<cellXfs[\s>][\s\S]*?<\/cellXfs>/.exec(xml)?.[0] ?? ''
  return tags(cells, 'xf').map((tag) => {
    const id = attribute(tag, 'numFmtId')
    return id === '9' || id === '10' || own.get(id) === true
  })
}

/** A sign within quotes or behind a backslash is only written, it multiplies nothing. */
const isPercent = (format: string) => format.replaceAll(/"[^"]*"|\\./g, '').includes('%')

function marksOf(xml: string, percentStyles: readonly boolean[]): Omit<SheetMarks, 'name'> {
  const percents = new Set<string>()
  const formulas: string[] = []
  const uncomputed: string[] = []
  for (const [, head = '', body = ''] of xml.matchAll(/<c(\s[^>]*?)(?:\/>|>([\s\S]*?)<\/c>)/g)) {
    const address = attribute(head, 'r')
    const style = /\ss="(\d+)"/.exec(head)?.[1]
    if (style !== undefined && percentStyles[Number(style)] === true) percents.add(placeOf(address))
    if (!/<f[\s/>]/.test(body)) continue
    if (formulas.length < named) formulas.push(address)
    if (uncomputed.length < named && !/<v[^>]*>[^<]/.test(body) && !/<is>/.test(body)) uncomputed.push(address)
  }
  return { percents, formulas, uncomputed }
}

/** `B7` as `6:1`. */
function placeOf(address: string): string {
  const [, letters = '', digits = '0'] = /^([A-Z]+)(\d+)$/.exec(address) ?? []
  let column = 0
  for (const letter of letters) column = column * 26 + (letter.charCodeAt(0) - 64)
  return `${Number(digits) - 1}:${column - 1}`
}
