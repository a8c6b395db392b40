import { z } from 'zod'
import { rowLimit, rowsPerPage } from './limits.ts'
import { countsDays, maxDays, periods } from './period.ts'
import { isDay } from './schema.ts'

const scalar = z.union([z.string().max(500), z.number(), z.boolean(), z.null()])
/** A range keeps both bounds inclusive; a missing one is open. `text` means «contains», without accents or case. */
const range = z.strictObject({ from: z.union([z.string().max(40), z.number()]).optional(), to: z.union([z.string().max(40), z.number()]).optional() })
const contains = z.strictObject({ text: z.string().max(200) })
/** Days that move with the calendar of the organisation: «this month» is another one in a month. */
const period = z
  .strictObject({ period: z.enum(periods), days: z.int().min(1).max(maxDays).optional() })
  .refine((asked) => countsDays(asked.period) === (asked.days !== undefined))

/** Values are compared all at once; each range and each text costs a comparison of every row. */
const comparedLimit = 20
const fewCompared = (options: readonly unknown[]) => options.filter((option) => typeof option === 'object' && option !== null).length <= comparedLimit

export const filterSchema = z.strictObject({
  name: z.string().max(64),
  selected_options: z
    .array(z.union([scalar, range, contains, period]))
    .max(rowLimit)
    .refine(fewCompared),
})
export const sortSchema = z.strictObject({ name: z.string().max(64), order: z.enum(['asc', 'desc']) })

/** The list protocol's query (TBL-01): options of one filter are OR-ed, filters AND-ed; `null` in a filter means «empty». */
export const listQuerySchema = z.strictObject({
  sort: z.array(sortSchema).max(3).default([]),
  filters: z.array(filterSchema).max(40).default([]),
  /** The field by which the entity's lists are grouped: before any order, groups stand together, by their names. */
  group: z.string().max(64).optional(),
  global_search: z
    .string()
    .max(200)
    .default('')
    .transform((s) => s.trim()),
  per_page: z.int().min(1).max(rowLimit).default(rowsPerPage),
  page: z.int().min(1).max(1_000_000).default(1),
})

export const pageBodySchema = z
  .strictObject({ queryParams: listQuerySchema.prefault({}), page: z.int().min(1).max(1_000_000).optional() })
  .transform(({ queryParams, page }) => ({ ...queryParams, page: page ?? queryParams.page }))

/** What the chips of a list ask: how many rows each filter keeps away, and how many there would be with each of some values of one field. */
export const filterCountsSchema = z.strictObject({
  queryParams: listQuerySchema.pick({ filters: true, global_search: true }).prefault({}),
  of: z.strictObject({ name: z.string().max(64), options: filterSchema.shape.selected_options.max(60) }).optional(),
})

/** The end of this day in the organisation's time zone, instead of now. */
export const asOfQuery = z.strictObject({ as_of: z.string().refine(isDay).optional() })
export type AsOf = z.infer<typeof asOfQuery>

export type Filter = z.infer<typeof filterSchema>
export type Sort = z.infer<typeof sortSchema>
export type ListQuery = z.infer<typeof listQuerySchema>
