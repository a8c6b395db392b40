import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'

/** An archive of everything that an organisation has, made by the provider while that waits for its deletion. */
export const customerArchive = z.object({
  id: z.uuid(),
  status: z.enum(['PENDING', 'RUNNING', 'MADE', 'FAILED']),
  /** From 0 to 100. */
  percent: z.int(),
  size: z.int().nullable(),
  created_at: z.iso.datetime(),
  expires_at: z.iso.datetime().nullable(),
  /** Whoever made it may fetch it while it is kept. */
  download_right: z.boolean(),
})
export type CustomerArchive = z.infer<typeof customerArchive>

export const listCustomerArchives = defineCall('GET /customer/{id}/archive', {
  right: 'customer.archive',
  summary: 'List the archives of an organisation that waits for its deletion',
  answer: z.object({ objects: z.array(customerArchive) }),
})

export const makeCustomerArchive = defineCall('POST /customer/{id}/archive', {
  right: 'customer.archive',
  summary: 'Make an archive of an organisation that waits for its deletion',
  costly: true,
  named: true,
  body: z.strictObject({}),
  answer: z.object({ message: z.string().optional(), object: z.object({ id: z.uuid() }) }),
})

export const downloadCustomerArchive = defineCall('GET /customer/{id}/archive/{archive}', {
  right: 'customer.archive',
  summary: 'Download an archive that one has made of an organisation',
  params: z.object({ id: z.coerce.number().int().min(1), archive: z.uuid() }),
  download: true,
  costly: true,
  answer: z.unknown(),
})
