import type { Language } from './catalogue.ts'

/** A level of a scale as everything that has it is shown: by its value on the wire, by its name and colour to people. */
export interface Level {
  readonly value: number
  readonly name_en: string | null
  readonly name_fr: string | null
  readonly color: string | null
  /** Bounds, both included, of a level that is a range. */
  readonly low?: number | undefined
  readonly high?: number | undefined
  readonly icon?: string | undefined
}

/** The levels of an organisation's default scales, by the kind of scale, lowest first. */
export type Levels = Readonly<Record<string, readonly Level[]>>

export const levelName = ({ name_en, name_fr }: Pick<Level, 'name_en' | 'name_fr'>, lang: Language): string =>
  (lang === 'fr' ? (name_fr ?? name_en) : (name_en ?? name_fr)) ?? ''

/** Whether the highest level of a scale of this kind is the best there is; of the others it is the gravest. */
export const risesWell = (scale: string): boolean => ['indicator', 'eval', 'weather'].includes(scale)

/** The level of exactly this value, of a range too. */
export const levelOf = (levels: readonly Level[], value: unknown): Level | undefined => levels.find((level) => level.value === value)

/** The range that a whole number from 0 to 100 lies in. */
export const rangeOf = (levels: readonly Level[], value: number): Level | undefined =>
  levels.find(({ low, high }) => low != null && high != null && low <= value && value <= high)
