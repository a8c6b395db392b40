import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { asOfQuery, pageBodySchema } from '#kit/contract/list-query.ts'
import { measureSituations } from './measure.ts'

const count = z.int()
const model = z.object({
  id: z.int(),
  identifier: z.string(),
  name: z.string().nullable(),
  /** Its measures that match, which are as many rows when it is opened. */
  measures: count,
  situations: z.object(Object.fromEntries(measureSituations.map((situation) => [situation, count]))),
  /** Requirements in force that it answers in the perimeters of these measures. */
  requirements: count,
  /** Perimeters whose measure nobody decided about yet, or is planned. */
  open: z.array(z.int()),
})
export type ModelOfMeasures = z.infer<typeof model>

/** What models may be sorted by, in the names of the list of measures. */
export const modelSorts = ['name', 'identifier', 'situation', 'requirements'] as const

/** The query of a list of measures, a model per row; a sort that models do not have leaves them by name. */
export const measuresByModel = defineCall('POST /measure/by_model/page', {
  reads: true,
  right: 'measure.read',
  summary: 'List measures by their models, with how they stand',
  query: asOfQuery,
  body: pageBodySchema,
  answer: z.object({ objects: z.array(model), total: z.int(), measures: z.int() }),
})
