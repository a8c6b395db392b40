import { z } from 'zod'

/** How far the demonstration is built that a start brings in, if it does, for the sign-in page to tell. */
export const demonstrationState = z.object({
  stage: z.enum(['BUILDING', 'BUILT', 'FAILED']).nullable(),
  /** 0 to 100; null where another server builds it. */
  percent: z.number().int().nullable(),
})
export type DemonstrationState = z.output<typeof demonstrationState>
