import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { languages } from '#kit/contract/catalogue.ts'
import { referenceSchema } from '#kit/contract/row-schema.ts'
import { emailText, sessionUserSchema } from '#areas/access/contract/calls.ts'
import { evaluationStatuses } from './evaluation.ts'

const message = z.string().optional()
const text = z.string().nullable()
const name = z.string().trim().min(1).max(128)

/** Somebody from outside who is asked in an evaluation. */
const person = z.object({
  id: z.int(),
  name: z.string(),
  email: z.string(),
  lang: z.enum(languages),
  /** Who answers, beside who helps. */
  evaluator: z.boolean(),
  last_login: z.iso.datetime().nullable(),
})
export type OutsidePerson = z.infer<typeof person>

export const listOutside = defineCall('GET /evaluation/{id}/outside', {
  right: 'evaluation.manage',
  summary: 'List the people from outside who are asked in an evaluation',
  answer: z.object({ objects: z.array(person) }),
})

/** Whoever has the address from another campaign is asked here too. The mail leaves at once where the campaign runs, else when it starts. */
export const inviteOutside = defineCall('POST /evaluation/{id}/outside', {
  right: 'evaluation.manage',
  summary: 'Ask somebody from outside to answer an evaluation',
  body: z.strictObject({ email: emailText, firstname: name, lastname: name, lang: z.enum(languages) }),
  answer: z.object({ message, object: person }),
})

const ofPerson = z.object({ id: z.coerce.number().int().min(1), member: z.coerce.number().int().min(1) })
export const resendOutside = defineCall('POST /evaluation/{id}/outside/{member}/invite', {
  right: 'evaluation.manage',
  summary: 'Send somebody from outside their invitation again',
  params: ofPerson,
  answer: z.object({ message }),
})
export const withdrawOutside = defineCall('DELETE /evaluation/{id}/outside/{member}', {
  right: 'evaluation.manage',
  summary: 'Ask somebody from outside no longer',
  params: ofPerson,
  answer: z.object({ message }),
})

/** They answer as before, and are a user like any other from then on: a contributor, who comes in anew. */
export const takeIn = defineCall('POST /evaluation/{id}/outside/{member}/user', {
  right: 'member.create',
  summary: 'Make a user of somebody from outside',
  params: ofPerson,
  answer: z.object({ message }),
})

/** How many digits a code has, and how long it is good for, in minutes. */
export const codeDigits = 8
export const codeMinutes = 10

/** The same answer, after the same work, whoever's address it is. The code is good in the browser that asked alone. */
export const askCode = defineCall('POST /outside/code', {
  right: 'public',
  summary: 'Ask for a code by mail, to answer a campaign from outside',
  body: z.strictObject({ customer_id: z.int().min(1).max(Number.MAX_SAFE_INTEGER), email: emailText }),
  answer: z.object({ message }),
})
export const enterCode = defineCall('POST /outside/code/enter', {
  right: 'public',
  summary: 'Come in with a code that was sent by mail',
  body: z.strictObject({ code: z.string().trim().max(20) }),
  answer: z.object({ user: sessionUserSchema }),
})

const asked = z.object({
  id: z.int(),
  campaign_en: text,
  campaign_fr: text,
  perimeter_en: text,
  perimeter_fr: text,
  status: z.enum(evaluationStatuses),
  due_date: z.iso.date().nullable(),
  /** Its day has passed, in the organisation. */
  late: z.boolean(),
  asked: z.int(),
  answered: z.int(),
  /** Percent, rounded down. */
  progress: z.int(),
  submitted_at: z.iso.datetime().nullable(),
  /** Why it was rejected. */
  justification: text,
  /** Whom to turn to: who runs the campaign. */
  contact: text,
})
export type AskedOutside = z.infer<typeof asked>

/** All that somebody from outside finds here: what is asked of them now. */
export const listAsked = defineCall('GET /outside/evaluation', {
  right: 'session',
  outside: 'session',
  summary: 'List what is asked of oneself from outside',
  answer: z.object({ objects: z.array(asked) }),
})

/** A file that they have just uploaded becomes evidence, which their answer then shows; it belongs to the organisation from then on. */
export const sendProof = defineCall('POST /evaluation/{id}/outside/evidence', {
  right: 'evaluation.write',
  outside: 'own',
  summary: 'Make evidence of a file that proves an answer, from outside',
  body: z.strictObject({ file: z.int().min(1).max(Number.MAX_SAFE_INTEGER) }),
  answer: z.object({ object: referenceSchema }),
})
