import { z } from 'zod'
import { customerArchive } from '#areas/tenancy/contract/customer-archive.ts'
import { defineCall } from '#kit/contract/call.ts'

const leavingArchive = customerArchive.extend({
  /** Who made it; null: the provider. */
  by: z.string().nullable(),
})
export type LeavingArchive = z.infer<typeof leavingArchive>

const leaving = z.object({
  /** Since when the organisation waits for its deletion, and when that comes. */
  asked_at: z.iso.datetime(),
  deletes_at: z.iso.datetime(),
  archives: z.array(leavingArchive),
})
export type Leaving = z.infer<typeof leaving>

/** All that is left to the global pilots of an organisation that waits for its deletion. */
export const readLeaving = defineCall('GET /leaving', {
  right: 'archive.write',
  whileLeaving: true,
  summary: 'Show until when the own organisation waits for its deletion, and its archives',
  answer: z.object({ object: leaving }),
})

export const makeLeavingArchive = defineCall('POST /leaving/archive', {
  right: 'archive.write',
  whileLeaving: true,
  summary: 'Make an archive of the own organisation, which waits for its deletion',
  costly: true,
  named: true,
  body: z.strictObject({}),
  answer: z.object({ message: z.string().optional(), object: z.object({ id: z.uuid() }) }),
})

export const downloadLeavingArchive = defineCall('GET /leaving/archive/{id}', {
  right: 'archive.write',
  whileLeaving: true,
  summary: 'Download an archive that one has made of the own organisation, which waits for its deletion',
  params: z.object({ id: z.uuid() }),
  download: true,
  costly: true,
  answer: z.unknown(),
})
