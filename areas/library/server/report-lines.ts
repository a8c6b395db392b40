import type { StoredMessage } from '#kit/server/sheets/stored-message.ts'
import type { ReportLine } from '#kit/server/sheets/report.ts'
import type { LibraryError } from './format/library-error.ts'
import type { LibraryWarning } from './library-content.ts'
import type { Comparison } from './store/compare-library.ts'

/** A line about the whole file; `key` is below `library`. */
export const wholeLine = (level: ReportLine['level'], key: string, values?: StoredMessage['values']): ReportLine => ({
  n: 0,
  level,
  message: { key: `library.${key}`, ...(values && { values }) },
})

/** Why a file is refused, with the line or the cell where it is known. */
export function faultLine({ key, params, line, place }: LibraryError): ReportLine {
  const reason: StoredMessage = { key: `library.fault.${key}`, values: params }
  if (place) {
    const n = Number(/\d+$/.exec(place.cell)?.[0] ?? 0)
    return { n, level: 'error', message: { key: 'library.fault_at_cell', values: { ...place, reason } } }
  }
  return { n: line ?? 0, level: 'error', message: line === null ? reason : { key: 'library.fault_at_line', values: { line, reason } } }
}

/** All that is known to be wrong with a file. */
export const faultLines = (error: LibraryError): ReportLine[] => [error, ...error.others].map((one) => faultLine(one))

export const warningLine = ({ key, params }: LibraryWarning): ReportLine => wholeLine('warning', `warning.${key}`, params)

/** What became of the file as a whole. */
export function outcomeLine({ result, sameBytes }: Comparison): ReportLine {
  const values = { version: result.version_label, known: result.known_version_label ?? '' }
  if (result.outcome === 'older') return wholeLine('error', 'outcome.older', values)
  if (result.outcome === 'unchanged') return wholeLine(sameBytes ? 'info' : 'warning', sameBytes ? 'outcome.unchanged' : 'outcome.other_bytes', values)
  return wholeLine('info', `outcome.${result.outcome}`, values)
}
