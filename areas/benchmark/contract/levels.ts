/** The groups in which an organisation stands, each within the next. No others exist: nobody puts one together. */
export const levels = ['BRANCH', 'SECTOR', 'COUNTRY', 'ALL'] as const
export type Level = (typeof levels)[number]

/** By what an organisation is put into groups. */
export interface Profile {
  readonly branch: string
  readonly sector: string
  readonly country: string
}

/** How a group is written, such as `BRANCH:FR:RAIL`. */
export function peersOf(level: Level, { branch, sector, country }: Profile): string {
  if (level === 'ALL') return 'ALL'
  if (level === 'COUNTRY') return `COUNTRY:${country}`
  return `${level}:${country}:${level === 'BRANCH' ? branch : sector}`
}

/** Nothing is told of fewer organisations. */
export const fewest = 5

/** How many organisations a group has, as it is told. */
export const bands = ['FROM_5', 'FROM_10', 'FROM_20', 'FROM_30'] as const
export type Band = (typeof bands)[number]

/** The band of a number of organisations that may be told of. */
export const bandOf = (count: number): Band => (count < 10 ? 'FROM_5' : count < 20 ? 'FROM_10' : count < 30 ? 'FROM_20' : 'FROM_30')

/** Where a score stands in a group, by shown points. */
export const positions = ['UPPER', 'ABOVE', 'MEDIAN', 'BELOW', 'LOWER'] as const
export type Position = (typeof positions)[number]

/** Figures of a group, in whole points. */
export interface Quartiles {
  readonly lower: number
  readonly median: number
  readonly upper: number
}

/** In which quarter of the group a score of whole points lies, or on which side of the median. */
export function positionOf(score: number, { lower, median, upper }: Quartiles): Position {
  if (score > upper) return 'UPPER'
  if (score < lower) return 'LOWER'
  return score === median ? 'MEDIAN' : score > median ? 'ABOVE' : 'BELOW'
}
