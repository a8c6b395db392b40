import { z } from 'zod'
import { defineCall } from './call.ts'

/** Whom new work of a kind would go to in a perimeter, if nobody says otherwise, and by which field; null where that is nobody. */
export const proposeResponsible = defineCall('GET /responsible', {
  right: 'session',
  summary: 'Tell who is responsible by default for new work in a perimeter',
  query: z.strictObject({ entity: z.string().min(1).max(100), perimeter: z.coerce.number().int().min(1) }),
  answer: z.object({ object: z.object({ field: z.string(), person: z.object({ id: z.int(), name: z.string() }) }).nullable() }),
})
