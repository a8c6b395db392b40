import { z } from 'zod'
import { rowLimit } from './limits.ts'
import { mentionLimit, mentionsIn } from './mention.ts'
import { defineRights, pilots } from './right.ts'
import { printable } from './schema.ts'
import { filterSchema, sortSchema } from './list-query.ts'

/** Telling the whole organisation something is writing: auditors and contributors keep their views to themselves (SEC-18). */
export const collaborationRights = defineRights({ 'view.share': pilots })

/** Names a list of the interface: an entity, or a key that a page chose for its own list. */
export const listName = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/)

const columnSetting = z.strictObject({ name: z.string().max(64), width: z.number().min(1).max(4000).optional(), hidden: z.boolean().optional() })

/** How a person keeps a list, on every device. */
export const listSettingSchema = z.strictObject({
  columns: z.array(columnSetting).max(200),
  density: z.string().max(20),
  view_mode: z.string().max(40),
  per_page: z.int().min(1).max(rowLimit),
  grouped: z.boolean().optional(),
})

/** A list with how its reader keeps it. */
export const ownListSettingSchema = z.strictObject({ list: listName, setting: listSettingSchema })

/** What a saved view brings back. */
export const viewStateSchema = z.strictObject({
  columns: z.array(columnSetting).max(200).optional(),
  sort: z.array(sortSchema).max(3),
  filters: z.array(filterSchema).max(40),
  search: z.string().max(200),
  view_mode: z.string().max(40).optional(),
})

const viewName = z.string().trim().min(1).max(64).refine(printable)
export const newViewSchema = z.strictObject({ list: listName, name: viewName, shared: z.boolean().default(false), state: viewStateSchema })
export const viewChangesSchema = z.strictObject({ name: viewName.optional(), shared: z.boolean().optional(), state: viewStateSchema.optional() })
export const viewSchema = z.object({ id: z.int(), name: z.string(), shared: z.boolean(), own: z.boolean(), state: viewStateSchema })

const person = z.object({ id: z.int(), name: z.string() })

/** Minutes for which an author may still change what they said. */
export const commentEditMinutes = 15
/** What somebody said about an object: whoever may read the object may read it. */
export const commentSchema = z.object({
  id: z.int(),
  text: z.string(),
  author: person.nullable(),
  created_at: z.iso.datetime(),
  /** When its author changed it; what was said before is kept (`GET /comment/{id}/said`). */
  edited_at: z.iso.datetime().nullable(),
  /** The members that its text calls, by the names they have now. */
  mentions: z.array(person),
  resolved: z.object({ at: z.iso.datetime(), by: person.nullable() }).nullable(),
  edit_right: z.boolean(),
  delete_right: z.boolean(),
})
export const commentBodySchema = z.strictObject({
  text: z
    .string()
    .trim()
    .min(1)
    .max(5000)
    .refine(printable)
    .refine((text) => mentionsIn(text).length <= mentionLimit, { params: { key: 'kit.errors.too_many_mentions', values: { max: mentionLimit } } }),
})
export const resolveCommentSchema = z.strictObject({ resolved: z.boolean() })
/** That something was said and taken back: by whom and when, not what. */
export const removedCommentSchema = z.object({ id: z.int(), author: person.nullable(), created_at: z.iso.datetime(), removed_at: z.iso.datetime() })
/** What a comment said before it was changed. */
export const commentVersionSchema = z.object({ text: z.string(), until: z.iso.datetime(), mentions: z.array(person) })
export const mentionableSchema = person
export const mentionableQuery = z.strictObject({ entity: listName, id: z.coerce.number().int().min(1), search: z.string().max(100).default('') })

/** One object found by the universal search; `place` is where it belongs, for those of several that have the same name. */
export const foundSchema = z.object({ entity: z.string(), id: z.int(), identifier: z.string().nullable(), name: z.string(), place: z.string().optional() })
