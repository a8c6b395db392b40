import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { asOfQuery } from '#kit/contract/list-query.ts'
import { referenceSchema } from '#kit/contract/row-schema.ts'

const named = z.object({ id: z.int(), name: z.string() })
const row = z.object({
  id: z.int(),
  identifier: z.string(),
  name: z.string().nullable(),
  perimeter: named,
  solution: z.object({ id: z.int(), identifier: z.string(), name: z.string().nullable(), share: z.int() }),
  situation: z.enum(['TO_HANDLE', 'PLANNED', 'DISCARDED', 'IMPLEMENTED', 'SERVED']),
  implemented_by: named.nullable(),
  manager: referenceSchema.nullable(),
})
export type MeasureOfControl = z.infer<typeof row>

/** Declared beside the requirement, answered by the measures: those that answer it where its policy is in force, as far as the reader may open them. */
export const measuresOfControl = defineCall('GET /control/{id}/measures', {
  right: 'measure.read',
  summary: 'List the measures that answer a requirement, with how they stand',
  query: asOfQuery.extend({ perimeter: z.coerce.number().int().min(1).optional() }),
  /** At most 500 of `total`. */
  answer: z.object({ objects: z.array(row), total: z.int() }),
})
