import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { languages } from '#kit/contract/catalogue.ts'

/** Characters of one language's text: 200 KB of anything that people write in these languages. */
export const maxTerms = 200_000

const versionQuery = z.strictObject({ version: z.coerce.number().int().min(1).max(2_147_483_647).optional() })
const published = z.object({ version: z.int(), published_at: z.iso.datetime() })

/** Terms of use as somebody reads them; in the other language where theirs has no text. */
const termsSchema = published.extend({
  text: z.string(),
  lang: z.enum(languages),
  accepted: z.boolean(),
  accepted_at: z.iso.datetime().nullable(),
  /** Every version there was, newest first. */
  versions: z.array(published),
})
export type Terms = z.infer<typeof termsSchema>

/** Null while none were published: then nothing is asked. */
export const readTerms = defineCall('GET /user/cgu', {
  right: 'session',
  whilePending: true,
  summary: 'Read the terms of use',
  query: versionQuery,
  answer: z.object({ object: termsSchema.nullable() }),
})

export const downloadTerms = defineCall('GET /user/cgu/download', {
  right: 'session',
  whilePending: true,
  summary: 'Download the terms of use',
  query: versionQuery,
  download: true,
  answer: z.unknown(),
})

/** `version`: the one that was shown; refused when a newer one has been published meanwhile (ACC-75). */
export const acceptTerms = defineCall('POST /user/cgu_accept', {
  right: 'session',
  whilePending: true,
  summary: 'Accept the terms of use',
  body: z.strictObject({ version: z.int().min(1).optional() }),
  answer: z.object({ message: z.string().optional() }),
})

const text = z
  .string()
  .max(maxTerms)
  .transform((value) => (value.trim() === '' ? null : value))
  .nullable()

/** One version with its texts, as whoever publishes them sees it. */
const documentSchema = published.extend({ text_en: z.string().nullable(), text_fr: z.string().nullable(), published_by: z.string().nullable() })
export type TermsDocument = z.infer<typeof documentSchema>

export const listTerms = defineCall('GET /instance/{id}/terms', {
  right: 'instance.read',
  summary: 'List the versions of the terms of use of an instance',
  answer: z.object({ objects: z.array(documentSchema) }),
})

/** A new version, which everybody of the instance is asked to accept before anything else. `version`: the newest one that was shown, 0 when none. */
export const publishTerms = defineCall('POST /instance/{id}/terms', {
  named: true,
  right: 'instance.write',
  summary: 'Publish new terms of use',
  body: z.strictObject({ text_en: text.default(null), text_fr: text.default(null), version: z.int().min(0).optional() }),
  answer: z.object({ message: z.string().optional(), object: documentSchema }),
})
