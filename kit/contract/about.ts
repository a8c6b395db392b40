import { z } from 'zod'
import { defineCall } from './call.ts'

/** What the page *About* says: which version of the product answers. */
export const readAbout = defineCall('GET /about', {
  right: 'session',
  summary: 'Tell the version of the product',
  answer: z.object({ object: z.object({ version: z.string() }) }),
})
