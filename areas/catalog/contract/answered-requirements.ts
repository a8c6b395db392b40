import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'

const line = z.object({ lineage_id: z.int(), identifier: z.string().nullable(), name: z.string().nullable(), share: z.int(), to_confirm: z.boolean() })
const answered = z.object({
  policy: z.object({ id: z.int(), identifier: z.string(), name: z.string().nullable() }),
  lines: z.array(line),
})
export type AnsweredBy = z.infer<typeof answered>

/** Declared beside the model, answered by the policies: those in their current version that the reader may open. */
export const requirementsOfSolution = defineCall('GET /solution/{id}/requirements', {
  right: 'solution.read',
  summary: 'List the requirements that a measure model answers, by policy, with their share',
  answer: z.object({ objects: z.array(answered) }),
})
