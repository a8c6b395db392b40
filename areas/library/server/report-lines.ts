import type { Language } from '#kit/contract/catalogue.ts'
import type { Message } from '#kit/contract/errors.ts'
import { speaker } from '#kit/server/http/words.ts'
import type { ReportLine } from '#kit/server/sheets/report.ts'
import { en } from '#areas/library/locales/en.ts'
import { fr } from '#areas/library/locales/fr.ts'
import type { LibraryError } from './format/library-error.ts'
import type { LibraryWarning } from './library-content.ts'
import type { Comparison } from './store/compare-library.ts'

const say = speaker({ library: { en, fr } })

/** A line about the whole file; `key` is below `library`. */
export function wholeLine(lang: Language, level: ReportLine['level'], key: string, values?: Message['values']): ReportLine {
  return { n: 0, level, message: say({ key: `library.${key}`, values }, lang) }
}

/** Why a file is refused, with the line where it is known. */
export function faultLine(lang: Language, { key, params, line }: LibraryError): ReportLine {
  const reason = say({ key: `library.fault.${key}`, values: params }, lang)
  return { n: line ?? 0, level: 'error', message: line === null ? reason : say({ key: 'library.fault_at_line', values: { line, reason } }, lang) }
}

export const warningLine = (lang: Language, { key, params }: LibraryWarning): ReportLine => wholeLine(lang, 'warning', `warning.${key}`, params)

/** What became of the file as a whole. */
export function outcomeLine(lang: Language, { result, sameBytes }: Comparison): ReportLine {
  const values = { version: result.version_label, known: result.known_version_label ?? '' }
  if (result.outcome === 'older') return wholeLine(lang, 'error', 'outcome.older', values)
  if (result.outcome === 'unchanged') return wholeLine(lang, sameBytes ? 'info' : 'warning', sameBytes ? 'outcome.unchanged' : 'outcome.other_bytes', values)
  return wholeLine(lang, 'info', `outcome.${result.outcome}`, values)
}
