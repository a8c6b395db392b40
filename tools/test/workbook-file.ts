import { columnLetters } from '#kit/server/sheets/xlsx.ts'
import { zip } from '#kit/server/sheets/zip.ts'

/** A cell as a spreadsheet would write it; what is filled in a colour holds nothing else. */
export type FileCell =
  | string
  | number
  | boolean
  | null
  | { readonly error: string }
  | { readonly formula: string; readonly value?: number }
  | { readonly fill: string }

const escape = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('"', '&quot;')
const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const spreadsheet = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

/** A workbook as other programs write it, with what ours never writes: errors, formulas, colours. Fills are `#RRGGBB`, or `theme:tint`. */
export async function workbookFile(sheets: Readonly<Record<string, readonly (readonly FileCell[])[]>>): Promise<Buffer> {
  const fills = [
    ...new Set(
      Object.values(sheets).flatMap((rows) =>
        rows.flatMap((row) => row.flatMap((cell) => (cell !== null && typeof cell === 'object' && 'fill' in cell ? cell.fill : []))),
      ),
    ),
  ]
  const names = Object.keys(sheets)
  const cellXml = (at: string, cell: FileCell): string => {
    if (cell === null) return ''
    if (typeof cell === 'number') return `<c r="${at}"><v>${cell}</v></c>`
    if (typeof cell === 'boolean') return `<c r="${at}" t="b"><v>${cell ? 1 : 0}</v></c>`
    if (typeof cell === 'string') return `<c r="${at}" t="inlineStr"><is><t xml:space="preserve">${escape(cell)}</t></is></c>`
    if ('error' in cell) return `<c r="${at}" t="e"><v>${cell.error}</v></c>`
    if ('fill' in cell) return `<c r="${at}" s="${fills.indexOf(cell.fill) + 1}"/>`
    return `<c r="${at}"><f>${escape(cell.formula)}</f>${cell.value === undefined ? '' : `<v>${cell.value}</v>`}</c>`
  }
  const sheetXml = (rows: readonly (readonly FileCell[])[]) =>
    `<worksheet ${main}><sheetData>${rows.map((row, y) => `<row r="${y + 1}">${row.map((cell, x) => cellXml(`${columnLetters(x)}${y + 1}`, cell)).join('')}</row>`).join('')}</sheetData></worksheet>`
  const colour = (fill: string) => (fill.startsWith('#') ? `rgb="FF${fill.slice(1)}"` : `theme="${fill.split(':')[0]}" tint="${fill.split(':')[1]}"`)
  const parts = {
    '[Content_Types].xml': `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${spreadsheet}.sheet.main+xml"/>${names.map((_, n) => `<Override PartName="/xl/worksheets/sheet${n + 1}.xml" ContentType="${spreadsheet}.worksheet+xml"/>`).join('')}</Types>`,
    '_rels/.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="r1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `<workbook ${main} xmlns:r="${office}"><sheets>${names.map((name, n) => `<sheet name="${escape(name)}" sheetId="${n + 1}" r:id="r${n + 1}"/>`).join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${names.map((_, n) => `<Relationship Id="r${n + 1}" Type="${office}/worksheet" Target="worksheets/sheet${n + 1}.xml"/>`).join('')}<Relationship Id="s" Type="${office}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': `<styleSheet ${main}><fonts count="1"><font/></fonts><fills count="${fills.length + 1}"><fill><patternFill patternType="none"/></fill>${fills.map((fill) => `<fill><patternFill patternType="solid"><fgColor ${colour(fill)}/></patternFill></fill>`).join('')}</fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${fills.length + 1}">${['', ...fills].map((_, n) => `<xf numFmtId="0" fontId="0" fillId="${n}" borderId="0"/>`).join('')}</cellXfs></styleSheet>`,
    'xl/theme/theme1.xml': `<a:theme xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><a:themeElements><a:clrScheme name="t"><a:dk1><a:sysClr val="windowText" lastClr="000000"/></a:dk1><a:lt1><a:sysClr val="window" lastClr="FFFFFF"/></a:lt1><a:dk2><a:srgbClr val="1F497D"/></a:dk2><a:lt2><a:srgbClr val="EEECE1"/></a:lt2><a:accent1><a:srgbClr val="4F81BD"/></a:accent1></a:clrScheme></a:themeElements></a:theme>`,
    ...Object.fromEntries(names.map((name, n) => [`xl/worksheets/sheet${n + 1}.xml`, sheetXml(sheets[name] ?? [])])),
  }
  const chunks: Buffer[] = []
  for await (const chunk of zip(Object.entries(parts).map(([name, content]) => ({ name, content: [content] })))) chunks.push(chunk)
  return Buffer.concat(chunks)
}
