import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { languages } from '#kit/contract/catalogue.ts'

const token = z.object({ token: z.string().min(1).max(300) })
/** In which language the mail was whose link this is; nobody's name. */
const leaving = z.object({ lang: z.enum(languages) })

export const showLeaving = defineCall('GET /report_schedule/leave/{token}', {
  right: 'public',
  summary: 'Tell whether a link takes its reader off a report, without doing so',
  params: token,
  answer: z.object({ object: leaving }),
})

/** Posted by the page that the link opens, and by mail programs themselves (RFC 8058). */
export const leaveReport = defineCall('POST /report_schedule/leave/{token}', {
  right: 'public',
  summary: 'Take oneself off a scheduled report by the link of its mail',
  params: token,
  body: z.strictObject({ 'List-Unsubscribe': z.literal('One-Click').optional() }),
  answer: z.object({ object: leaving }),
  fromElsewhere: true,
})
