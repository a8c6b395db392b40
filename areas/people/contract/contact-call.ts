import { z } from 'zod'

/** Whom to call, as far as one reads it beside what is going wrong. */
export const contactSchema = z.object({
  id: z.int(),
  name: z.string(),
  job_function: z.string().nullable(),
  phone: z.string().nullable(),
  email: z.string().nullable(),
  contact_order: z.int().nullable(),
})
export type ShownContact = z.infer<typeof contactSchema>

/** The most that are shown at a time. */
export const contactsAtMost = 50
