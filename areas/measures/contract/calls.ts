import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { asOfQuery } from '#kit/contract/list-query.ts'
import { rowSchema } from '#kit/contract/row-schema.ts'
import { isDay } from '#kit/contract/schema.ts'
import { comparedFields, measure } from './measure.ts'

const id = z.int().min(1)
const row = z.object({ object: rowSchema(measure) })
const day = z.string().refine(isDay, { params: { key: 'kit.errors.invalid_date' } })
const reason = z.string().trim().min(1).max(4000)

export const implementMeasure = defineCall('POST /measure/{id}/implement', {
  right: 'measure.write',
  refusal: 'measures.errors.no_edit',
  summary: 'Declare a measure implemented',
  body: z.strictObject({ implemented_on: day.optional(), manager: id.nullable().optional(), version: id.optional() }),
  answer: row,
})

export const discardMeasure = defineCall('POST /measure/{id}/discard', {
  right: 'measure.write',
  refusal: 'measures.errors.no_edit',
  summary: 'Discard a measure with a justification',
  body: z.strictObject({ justification: reason, version: id.optional() }),
  answer: row,
})

/** Takes back the decision that made `version`, of whoever made it, as long as nothing has come after it; CONFLICT for what ended more than a decision. */
export const undoDecision = defineCall('POST /measure/{id}/undo', {
  right: 'measure.write',
  refusal: 'measures.errors.no_edit',
  summary: 'Take back the last decision about a measure',
  body: z.strictObject({ version: id }),
  answer: row,
})

/** The whole list of perimeters a measure serves besides, or instead of, its own; new ones are offered until accepted there. */
export const setBeneficiaries = defineCall('PUT /measure/{id}/beneficiaries', {
  right: 'measure.write',
  refusal: 'measures.errors.no_edit',
  summary: 'Set the perimeters that a measure serves',
  body: z.strictObject({ perimeters: z.array(id).max(1000), serves_self: z.boolean().optional() }),
  answer: row,
})

export const answerBenefit = defineCall('POST /measure/{id}/benefit', {
  right: 'measure.write',
  refusal: 'measures.errors.no_edit',
  summary: 'Accept or decline the benefit of a measure for a perimeter',
  /** Null: what was accepted is only offered again. */
  body: z.strictObject({ perimeter: id, accepted: z.boolean().nullable() }),
  answer: z.object({ message: z.string().optional() }),
})

/** Figures of a security base: measures by how they stand (`to_implement`: to be handled, `benefiting`: implemented by others), the costs and days of those implemented; for one perimeter or all that the reader reaches. */
export const baseSummary = defineCall('GET /measure/summary', {
  right: 'measure.read',
  summary: 'Summarise security bases by perimeter',
  query: asOfQuery.extend({ perimeter: z.coerce.number().int().min(1).optional() }),
  answer: z.object({
    objects: z.array(
      z.object({
        perimeter: z.object({ id: z.int(), name: z.string(), identifier: z.string() }),
        to_implement: z.int(),
        planned: z.int(),
        discarded: z.int(),
        implemented: z.int(),
        benefiting: z.int(),
        policies: z.int(),
        yearly_cost: z.number(),
        yearly_internal_charge: z.number(),
      }),
    ),
  }),
})

const text = z.string().nullable()
const compared = z.union([z.string(), z.number()]).nullable()
/** Measures that differ from what their models say now; `kept` lines were looked at, and left as they are (MEA-18). */
export const readDifferences = defineCall('GET /measure/differences', {
  right: 'measure.read',
  costly: true,
  summary: 'List measures that differ from their models',
  query: z.strictObject({ measure: z.coerce.number().int().min(1).optional(), perimeter: z.coerce.number().int().min(1).optional() }),
  answer: z.object({
    objects: z.array(
      z.object({
        id: z.int(),
        version: z.int(),
        identifier: z.string(),
        name: text,
        edit_right: z.boolean(),
        perimeter: z.object({ id: z.int(), name: text }),
        solution: z.object({ id: z.int(), name: text, identifier: z.string() }),
        lines: z.array(z.object({ field: z.enum(comparedFields), measure: compared, solution: compared, kept: z.boolean() })),
      }),
    ),
  }),
})

const choice = z.enum(['adopt', 'keep']).optional()
export const answerDifferences = defineCall('POST /measure/{id}/differences', {
  right: 'measure.write',
  refusal: 'measures.errors.no_edit',
  summary: 'Adopt what the model of a measure says, or keep the own, field by field',
  body: z.strictObject({
    name: choice,
    description: choice,
    category: choice,
    build_days: choice,
    yearly_internal_charge: choice,
    yearly_cost: choice,
    version: id.optional(),
  }),
  answer: row,
})
