import type { ReadAnswer } from '#kit/server/sheets/read-sheet.ts'
import { csvSheet, decoded } from '#kit/server/sheets/csv.ts'
import { asWorkbook } from './finding.ts'
import type { Json } from './json-value.ts'
import { isOcsf, readOcsf } from './ocsf.ts'
import { isSarif, readSarif } from './sarif.ts'

/** What a file of text holds, as the sheet of a workbook: CSV by the ending of its name, SARIF or OCSF by what stands in it. */
export function findingsIn(content: Uint8Array, ending: string): ReadAnswer {
  const text = decoded(content)
  if (ending === 'csv') return { links: false, sheets: [csvSheet(text)] }
  const values = jsonOf(text)
  const [first] = values
  if (values.length === 1 && isSarif(first)) return asWorkbook('SARIF', readSarif(first))
  const events = values.length === 1 && Array.isArray(first) ? (first as Json[]) : values
  if (events.length > 0 ? events.some(isOcsf) : Array.isArray(first)) return asWorkbook('OCSF', readOcsf(events))
  return { fault: 'no_findings' }
}

/** One JSON value, or one on each line. */
function jsonOf(text: string): Json[] {
  try {
    return [JSON.parse(text)]
  } catch {
    return text.split('\n').flatMap((line) => (line.trim() === '' ? [] : [JSON.parse(line) as Json]))
  }
}
