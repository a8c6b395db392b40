import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { frozenSchema } from './calls.ts'

const id = z.int().min(1).max(Number.MAX_SAFE_INTEGER)

/** Days that a link holds unless said, and at most; tries of a code before it is closed. */
export const [linkDays, mostLinkDays, codeTries] = [30, 366, 5] as const
/** A code is of as many characters, letters or digits. */
export const codePattern = /^[A-Za-z0-9]{6,32}$/

const network = z
  .string()
  .trim()
  .max(49)
  .refine((text) => /^[0-9a-f.:]+(\/\d{1,3})?$/i.test(text), { params: { key: 'reporting.errors.network' } })

export const shareDashboard = defineCall('POST /dashboard/{id}/share', {
  right: 'dashboard_link.write',
  summary: 'Make a link that opens the published version of a dashboard without an account',
  untold: true,
  body: z.strictObject({
    expires_at: z.iso.date().optional(),
    /** Kept to a perimeter, in place of all that the version shows; it must be one that its figures were frozen for. */
    name: z.string().trim().max(128).nullable().default(null),
    code: z.string().regex(codePattern).nullable().default(null),
    networks: z.array(network).max(20).default([]),
  }),
  /** The address is told once; nobody can read it again. */
  answer: z.object({ message: z.string(), object: z.object({ id, url: z.string(), expires_at: z.string() }) }),
})

const opening = z.object({ address: z.string(), first_at: z.string(), last_at: z.string(), count: z.int() })
const link = z.object({
  id,
  dashboard: z.object({ id, name: z.string() }),
  name: z.string().nullable(),
  version: z.int(),
  created_at: z.string(),
  created_by: z.string().nullable(),
  expires_at: z.string(),
  has_code: z.boolean(),
  networks: z.array(z.string()),
  state: z.enum(['OPEN', 'ENDED', 'REVOKED', 'CLOSED']),
  openings: z.int(),
  last_at: z.string().nullable(),
})
export type SharedLink = z.infer<typeof link>

export const listLinks = defineCall('GET /dashboard/{id}/links', {
  right: 'dashboard_link.read',
  summary: 'List the links of a dashboard',
  answer: z.object({ objects: z.array(link) }),
})
export const listOpenings = defineCall('GET /dashboard_link/{id}/openings', {
  right: 'dashboard_link.read',
  summary: 'List from where a link was opened, the last one of each address',
  answer: z.object({ objects: z.array(opening) }),
})
export const revokeLink = defineCall('POST /dashboard_link/{id}/revoke', {
  right: 'dashboard_link.write',
  summary: 'Take a link back at once',
  body: z.strictObject({}),
  answer: z.object({ message: z.string() }),
})

export const sharedSchema = z.object({
  organisation: z.string(),
  color: z.string().nullable(),
  name: z.object({ en: z.string(), fr: z.string() }),
  author: z.string().nullable(),
  expires_at: z.string(),
  frozen: z.object({ en: frozenSchema, fr: frozenSchema }),
})
export type Shared = z.infer<typeof sharedSchema>

/** Where its code is given. */
export const codeHeader = 'x-share-code'

/** Without a session; a link that is bad, over, taken back or asked for from elsewhere is the same to whoever asks. Its code, where it has one, is asked first. */
export const openShared = defineCall('GET /share/dashboard/{token}', {
  right: 'public',
  summary: 'Open a dashboard by its link; its code stands in the header x-share-code',
  params: z.object({ token: z.string().max(100) }),
  answer: z.object({ object: sharedSchema.nullable(), code_needed: z.boolean() }),
})
