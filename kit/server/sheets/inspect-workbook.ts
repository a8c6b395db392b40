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
  /** Cells that show a whole number with zeros before it, and with how many digits. */
  readonly zeros: ReadonlyMap<string, number>
  /** Lines that are hidden or filtered out, from 1, as far as they hold something; the first of them. */
  readonly hidden: readonly number[]
  /** What the reader of cells takes for nothing: errors as they are shown (`#N/A`). */
  readonly errors: readonly { readonly y: number; readonly x: number; readonly value: string }[]
}

/** What is known of a workbook before its cells are read. */
export interface Inspected {
  readonly sheets: readonly SheetMarks[]
  readonly macros: boolean
  readonly links: boolean
  /** Whether its days are counted from 1904 and it says so in words, which the reader of cells does not understand. */
  readonly from1904: boolean
}

/** Numbers beyond which nobody needs to have every cell named. */
const named = 20

/** Looks into the parts of a workbook; throws when they cannot be unpacked. */
export function inspectWorkbook(content: Buffer): Inspected {
  const entries = zipEntries(content) ?? []
  const part = (name: string) => entries.find((entry) => entry.name.toLowerCase() === name.toLowerCase())
  const styles = stylesOf(part('xl/styles.xml'))
  const book = text(part('xl/workbook.xml'))
  // Programs that cannot compute ask for it at the next opening, and write 0 in the meantime.
  const owed = tags(book, 'calcPr').some((tag) => isTrue(attribute(tag, 'fullCalcOnLoad')))
  const targets = new Map(tags(text(part('xl/_rels/workbook.xml.rels')), 'Relationship').map((tag) => [attribute(tag, 'Id'), attribute(tag, 'Target')]))
  const sheets = tags(book, 'sheet').map((tag) => {
    const target = targets.get(attribute(tag, 'r:id')) ?? ''
    return { name: attribute(tag, 'name'), ...marksOf(text(part(target.startsWith('/') ? target.slice(1) : `xl/${target}`)), styles, owed) }
  })
  return {
    sheets,
    macros: entries.some(({ name }) => /vbaProject\.bin$/i.test(name)),
    links: entries.some(({ name }) => /^xl\/externalLinks\//i.test(name)),
    from1904: tags(book, 'workbookPr').some((tag) => isTrue(attribute(tag, 'date1904')) && attribute(tag, 'date1904') !== '1'),
  }
}

/** What a part of a workbook holds; nothing where it is not there. */
export const text = (entry: PackedEntry | undefined) => entry?.read().toString('utf8') ?? ''
export const tags = (xml: string, name: string) => [...xml.matchAll(new RegExp(`<${name}\\s[^>]*>`, 'g'))].map(([tag]) => tag)
export const attribute = (tag: string, name: string) => unescape(new RegExp(`\\s${name}="([^"]*)"`).exec(tag)?.[1] ?? '')
const unescape = (value: string) =>
  value.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&apos;', "'").replaceAll('&amp;', '&')

/** What is true in four ways: XML's, and those of the first workbooks of this format (ECMA-376, `ST_OnOff`). */
export const isTrue = (value: string) => ['1', 'true', 'on', 't'].includes(value.trim().toLowerCase())

interface Style {
  readonly percent: boolean
  /** How many digits it shows at least; 0: as many as there are. */
  readonly zeros: number
}

/** By index: what a cell style makes of a number. 9 and 10 are the two percentages that every workbook knows. */
function stylesOf(entry: PackedEntry | undefined): readonly Style[] {
  const xml = text(entry)
  const own = new Map(tags(xml, 'numFmt').map((tag) => [attribute(tag, 'numFmtId'), attribute(tag, 'formatCode')]))
  const cells = /<cellXfs[\s>][\s\S]*?<\/cellXfs>/.exec(xml)?.[0] ?? ''
  return tags(cells, 'xf').map((tag) => {
    const id = attribute(tag, 'numFmtId')
    const format = own.get(id) ?? ''
    return { percent: id === '9' || id === '10' || isPercent(format), zeros: /^0{2,}$/.test(format) ? format.length : 0 }
  })
}

/** A sign within quotes or behind a backslash is only written, it multiplies nothing. */
const isPercent = (format: string) => format.replaceAll(/"[^"]*"|\\./g, '').includes('%')

function marksOf(xml: string, styles: readonly Style[], owed: boolean): Omit<SheetMarks, 'name'> {
  const percents = new Set<string>()
  const zeros = new Map<string, number>()
  const errors: { y: number; x: number; value: string }[] = []
  const formulas: string[] = []
  const uncomputed: string[] = []
  for (const [, head = '', body = ''] of xml.matchAll(/<c(\s[^>]*?)(?:\/>|>([\s\S]*?)<\/c>)/g)) {
    const address = attribute(head, 'r')
    const style = styles[Number(/\ss="(\d+)"/.exec(head)?.[1] ?? -1)]
    if (style?.percent) percents.add(placeOf(address).join(':'))
    if (style && style.zeros > 0) zeros.set(placeOf(address).join(':'), style.zeros)
    const type = attribute(head, 't')
    const value = unescape(/<v[^>]*>([^<]*)/.exec(body)?.[1] ?? '')
    if (type === 'e' && value !== '') {
      const [y, x] = placeOf(address)
      if (y >= 0 && y < mostRows && x >= 0 && x < mostColumns) errors.push({ y, x, value })
    }
    if (!/<f[\s/>]/.test(body)) continue
    if (formulas.length < named) formulas.push(address)
    if (uncomputed.length < named && !/<is>/.test(body) && (value === '' || (owed && value === '0' && type !== 'b'))) uncomputed.push(address)
  }
  const hidden = [...xml.matchAll(/<row(\s[^>]*[^/])>\s*<c\s/g)].flatMap(([, head = '']) =>
    isTrue(attribute(head, 'hidden')) ? [Number(attribute(head, 'r'))] : [],
  )
  return { percents, zeros, formulas, uncomputed, hidden: hidden.slice(0, named), errors: errors }
}

/** The most that a sheet of Excel holds. */
const [mostRows, mostColumns] = [1_048_576, 16_384]

/** `B7` as row 6 and column 1. */
export function placeOf(address: string): readonly [row: number, column: number] {
  const [, letters = '', digits = '0'] = /^([A-Z]+)(\d+)$/.exec(address) ?? []
  let column = 0
  for (const letter of letters) column = column * 26 + (letter.charCodeAt(0) - 64)
  return [Number(digits) - 1, column - 1]
}
