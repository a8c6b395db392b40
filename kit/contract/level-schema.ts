import { z } from 'zod'

/** A level as the session tells of it; lists draw levels without this, so that they come without zod. */
const levelSchema = z.object({
  value: z.int(),
  name_en: z.string().nullable(),
  name_fr: z.string().nullable(),
  color: z.string().nullable(),
  low: z.int().optional(),
  high: z.int().optional(),
  icon: z.string().optional(),
})

/** The levels of an organisation's default scales, by the kind of scale, lowest first. */
export const levelsSchema = z.record(z.string(), z.array(levelSchema))
