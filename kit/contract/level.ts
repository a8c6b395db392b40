import { z } from 'zod'
import type { Language } from './catalogue.ts'

/** A level of a scale as everything that has it is shown: by its value on the wire, by its name and colour to people. */
export const levelSchema = z.object({
  value: z.int(),
  name_en: z.string().nullable(),
  name_fr: z.string().nullable(),
  color: z.string().nullable(),
  /** Bounds, both included, of a level that is a range. */
  low: z.int().nullish(),
  high: z.int().nullish(),
  icon: z.string().nullish(),
})
export type Level = z.infer<typeof levelSchema>

/** The levels of an organisation's default scales, by the kind of scale, lowest first. */
export const levelsSchema = z.record(z.string(), z.array(levelSchema))
export type Levels = Readonly<Record<string, readonly Level[]>>

export const levelName = ({ name_en, name_fr }: Pick<Level, 'name_en' | 'name_fr'>, lang: Language): string =>
  (lang === 'fr' ? (name_fr ?? name_en) : (name_en ?? name_fr)) ?? ''

/** The level of exactly this value, of a range too. */
export const levelOf = (levels: readonly Level[], value: unknown): Level | undefined => levels.find((level) => level.value === value)

/** The range that a whole number from 0 to 100 lies in. */
export const rangeOf = (levels: readonly Level[], value: number): Level | undefined =>
  levels.find(({ low, high }) => low != null && high != null && low <= value && value <= high)
