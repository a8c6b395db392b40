import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { httpUrl } from '#kit/contract/schema.ts'

export const messageColors = ['PRIMARY', 'TERTIARY', 'BLUE', 'CYAN'] as const
/** Of the image beside the sign-in form. */
export const maxLogoBytes = 1024 * 1024

/** A page of this site, or an https address elsewhere: nothing that runs, nothing that a browser could take for another host. */
export function isSafeLink(value: string): boolean {
  if (/^\/(?![/\\])/.test(value)) return URL.parse(value, 'https://vigie.invalid')?.origin === 'https://vigie.invalid'
  return httpUrl(value) && value.startsWith('https://')
}

const line = (max: number) =>
  z
    .string()
    .trim()
    .max(max)
    .transform((value) => value || null)
    .nullable()
const link = z
  .string()
  .trim()
  .max(2000)
  .refine((value) => value === '' || isSafeLink(value), { params: { key: 'tenancy.errors.link' } })
  .transform((value) => value || null)
  .nullable()
const color = z.enum(messageColors)

const fields = {
  title_en: line(128),
  title_fr: line(128),
  content_en: line(5000),
  content_fr: line(5000),
  label_button_en: line(64),
  label_button_fr: line(64),
  link_id_en: link,
  link_id_fr: link,
  background_color_en: color,
  background_color_fr: color,
}

const text = z.string().nullable()
/** What stands beside the sign-in form, in both languages (ACC-21). */
const messageSchema = z.object({
  title_en: text,
  title_fr: text,
  content_en: text,
  content_fr: text,
  label_button_en: text,
  label_button_fr: text,
  link_id_en: text,
  link_id_fr: text,
  background_color_en: color,
  background_color_fr: color,
  /** Where the image is; null: none. */
  logo: text,
  version: z.int(),
})
export type LoginMessage = z.infer<typeof messageSchema>

export const readLoginMessage = defineCall('GET /login_message/1', {
  right: 'public',
  summary: 'Read the message of the sign-in page',
  answer: z.object({ object: messageSchema }),
})

export const readLoginLogo = defineCall('GET /login_message/logo/1', {
  right: 'public',
  summary: 'Tell where the image of the sign-in page is',
  answer: z.object({ url: text }),
})

/** `v` is the image's hash: another image has another address. */
export const loginImage = defineCall('GET /login_message/image/1', {
  right: 'public',
  summary: 'Show the image of the sign-in page',
  query: z.strictObject({ v: z.string().max(64).optional() }),
  download: true,
  answer: z.unknown(),
})

export const writeLoginMessage = defineCall('PUT /login_message/1', {
  right: 'login_message.write',
  summary: 'Change the message of the sign-in page',
  body: z
    .strictObject(fields)
    .partial()
    .extend({ version: z.int().min(1).optional() }),
  answer: z.object({ message: z.string().optional(), object: messageSchema }),
})

export const uploadLoginLogo = defineCall('POST /login_message/logo/1', {
  right: 'login_message.write',
  summary: 'Change the image of the sign-in page',
  upload: { maxBytes: maxLogoBytes },
  answer: z.object({ message: z.string().optional(), object: messageSchema }),
})

export const removeLoginLogo = defineCall('DELETE /login_message/logo/1', {
  right: 'login_message.write',
  summary: 'Remove the image of the sign-in page',
  answer: z.object({ message: z.string().optional(), object: messageSchema }),
})
