import { z } from 'zod'
import { filterSchema } from './list-query.ts'

/** How many of the linked rows are shown before the list of them all. */
export const linkedShown = 5

export const linkedSchema = z.object({
  /** Of which entity the rows are, the area that has its words, and by which field they name the object. */
  entity: z.string(),
  area: z.string(),
  field: z.string(),
  /** Those that the reader may read: as many as the entity's list shows under this field. */
  count: z.int(),
  /** What that list is asked for. */
  filter: filterSchema,
  objects: z.array(
    z.object({
      id: z.int(),
      name: z.string().nullable(),
      identifier: z.string().nullish(),
      color: z.string().nullish(),
      /** How it stands: the first choice that its list shows. */
      state: z.object({ field: z.string(), value: z.string() }).nullable(),
      /** Its target date, and whether that is still to be kept. */
      due: z.string().nullable(),
      open: z.boolean(),
    }),
  ),
})
export type Linked = z.infer<typeof linkedSchema>
