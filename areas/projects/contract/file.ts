import { z } from 'zod'

/** A line of the file of a decision: something of the project as it was. Its name is left out for whoever may not open it. */
const line = z.object({
  entity: z.string(),
  id: z.int(),
  identifier: z.string().nullable(),
  name_en: z.string().nullable(),
  name_fr: z.string().nullable(),
  status: z.string().nullable(),
  /** Until when, or due when. */
  date: z.string().nullable(),
  /** Points, percent or another figure of its kind. */
  value: z.number().nullable(),
  hidden: z.boolean().optional(),
})
export type FileLine = z.output<typeof line>

/** What parts of the product say of a project on the day of its decision, each under a name of its own. */
const part = z.object({ name: z.string(), lines: z.array(line), count: z.int() })
export type FilePart = z.output<typeof part>

export const fileSchema = z.object({ day: z.string(), parts: z.array(part) })
export type DecisionFile = z.output<typeof fileSchema>
