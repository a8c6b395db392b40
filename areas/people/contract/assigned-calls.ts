import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'

const message = z.string().optional()

/** An object that a user or a group answers for, and the field that says so. */
export const assignedObjectSchema = z.object({
  entity: z.string(),
  /** Where its words are. */
  area: z.string(),
  field: z.string(),
  /** The right that it asks of whoever takes it over. */
  asks: z.string().nullable(),
  id: z.int(),
  object: z.object({ id: z.int(), name: z.string(), identifier: z.string().nullish(), color: z.string().nullish() }),
})
export type AssignedObject = z.infer<typeof assignedObjectSchema>

/** The objects, at most `limit` of them, and the rights that all of them together ask of whoever takes them over. */
const listAnswer = z.object({ objects: z.array(assignedObjectSchema), asks: z.array(z.string()), limit: z.int() })

/** All that are listed, or those that are chosen. */
const reassignBody = z.strictObject({
  to: z.int().min(1),
  objects: z
    .array(z.strictObject({ entity: z.string().max(100), field: z.string().max(100), id: z.int().min(1) }))
    .min(1)
    .max(1000)
    .optional(),
})
const reassignAnswer = z.object({ message, object: z.object({ count: z.int(), undo: z.string() }) })
const undoBody = z.strictObject({ undo: z.uuid() })
const undoAnswer = z.object({ message })

/** What would have to be given to others before a user or a group is put away (ADM-07, ADM-09). All or nothing: the first object that may not be changed refuses the whole. */
export const handOverCalls = {
  member: {
    list: defineCall('GET /member/{id}/objects', { right: 'member.write', summary: 'List the objects assigned to a user', answer: listAnswer }),
    reassign: defineCall('POST /member/{id}/reassign', {
      right: 'member.write',
      summary: 'Give the objects of a user, or some of them, to another',
      body: reassignBody,
      answer: reassignAnswer,
    }),
    undo: defineCall('POST /member/reassign/undo', {
      right: 'member.write',
      summary: 'Give the objects of a user back, by whoever has just given them to another',
      body: undoBody,
      answer: undoAnswer,
    }),
  },
  group: {
    list: defineCall('GET /group/{id}/objects', { right: 'group.write', summary: 'List the objects assigned to a user group', answer: listAnswer }),
    reassign: defineCall('POST /group/{id}/reassign', {
      right: 'group.write',
      summary: 'Give the objects of a user group, or some of them, to another',
      body: reassignBody,
      answer: reassignAnswer,
    }),
    undo: defineCall('POST /group/reassign/undo', {
      right: 'group.write',
      summary: 'Give the objects of a user group back, by whoever has just given them to another',
      body: undoBody,
      answer: undoAnswer,
    }),
  },
} as const
