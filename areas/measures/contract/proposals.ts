import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { objectAnswer } from '#kit/contract/row-schema.ts'
import { isDay } from '#kit/contract/schema.ts'

const id = z.int().min(1)
const day = z.string().refine(isDay, { params: { key: 'kit.errors.invalid_date' } })
const proposed = z.object({ id: z.int(), identifier: z.string(), name: z.string(), periodicity: z.string() })
const proposal = z.object({
  tasks: z.array(proposed.extend({ charge: z.number().nullable() })),
  /** With the metrics that it needs and the perimeter does not have yet. */
  indicators: z.array(proposed.extend({ metrics: z.array(z.string()) })),
  runbook: z.object({ id: z.int(), name: z.string() }).nullable(),
})
export type Proposal = z.output<typeof proposal>

/** What the model of an implemented measure brings and nobody has made of it yet; nothing of what the reader may not make. */
export const readProposal = defineCall('GET /measure/{id}/proposal', {
  right: 'measure.read',
  summary: 'Tell which recurring tasks and indicators the model of a measure proposes',
  answer: objectAnswer(proposal),
})
export const acceptProposal = defineCall('POST /measure/{id}/proposal', {
  right: 'measure.write',
  refusal: 'measures.errors.no_edit',
  summary: 'Make recurring tasks and indicators that the model of a measure proposes, all or none',
  body: z.strictObject({
    tasks: z.array(id).max(50).default([]),
    indicators: z.array(id).max(50).default([]),
    /** From this day on, or the first after it on which a rhythm may start; today unless said. */
    start_date: day.optional(),
    manager: id.nullish(),
    /** The one of the measure unless said. */
    perimeter: id.nullish(),
    runbook: id.nullish(),
  }),
  answer: z.object({ message: z.string().optional(), object: z.object({ tasks: z.array(z.int()), indicators: z.array(z.int()) }) }),
})
