import type { Language } from '#kit/contract/catalogue.ts'
import { withUnit } from '#kit/contract/with-unit.ts'
import { zip } from './zip.ts'

/** A calendar day, `YYYY-MM-DD`. */
export interface Day {
  readonly day: string
}
/** A moment as a wall clock shows it, `YYYY-MM-DDTHH:MM:SS`, since Excel knows no time zones. */
export interface Moment {
  readonly moment: string
}
/** A number that is written with its unit and stays a number. */
export interface Amount {
  readonly amount: number
  readonly unit: keyof typeof unitFormats
}
export type Cell = string | number | boolean | Day | Moment | Amount | null

/** How a spreadsheet helps who fills a column in. */
export interface ColumnLook {
  /** There for the way back in, and nothing to read. */
  readonly hidden?: boolean
  /** Shown beside a cell of the column while it is filled in. */
  readonly note?: { readonly title: string; readonly text: string }
  /** What the column takes is offered from the rows of a column of another sheet: `count` cells below the header of the column `at`, counted from 0. */
  readonly offers?: { readonly sheet: string; readonly at: number; readonly count: number }
}

export interface Sheet {
  readonly name: string
  readonly header: readonly string[]
  /** By position. */
  readonly looks?: readonly ColumnLook[]
  /** Without arrows to filter by: a sheet that is only read. */
  readonly plain?: boolean
  /** In batches, each written at once. */
  readonly rows: Iterable<readonly (readonly Cell[])[]> | AsyncIterable<readonly (readonly Cell[])[]>
}

/** Cells hold no more characters. */
export const cellLimit = 32_767
const style = { bold: 1, day: 2, moment: 3, wrapped: 4 }
/** Quoted, a sign multiplies nothing: 85 is written “85%” and comes back as 85. What stands between figure and sign is what screens and documents write. */
const inUnit = (digits: string, unit: string, lang: Language): string => `${digits}"${withUnit('', unit, lang)}"`
/** How Excel writes a number in its unit, by language where languages differ. */
export const unitFormats = {
  percent_en: inUnit('0', '%', 'en'),
  percent_fr: inUnit('0', '%', 'fr'),
  keuro: inUnit('General', 'k€', 'fr'),
  days_en: inUnit('General', 'd', 'en'),
  days_fr: inUnit('General', 'j', 'fr'),
}
const unitNames = Object.keys(unitFormats) as Amount['unit'][]
const firstUnitStyle = 5
const firstUnitFormat = 166

/** An Excel workbook as it is written: rows are read only as fast as they leave. */
export function xlsx(sheets: readonly Sheet[]): AsyncGenerator<Buffer> {
  return zip([
    { name: '[Content_Types].xml', content: [contentTypes(sheets.length)] },
    { name: '_rels/.rels', content: [relations([['officeDocument', 'xl/workbook.xml']])] },
    { name: 'xl/workbook.xml', content: [workbook(sheets)] },
    {
      name: 'xl/_rels/workbook.xml.rels',
      content: [relations([...sheets.map((_, n) => ['worksheet', `worksheets/sheet${n + 1}.xml`] as const), ['styles', 'styles.xml']])],
    },
    { name: 'xl/styles.xml', content: [styles()] },
    ...sheets.map((sheet, n) => ({ name: `xl/worksheets/sheet${n + 1}.xml`, content: worksheet(sheet) })),
  ])
}

const declaration = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const contentTypes = (sheets: number) =>
  `${declaration}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${spreadsheet}.sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${spreadsheet}.styles+xml"/>${Array.from({ length: sheets }, (_, n) => `<Override PartName="/xl/worksheets/sheet${n + 1}.xml" ContentType="${spreadsheet}.worksheet+xml"/>`).join('')}</Types>`

const relations = (targets: readonly (readonly [type: string, target: string])[]) =>
  `${declaration}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${targets.map(([type, target], n) => `<Relationship Id="r${n + 1}" Type="${office}/${type}" Target="${target}"/>`).join('')}</Relationships>`

const workbook = (sheets: readonly Sheet[]) =>
  `${declaration}<workbook ${main} xmlns:r="${office}"><sheets>${sheets.map(({ name }, n) => `<sheet name="${escape(sheetName(printable(name)))}" sheetId="${n + 1}" r:id="r${n + 1}"/>`).join('')}</sheets></workbook>`

/** What Excel accepts as the name of a sheet. */
const sheetName = (name: string) => name.replaceAll(/[\\/?*[\]:']/g, ' ').slice(0, 31) || 'Sheet'

const styles = () =>
  `${declaration}<styleSheet ${main}><numFmts count="${2 + unitNames.length}"><numFmt numFmtId="164" formatCode="yyyy\\-mm\\-dd"/><numFmt numFmtId="165" formatCode="yyyy\\-mm\\-dd\\ hh:mm"/>${unitNames.map((unit, n) => `<numFmt numFmtId="${firstUnitFormat + n}" formatCode="${escape(unitFormats[unit])}"/>`).join('')}</numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${firstUnitStyle + unitNames.length}"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0" applyAlignment="1"><alignment wrapText="1" vertical="top"/></xf>${unitNames.map((_, n) => `<xf numFmtId="${firstUnitFormat + n}" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/>`).join('')}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`

async function* worksheet({ header, looks = [], plain, rows }: Sheet): AsyncGenerator<string> {
  const widths = header
    .map(
      (label, n) =>
        `<col min="${n + 1}" max="${n + 1}" width="${Math.min(60, Math.max(14, label.length + 4))}" customWidth="1"${looks[n]?.hidden ? ' hidden="1"' : ''}/>`,
    )
    .join('')
  yield `${declaration}<worksheet ${main}><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${widths}</cols><sheetData>`
  const letters = header.map((_, n) => columnLetters(n))
  yield `<row r="1">${header.map((label, n) => `<c r="${letters[n]}1" s="${style.bold}" t="inlineStr"><is><t xml:space="preserve">${escape(guarded(printable(label)))}</t></is></c>`).join('')}</row>`
  let line = 1
  for await (const batch of rows) {
    let text = ''
    for (const row of batch) {
      line += 1
      text += `<row r="${line}">`
      for (const [n, cell] of row.entries()) if (cell !== null && cell !== '') text += cellXml(`${letters[n] ?? columnLetters(n)}${line}`, cell)
      text += '</row>'
    }
    yield text
  }
  const filter = plain ? '' : `<autoFilter ref="A1:${letters.at(-1) ?? 'A'}${Math.max(1, line)}"/>`
  yield `</sheetData>${filter}${validations(looks, letters)}</worksheet>`
}

/** Rows below the header that offer what they take. */
const helpedRows = 5001

/** Proposes, and refuses nothing: a cell may also hold an identifier, or several values. */
function validations(looks: readonly ColumnLook[], letters: readonly string[]): string {
  const rules = looks.flatMap(({ note, offers }, n) => {
    if (!note && !offers) return []
    const prompt = note
      ? ` showInputMessage="1" promptTitle="${escape(printable(note.title).slice(0, 32))}" prompt="${escape(printable(note.text).slice(0, 255))}"`
      : ''
    const from =
      offers &&
      `<formula1>'${escape(sheetName(printable(offers.sheet)))}'!$${columnLetters(offers.at)}$2:$${columnLetters(offers.at)}$${offers.count + 1}</formula1>`
    return [
      `<dataValidation${offers ? ' type="list"' : ''} allowBlank="1"${prompt} sqref="${letters[n]}2:${letters[n]}${helpedRows}">${from ?? ''}</dataValidation>`,
    ]
  })
  return rules.length > 0 ? `<dataValidations count="${rules.length}">${rules.join('')}</dataValidations>` : ''
}

function cellXml(at: string, cell: Exclude<Cell, null>): string {
  switch (typeof cell) {
    case 'number':
      return Number.isFinite(cell) ? `<c r="${at}"><v>${cell}</v></c>` : ''
    case 'boolean':
      return `<c r="${at}" t="b"><v>${cell ? 1 : 0}</v></c>`
    case 'string':
      return `<c r="${at}"${cell.includes('\n') ? ` s="${style.wrapped}"` : ''} t="inlineStr"><is><t xml:space="preserve">${cellText(cell)}</t></is></c>`
    default: {
      if ('amount' in cell)
        return Number.isFinite(cell.amount) ? `<c r="${at}" s="${firstUnitStyle + unitNames.indexOf(cell.unit)}"><v>${cell.amount}</v></c>` : ''
      const text = 'day' in cell ? `${cell.day}T00:00:00` : cell.moment
      // Days are counted from the last one of 1899.
      const serial = (Date.parse(`${text}Z`) - Date.UTC(1899, 11, 30)) / 86_400_000
      return `<c r="${at}" s="${'day' in cell ? style.day : style.moment}"><v>${serial}</v></c>`
    }
  }
}

/** A text that a spreadsheet could take for a formula is marked as text (SEC-16), even after it has been copied or saved as CSV; so is one that looks marked already, so that each comes back as it was. */
export const guarded = (text: string) => (/^'*[=+\-@\t\r\n]/.test(text) ? `'${text}` : text)
/** The text before it was guarded. */
export const unguarded = (text: string) => (/^'+[=+\-@\t\r\n]/.test(text) ? text.slice(1) : text)

/** What a text is looked through for before anything of it is replaced: most have nothing of it. */
// oxlint-disable-next-line no-control-regex
const unplain = /[&<>"\u0000-\u0008\u000b\u000c\u000e-\u001f\ud800-\udfff\ufffe\uffff]|_x[0-9a-f]{4}_/i
const cellText = (text: string): string => (unplain.test(text) ? escape(guarded(printable(text)).slice(0, cellLimit)) : guarded(text).slice(0, cellLimit))

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

/** XML has no place for control characters; they go first, for what stands behind them may be a formula. */
// oxlint-disable-next-line no-control-regex
const printable = (text: string) => text.replaceAll(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]/g, '')

/** `_x0041_` would be read as an escape, and a text that was cut may end in half a character. */
const escape = (text: string) =>
  text
    .toWellFormed()
    .replaceAll(/_(?=x[0-9a-f]{4}_)/gi, '_x005F_')
    .replaceAll(/[&<>"]/g, (c) => entities[c] ?? c)

/** A, B … Z, AA …, counted from 0. */
export function columnLetters(n: number): string {
  return (n >= 26 ? columnLetters(Math.floor(n / 26) - 1) : '') + String.fromCharCode(65 + (n % 26))
}
