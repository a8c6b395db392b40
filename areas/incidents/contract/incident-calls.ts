import { z } from 'zod'
import { contactSchema } from '#areas/people/contract/contact-call.ts'
import { defineCall } from '#kit/contract/call.ts'
import { pageBodySchema } from '#kit/contract/list-query.ts'
import { mentionLimit, mentionsIn, referenceLimit, referencesIn } from '#kit/contract/mention.ts'
import { referenceSchema } from '#kit/contract/row-schema.ts'
import { isDay, printable } from '#kit/contract/schema.ts'
import { clocks, clockStates } from './clock.ts'

const id = z.int().min(1)
const moment = z.iso.datetime({ offset: true })
const textUpTo = (max: number) => z.string().trim().min(1).max(max).refine(printable)
const given = z.array(id).max(5).default([])

/** What people enter, and what the steps, levels and clocks of an incident enter by themselves. */
export const writtenKinds = ['FINDING', 'DECISION', 'CONTACT', 'NOTE'] as const
export const entryKinds = [...writtenKinds, 'DECLARED', 'STEP', 'SEVERITY', 'SENT', 'PASSED'] as const

const entrySchema = z.object({
  id: z.int(),
  kind: z.enum(entryKinds),
  happened_at: z.iso.datetime(),
  said_at: z.iso.datetime(),
  /** Null: the server. */
  author: referenceSchema.nullable(),
  text: z.string().nullable(),
  /** The entry that it corrects, and the one by which it was corrected. */
  corrects: z.int().nullable(),
  corrected_by: z.int().nullable(),
  was: z.string().nullable(),
  became: z.string().nullable(),
  clock: z.enum(clocks).nullable(),
  authority: z.string().nullable(),
  reference: z.string().nullable(),
  files: z.array(z.object({ id: z.int(), name: z.string(), size: z.int(), mime: z.string() })),
  /** Whom the text calls, and those objects to which it leads that its reader may open. */
  people: z.array(z.object({ id: z.int(), name: z.string() })),
  objects: z.array(z.object({ entity: z.string(), id: z.int(), identifier: z.string().nullable(), name: z.string().nullable() })),
})
export type TimelineEntry = z.infer<typeof entrySchema>

const clockSchema = z.object({
  clock: z.enum(clocks),
  state: z.enum(clockStates),
  from: z.iso.datetime(),
  due: z.iso.datetime(),
  sent: z.iso.datetime().nullable(),
  authority: z.string().nullable(),
  /** What the authority gave for what was sent, and the file that proves it. */
  reference: z.string().nullable(),
  receipt: z.object({ id: z.int(), name: z.string() }).nullable(),
})
export type ShownClock = z.infer<typeof clockSchema>

/** The newest five hundred entries, newest first, and the clocks; as of a day: what had been entered by its end. */
export const readTimeline = defineCall('GET /incident/{id}/timeline', {
  right: 'incident.read',
  summary: 'Read the timeline of an incident and its notification clocks',
  query: z.strictObject({
    as_of: z
      .string()
      .refine(isDay, { params: { key: 'kit.errors.invalid_date' } })
      .optional(),
  }),
  answer: z.object({ objects: z.array(entrySchema), clocks: z.array(clockSchema), add_right: z.boolean() }),
})

/** The most actions or measures whose state is told. */
export const linkedAtMost = 200

/** How what an incident is linked to stands, of what its reader may open. */
export const aroundSchema = z.object({
  actions: z.array(z.object({ id: z.int(), status: z.string(), late: z.boolean().nullable() })),
  measures: z.array(z.object({ id: z.int(), status: z.string(), efficiency: z.number().nullable() })),
})
export type AroundIncident = z.infer<typeof aroundSchema>

/** Whom to call about it, in the order of escalation. */
export const readContacts = defineCall('GET /incident/{id}/contacts', {
  right: 'incident.read',
  summary: 'Read whom to call about an incident, in the order of escalation',
  answer: z.object({ objects: z.array(contactSchema) }),
})

export const readLinkedWork = defineCall('GET /incident/{id}/linked_work', {
  right: 'incident.read',
  summary: 'Read how the actions and measures of an incident stand',
  query: z.strictObject({
    as_of: z
      .string()
      .refine(isDay, { params: { key: 'kit.errors.invalid_date' } })
      .optional(),
  }),
  answer: z.object({ object: aroundSchema }),
})

/** Entered for good: what turns out wrong is corrected by a further entry, which names it. */
export const addEntry = defineCall('POST /incident/{id}/entries', {
  right: 'incident.write',
  summary: 'Add an entry to the timeline of an incident',
  body: z.strictObject({
    kind: z.enum(writtenKinds),
    /** Now, unless said. */
    happened_at: moment.optional(),
    /** Calls people by `@[id]` and leads to objects by `#[entity:id]`. */
    text: textUpTo(5000)
      .refine((text) => mentionsIn(text).length <= mentionLimit, { params: { key: 'kit.errors.too_many_mentions', values: { max: mentionLimit } } })
      .refine((text) => referencesIn(text).length <= referenceLimit, {
        params: { key: 'incidents.errors.too_many_references', values: { max: referenceLimit } },
      }),
    files: given,
    corrects: id.nullish(),
  }),
  answer: z.object({ object: entrySchema, message: z.string().optional() }),
})

/** CONFLICT when it was recorded before, unless this corrects that entry. */
export const recordSending = defineCall('POST /incident/{id}/sendings', {
  right: 'incident.write',
  summary: 'Record that an authority was told of an incident',
  body: z.strictObject({
    clock: z.enum(clocks),
    sent_at: moment,
    authority: textUpTo(128).nullish(),
    reference: textUpTo(128).nullish(),
    text: textUpTo(2000).nullish(),
    files: given,
    corrects: id.nullish(),
  }),
  answer: z.object({ object: entrySchema, message: z.string().optional() }),
})

/** What the form of a declaration begins with. */
export const readDeclaration = defineCall('GET /incident/declaration', {
  right: 'incident.read',
  summary: 'Read what a declaration of an incident begins with',
  answer: z.object({
    object: z.object({
      emergency_phone: z.string().nullable(),
      emergency_text: z.string().nullable(),
      impact: z.enum(['SIMPLE', 'DETAILED']),
      nis2_authority: z.string().nullable(),
      gdpr_authority: z.string().nullable(),
      /** Where the reader works. */
      perimeter: referenceSchema.nullable(),
    }),
  }),
})

/** The name is the beginning of what happened; pilots are told at once. */
export const declareIncident = defineCall('POST /incident/declare', {
  right: 'incident.create',
  summary: 'Declare an incident',
  body: z.strictObject({
    what: textUpTo(5000),
    perimeter: id.nullish(),
    seen_at: moment.nullish(),
    severity: z.int().min(0).max(100).optional(),
    ongoing: z.boolean().default(true),
    personal_data: z.boolean().default(false),
    confidential: z.boolean().default(false),
    files: given,
  }),
  answer: z.object({ object: z.object({ id: z.int(), identifier: z.string(), told: z.array(z.string()), others: z.int() }), message: z.string().optional() }),
})

const month = z.object({
  month: z.string(),
  /** Its first and last moment, for the list of what is counted. */
  from: z.iso.datetime(),
  to: z.iso.datetime(),
  /** Those of which it is known when they happened. */
  detected: z.int(),
  mean_detect: z.number().nullable(),
  median_detect: z.number().nullable(),
  contained: z.int(),
  mean_contain: z.number().nullable(),
  median_contain: z.number().nullable(),
  closed: z.int(),
  mean_close: z.number().nullable(),
  median_close: z.number().nullable(),
})

/** Hours from when an incident happened to when it was detected, and from there, or from when it was declared where nobody said, to when it was contained or closed, by the month of that; exercises are left out. */
export const incidentStats = defineCall('POST /incident/stats', {
  reads: true,
  right: 'incident.read',
  summary: 'Count the incidents of a list by severity, and how long they took by month',
  body: pageBodySchema,
  answer: z.object({
    object: z.object({
      total: z.int(),
      open: z.int(),
      late: z.int(),
      by_severity: z.array(z.object({ severity: z.int().nullable(), open: z.int() })),
      months: z.array(month),
    }),
  }),
})
