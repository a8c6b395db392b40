import { z } from 'zod'
import { bulkLimit } from './limits.ts'
import { mailChoices, notificationKindNames } from './notification-kinds.ts'

/** The most that a panel shows, and that is read at once. */
export const notificationsShown = 200
/** Days after which what was told is forgotten. */
export const notificationDays = 90

/** Something that its reader was told of an object that they may still read, named as it is named now. */
export const notificationSchema = z.object({
  id: z.int(),
  kind: z.enum(notificationKindNames),
  entity: z.string(),
  object: z.object({ id: z.int(), identifier: z.string().nullable(), name: z.string().nullable() }),
  actor: z.object({ id: z.int(), name: z.string() }).nullable(),
  /** The beginning of what was said, where it still is. */
  text: z.string().nullable(),
  day: z.string().nullable(),
  /** Which clock of the object it is about, as a word of the code and as its reader says it, and when that runs out. */
  about: z.object({ code: z.string(), name: z.string() }).nullable(),
  due_at: z.iso.datetime().nullable(),
  needs_action: z.boolean(),
  /** Who is away, where its reader is told only because they stand in. */
  stands_for: z.object({ id: z.int(), name: z.string() }).nullable(),
  created_at: z.iso.datetime(),
  read: z.boolean(),
})
export type Notification = z.output<typeof notificationSchema>

export const readNotificationsSchema = z.union([
  z.strictObject({ ids: z.array(z.int().min(1)).min(1).max(bulkLimit), read: z.boolean().default(true) }),
  z.strictObject({ up_to: z.int().min(1) }),
])
export const muteSchema = z.strictObject({ entity: z.string().regex(/^[a-z][a-z0-9_]{0,63}$/), object_id: z.int().min(1), muted: z.boolean() })

/** Whose wish it is to hear whatever happens to an object. */
export const followQuery = z.strictObject({ entity: z.string().regex(/^[a-z][a-z0-9_]{0,63}$/), object_id: z.coerce.number().int().min(1) })
export const followSchema = z.strictObject({ entity: z.string().regex(/^[a-z][a-z0-9_]{0,63}$/), object_id: z.int().min(1), following: z.boolean() })
export const followedSchema = z.object({ following: z.boolean(), followers: z.int() })
export type Followed = z.output<typeof followedSchema>

/** How one kind comes to its reader. */
export const notificationChoiceSchema = z.strictObject({ kind: z.enum(notificationKindNames), in_app: z.boolean(), mail: z.enum(mailChoices) })
export type NotificationChoice = z.output<typeof notificationChoiceSchema>
