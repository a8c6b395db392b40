import { createHash } from 'node:crypto'
import type { ReadCell, ReadSheet } from '#kit/server/sheets/read-sheet.ts'
import type { findingStates } from '#areas/registers/contract/gap-finding.ts'

/** What any format says of one thing that was found. */
export interface Finding {
  readonly key: string
  readonly name: string | null
  readonly description: string | null
  /** 0 to 100. */
  readonly score: number | null
  readonly chapter: string | null
  readonly state: (typeof findingStates)[number]
}

const keyLimit = 255

/** A key that stays the same from one scan to the next, as long as what it is made of does; one that is too long is told by its digest. */
export function stableKey(...parts: readonly (string | null)[]): string {
  const whole = parts.map((part) => part ?? '').join('|')
  if (whole.length <= keyLimit) return whole
  return `${whole.slice(0, 180)}…${createHash('sha256').update(whole).digest('hex')}`.slice(0, keyLimit)
}

/** Findings as the lines of a sheet, in the names that the API uses. */
export const asSheet = (name: string, findings: readonly Finding[]): ReadSheet => ({
  name,
  rows: [
    ['external_key', 'name', 'description', 'score', 'chapter', 'state'],
    ...findings.map((one): ReadCell[] => [one.key, one.name, one.description, one.score, one.chapter, one.state]),
  ],
  formulas: [],
  uncomputed: [],
})
