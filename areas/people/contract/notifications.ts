import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { languages } from '#kit/contract/catalogue.ts'
import { notificationChoiceSchema } from '#kit/contract/notification.ts'
import { mailCadences } from '#kit/contract/notification-kinds.ts'

const message = z.string().optional()

/** Whether the mails of the morning and of Monday come at all, and how each kind comes. */
const choicesSchema = z.object({ daily: z.boolean(), weekly: z.boolean(), choices: z.array(notificationChoiceSchema) })
export type NotificationChoices = z.output<typeof choicesSchema>

export const getNotificationChoices = defineCall('GET /user/notifications', {
  right: 'session',
  summary: 'Show by which way one hears of what',
  answer: z.object({ object: choicesSchema }),
})

/** Whoever asks for something in the mail of a morning gets that mail again. */
export const putNotificationChoices = defineCall('PUT /user/notifications', {
  right: 'session',
  summary: 'Choose by which way one hears of what',
  body: z.strictObject({
    choices: z
      .array(notificationChoiceSchema)
      .min(1)
      .max(50)
      .refine((choices) => new Set(choices.map(({ kind }) => kind)).size === choices.length),
  }),
  answer: z.object({ message, object: choicesSchema }),
})

const token = z.object({ token: z.string().min(1).max(300) })
/** Which mails of which language a link ends; nobody's name. */
const leavingSchema = z.object({ cadence: z.enum(mailCadences), lang: z.enum(languages) })

export const showUnsubscribe = defineCall('GET /user/unsubscribe/{token}', {
  right: 'public',
  summary: 'Tell which mails a link ends, without ending them',
  params: token,
  answer: z.object({ object: leavingSchema }),
})

/** Posted by the page that the link opens, and by mail programs themselves (RFC 8058). */
export const unsubscribe = defineCall('POST /user/unsubscribe/{token}', {
  right: 'public',
  summary: 'End the mails of a kind by a link of theirs',
  params: token,
  body: z.strictObject({ 'List-Unsubscribe': z.literal('One-Click').optional() }),
  answer: z.object({ object: leavingSchema }),
  fromElsewhere: true,
})
