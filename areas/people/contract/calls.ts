import { z } from 'zod'
import { newPasswordSchema } from '#areas/access/contract/password.ts'
import { sessionUserSchema } from '#areas/access/contract/calls.ts'
import { defineCall } from '#kit/contract/call.ts'
import { languages } from '#kit/contract/catalogue.ts'
import { rowLimit } from '#kit/contract/limits.ts'
import { assignedObjectSchema } from './assigned-calls.ts'

const done = z.object({ message: z.string().optional() })

/** Lets a person try again before the lock is over (ACC-24). */
export const unlockMember = defineCall('POST /member/{id}/unlock', {
  right: 'member.unlock',
  summary: 'Unlock a user',
  answer: done,
})

/** Refused for people whom another organisation, or the provider, knows too: their password is not this organisation's to set. */
export const setMemberPassword = defineCall('PUT /member/{id}/password', {
  right: 'member.write',
  summary: 'Set a user’s password',
  body: z.strictObject({ password: newPasswordSchema }),
  answer: done,
})

/** Five times an hour at most. */
export const inviteMember = defineCall('POST /member/{id}/invite', {
  right: 'member.write',
  summary: 'Send a user their invitation again',
  answer: done,
})

/** Lets in somebody whom single sign-on has made a user. */
export const approveMember = defineCall('PUT /member/{id}/approve', {
  right: 'member.write',
  summary: 'Approve a user who came by single sign-on',
  answer: done,
})

/** What is one's own to do, or one's groups', with how it stands where its kind says so (NAV-14). */
export const ownObjectSchema = assignedObjectSchema.omit({ field: true, asks: true }).extend({
  status: z.string().nullable(),
  /** How it stands for whoever looks at it, where that is more than its status. */
  situation: z.string().nullable(),
  /** Still to be done. */
  open: z.boolean(),
  due: z.iso.date().nullable(),
  by_group: z.boolean(),
  /** Whose it is, who is away until a day, where the reader stands in for them. */
  stands_for: z.object({ id: z.int(), name: z.string(), until: z.iso.date() }).nullable(),
})
export type OwnObject = z.infer<typeof ownObjectSchema>

export const listOwnObjects = defineCall('GET /user/objects', {
  right: 'session',
  summary: 'List the objects assigned to oneself or one’s groups: those that are still to be done, or those that are over',
  query: z.strictObject({ closed: z.enum(['true', 'false']).optional() }),
  answer: z.object({ objects: z.array(ownObjectSchema), counts: z.object({ open: z.int(), closed: z.int() }) }),
})

/** Whether no user of the organisation has the address yet (ACC-71); `id` is the user being edited. */
export const validateEmail = defineCall('POST /validate/email', {
  right: 'member.create',
  summary: 'Check that an e-mail address is free',
  body: z.strictObject({
    email: z.string().max(300).optional(),
    value: z.string().max(300).optional(),
    id: z.int().min(1).optional(),
  }),
  answer: done,
})

/** Whom an object may be given to (ADM-42). */
export const assigneeSchema = z.object({
  obj_id: z.int(),
  is_group: z.boolean(),
  name: z.string(),
  email: z.string().nullable(),
  /** Ids of what a local role reaches; null: everything, or a group. */
  perimeters: z.array(z.int()).nullable(),
  is_staff: z.boolean(),
})

/** With a right that something asks for: who could do it; with a perimeter: who reaches it, globally or locally; staff and groups always (ADM-43). */
export const listAssignees = defineCall('GET /user_group/users', {
  right: 'session',
  summary: 'List the groups and users that objects may be given to',
  query: z.strictObject({
    search: z.string().max(200).default(''),
    perimeter: z.coerce.number().int().min(1).optional(),
    asks: z.string().max(100).optional(),
    limit: z.coerce.number().int().min(1).max(rowLimit).default(rowLimit),
  }),
  answer: z.object({ objects: z.array(assigneeSchema) }),
})

export const setLanguage = defineCall('PUT /user/language', {
  right: 'session',
  outside: 'session',
  summary: 'Choose the language',
  body: z.strictObject({ lang: z.enum(languages) }),
  answer: done,
})

/** A new session in another organisation; null: the provider's own pages, for staff (ACC-45). */
export const changeCustomer = defineCall('PUT /user/customer', {
  right: 'session',
  outside: 'session',
  whileLeaving: true,
  summary: 'Go to another organisation',
  body: z.strictObject({ customer_id: z.int().min(1).nullable() }),
  answer: z.object({ user: sessionUserSchema }),
})
