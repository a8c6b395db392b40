import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { deeds } from './deeds.ts'

/** Entries of a page. */
export const pageOfLog = 50
/** Lines of an entry that are shown when it is opened. */
export const linesOfEntry = 100
/** Entries that one file holds at most. */
export const entriesOfFile = 100_000

const person = z.object({ id: z.int(), name: z.string() })

/** A value in words, or a day or a moment, which its reader's own order writes. */
export const saidValue = z.union([z.string(), z.object({ day: z.string() }), z.object({ at: z.iso.datetime() })]).nullable()
export type SaidValue = z.infer<typeof saidValue>

/** What became of a field. */
const change = z.object({
  field: z.string(),
  before: saidValue,
  after: saidValue,
  /** In place of both: what became of owned rows, or of what is said of files. */
  lines: z.array(z.string()).optional(),
})
export type SaidLogChange = z.infer<typeof change>

const line = z.object({
  n: z.int(),
  /** In the words of its entity. */
  did: z.string(),
  kind: z.string(),
  /** What it is called; null where it has no name, or none that its reader may know. */
  object: z.object({ entity: z.string(), id: z.int(), identifier: z.string().nullable(), name: z.string(), live: z.boolean() }).nullable(),
  /** An object that the reader may not open: neither its name nor what changed is told. */
  hidden: z.boolean(),
  /** Nothing was there before. */
  created: z.boolean(),
  changes: z.array(change),
  /** What else was noted, by name. */
  notes: z.array(z.object({ name: z.string(), value: z.string() })),
})
export type LogLine = z.infer<typeof line>

const entry = z.object({
  seq: z.int(),
  at: z.iso.datetime(),
  actor: person.nullable(),
  /** Who acted in the actor's name. */
  impersonator: person.nullable(),
  /** What acted by itself, in words, where nobody did. */
  job: z.string().nullable(),
  /** The first of its lines; of those that were asked for, if any. */
  line,
  /** Of each kind of object how many lines it has, the most first; beyond `countedLines` they are counted no further. */
  kinds: z.array(z.object({ kind: z.string(), count: z.int() })),
  count: z.int(),
})
export type LogEntryRow = z.infer<typeof entry>

const id = z.coerce.number().int().min(1).max(Number.MAX_SAFE_INTEGER)
const filters = {
  search: z
    .string()
    .max(200)
    .transform((text) => text.trim())
    .default(''),
  person: id.optional(),
  /** An object, as `action:12`. */
  object: z
    .string()
    .regex(/^[a-z][a-z_]{0,62}:[1-9]\d{0,14}$/)
    .optional(),
  /** A kind of object. */
  kind: z
    .string()
    .regex(/^[a-z][a-z_]{0,62}$/)
    .optional(),
  deed: z.enum(deeds).optional(),
  from: z.iso.date().optional(),
  to: z.iso.date().optional(),
}
export const logFilters = z.strictObject(filters)
export type LogFilters = z.output<typeof logFilters>

export const listLog = defineCall('GET /log', {
  right: 'log.read',
  summary: 'List entries of the log, newest first',
  costly: true,
  query: z.strictObject({ ...filters, before: id.optional() }),
  answer: z.object({
    objects: z.array(entry),
    /** Where the next ones begin; null: there are no more. */
    next: z.int().nullable(),
    /** Only with the first ones: how many were asked for. */
    found: z.object({ count: z.int(), capped: z.boolean() }).nullable(),
  }),
})

export const readLogEntry = defineCall('GET /log/{id}', {
  right: 'log.read',
  summary: 'Read an entry of the log with all that changed',
  answer: z.object({
    object: z.object({
      seq: z.int(),
      at: z.iso.datetime(),
      actor: person.nullable(),
      impersonator: person.nullable(),
      job: z.string().nullable(),
      lines: z.array(line),
      count: z.int(),
      address: z.string().nullable(),
      session_at: z.iso.datetime().nullable(),
      request_id: z.string(),
      hash: z.string(),
      previous_hash: z.string(),
    }),
  }),
})

const end = z.object({ seq: z.int(), hash: z.string(), at: z.iso.datetime() })
const chain = z.object({
  /** All that are kept. */
  entries: z.int(),
  newest: end.nullable(),
  /** The last entry that is kept no longer: from its hash on the chain is followed. */
  anchor: end.nullable(),
  retention_days: z.int(),
  version: z.int(),
  edit_right: z.boolean(),
  /** How far it was followed when somebody last asked; null: nobody has yet. */
  check: z
    .object({
      started_at: z.iso.datetime(),
      started_by: person.nullable(),
      done: z.int(),
      total: z.int(),
      /** Milliseconds. */
      took: z.int(),
      finished_at: z.iso.datetime().nullable(),
      until: z.int(),
      fault: z.object({ seq: z.int(), kind: z.enum(['MISSING', 'ORDER', 'CONTENT', 'HEAD']) }).nullable(),
    })
    .nullable(),
})
export type LogChain = z.infer<typeof chain>

export const readLogChain = defineCall('GET /log/chain', {
  right: 'log.read',
  summary: 'Read where the chain of the log begins and ends, and how it was verified',
  answer: z.object({ object: chain }),
})

/** Begins, or goes on with a piece of it: a chain of any length is followed in calls that are short. */
export const verifyLog = defineCall('POST /log/verify', {
  right: 'log.read',
  summary: 'Verify the chain of the log, piece by piece',
  costly: true,
  body: z.strictObject({ start: z.boolean().default(false) }),
  answer: z.object({ object: chain }),
})

export const previewRetention = defineCall('GET /log/retention', {
  right: 'log.write',
  summary: 'Count the entries that would go if they were kept for so many days',
  query: z.strictObject({ days: z.coerce.number().int().min(0).max(360) }),
  answer: z.object({ object: z.object({ count: z.int(), until: z.iso.datetime().nullable() }) }),
})

export const setRetention = defineCall('PUT /log/retention', {
  right: 'log.write',
  summary: 'Set for how many days the log is kept',
  body: z.strictObject({ days: z.int(), version: z.int().min(1) }),
  answer: z.object({ message: z.string().optional(), object: chain }),
})

export const exportLog = defineCall('POST /log/export', {
  right: 'log.read',
  summary: 'Export entries of the log with their hashes',
  costly: true,
  body: logFilters,
  answer: z.object({ message: z.string().optional(), object: z.object({ job_id: z.string() }) }),
})

export const offerLogKinds = defineCall('GET /log/kinds', {
  right: 'log.read',
  summary: 'List the kinds of objects that the log may tell of',
  answer: z.object({ objects: z.array(z.object({ kind: z.string(), name: z.string() })) }),
})

export const offerLogPeople = defineCall('GET /log/people', {
  right: 'log.read',
  summary: 'Find people by their name, those who have gone among them',
  query: z.strictObject({ search: z.string().max(200).default('') }),
  answer: z.object({ objects: z.array(person) }),
})
