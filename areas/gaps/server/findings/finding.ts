import { createHash } from 'node:crypto'
import type { ReadCell, Workbook } from '#kit/server/sheets/read-sheet.ts'
import type { ReportLine } from '#kit/server/sheets/report.ts'
import type { StoredMessage } from '#kit/server/sheets/stored-message.ts'
import { foundAt } from '#areas/gaps/contract/gap.ts'
import type { findingStates } from '#areas/gaps/contract/gap-finding.ts'

/** Keys that a gap may have been given for the same finding, beside the one that it would be given now. */
export interface OtherNames {
  /** These name it as surely as its own. */
  readonly others: readonly string[]
  /** These name several: it is the one that tells the same. */
  readonly alike: readonly string[]
}

/** Where it was found, as far as the format says so. */
export type FoundAt = Readonly<Partial<Record<keyof typeof foundAt, string | null>>>

/** What any format says of one thing that was found. */
export interface Finding extends OtherNames {
  readonly key: string
  readonly name: string | null
  readonly description: string | null
  readonly place: FoundAt
  /** 0 to 100. */
  readonly score: number | null
  readonly state: (typeof findingStates)[number]
  /** The tool, and which of its runs, targets or accounts: what this one does not name any more is gone, and nothing else is. */
  readonly foundBy: string | null
}

/** What a format says of the file as a whole, beside its findings in their order. */
export interface FoundFile {
  readonly findings: readonly Finding[]
  /** Who of `foundBy` told all that there is. */
  readonly whole: readonly string[]
  /** The file says of itself that something was left out. */
  readonly filtered: boolean
  readonly said: readonly ReportLine[]
}

/** The same as it goes beside the lines of a sheet. */
export type Beside = Pick<FoundFile, 'whole' | 'filtered'> & { readonly names: readonly OtherNames[] }

const keyLimit = 255

export const digest = (...parts: readonly (string | null)[]): string => createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 12)

/** A key that stays the same from one scan to the next, as long as what it is made of does; one that is too long is told by its digest. */
export function stableKey(...parts: readonly (string | null)[]): string {
  const whole = parts.map((part) => part ?? '').join('|')
  if (whole.length <= keyLimit) return whole
  return `${whole.slice(0, 180)}…${createHash('sha256').update(whole).digest('hex')}`.slice(0, keyLimit)
}

/** The key of the n-th, from 1 on, of what cannot be told apart otherwise. */
export const numbered = (key: string, n: number): string => (n === 1 ? key : stableKey(key, `#${n}`))
/** The key without its number. */
export const unnumbered = (key: string): string => key.replace(/\|#\d+$/, '')

/** Something to be said of the file as a whole; the key stands below `gaps.findings`. */
export const ofFile = (level: ReportLine['level'], key: string, values?: StoredMessage['values']): ReportLine => ({
  n: 0,
  level,
  message: { key: `gaps.findings.${key}`, ...(values && { values }) },
})

const places = Object.keys(foundAt) as (keyof typeof foundAt)[]

/** Findings as the lines of a sheet, in the names that the API uses. */
export function asWorkbook(name: string, { findings, whole, filtered, said }: FoundFile): Workbook {
  const beside: Beside = { whole, filtered, names: findings.map(({ others, alike }) => ({ others, alike })) }
  const rows = [
    ['external_key', 'name', 'description', 'score', 'state', 'found_by', ...places],
    ...findings.map((one): ReadCell[] => [
      one.key,
      one.name,
      one.description,
      one.score,
      one.state,
      one.foundBy,
      ...places.map((name) => one.place[name] ?? null),
    ]),
  ]
  return { links: false, emptyPasses: true, said, beside, sheets: [{ name, rows, formulas: [], uncomputed: [] }] }
}
