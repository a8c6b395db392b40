import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { answerSchema, sourceSchema, spans } from '#kit/contract/source.ts'
import { blockSchema, layoutSchema } from './layout.ts'

const id = z.int().min(1).max(Number.MAX_SAFE_INTEGER)
const queryId = z.coerce.number().pipe(id)

/** Everything that may be put in a dashboard by whoever asks. */
export const listSources = defineCall('GET /dashboard/sources', {
  right: 'dashboard.write',
  summary: 'List what blocks of a dashboard may show',
  answer: z.object({ objects: z.array(sourceSchema) }),
})

/** A block that could not be told keeps its place and says why. */
export const toldBlock = z.object({ id: z.string(), answer: answerSchema.nullable(), error: z.string().nullable() })
export type ToldBlock = z.infer<typeof toldBlock>

/** Blocks told live, of what the asker reaches; each by itself, so that one that fails leaves the others theirs. */
export const tellBlocks = defineCall('POST /dashboard/blocks', {
  reads: true,
  right: 'dashboard.write',
  costly: true,
  summary: 'Tell what some blocks show now',
  body: z.strictObject({ blocks: z.array(blockSchema).min(1).max(24), perimeter: id.nullable().default(null), period: z.enum(spans) }),
  answer: z.object({ objects: z.array(toldBlock) }),
})

const draft = z.object({
  id,
  /** That it is being changed from; whoever saves says which. */
  version: id,
  layout: layoutSchema,
  saved_at: z.string(),
  saved_by: z.string().nullable(),
  /** The number that it will bear once it is published. */
  number: id,
  /** Versions that are kept of it, and the one that goes once this is published; null: none does. */
  kept: z.int(),
  goes: id.nullable(),
})
export type Draft = z.infer<typeof draft>

export const readDraft = defineCall('GET /dashboard/{id}/draft', {
  right: 'dashboard.write',
  summary: 'Read the draft of a dashboard',
  answer: z.object({ object: draft }),
})
/** Saved at each change; of a draft that somebody else saved meanwhile nothing is written (409). */
export const saveDraft = defineCall('PUT /dashboard/{id}/draft', {
  right: 'dashboard.write',
  summary: 'Save the draft of a dashboard',
  body: z.strictObject({ version: id, layout: layoutSchema }),
  answer: z.object({ object: draft }),
})

/** Whom a version is told once it is there, as far as they may read it: all readers, or some by name. */
const tellSchema = z.strictObject({ readers: z.boolean().default(false), members: z.array(id).max(200).default([]) })
export type ToTell = z.output<typeof tellSchema>

export const publish = defineCall('POST /dashboard/{id}/publish', {
  right: 'dashboard.write',
  summary: 'Publish the draft of a dashboard as a version, with its figures as they are now',
  body: z.strictObject({ version: id, note: z.string().trim().max(500).nullable().default(null), tell: tellSchema.default({ readers: false, members: [] }) }),
  answer: z.object({ message: z.string(), object: z.object({ number: id }) }),
})

export const versionStates = ['COMPUTING', 'FROZEN', 'FAILED'] as const
const version = z.object({
  number: id,
  state: z.enum(versionStates),
  at: z.string(),
  by: z.string().nullable(),
  note: z.string().nullable(),
  blocks: z.int(),
  /** The first figure of it, by which versions are told apart. */
  first: z.object({ label: z.string(), value: z.number().nullable(), unit: z.string().nullable() }).nullable(),
  /** Blocks told so far, of so many. */
  done: z.int(),
})
export type DashboardVersion = z.infer<typeof version>

/** A version as it was frozen: its layout, and what its blocks told the reader's part of the organisation. */
export const frozenSchema = z.object({
  number: id,
  at: z.string(),
  by: z.string().nullable(),
  note: z.string().nullable(),
  layout: layoutSchema,
  blocks: z.array(toldBlock),
})
export type Frozen = z.infer<typeof frozenSchema>

const shown = z.object({
  id,
  identifier: z.string(),
  name: z.string(),
  description: z.string().nullable(),
  perimeter: z.string().nullable(),
  /** Null: no version is published, or not this one. */
  frozen: frozenSchema.nullable(),
  versions: z.array(version),
  /** Whether the reader may change it, and share it. */
  edit_right: z.boolean(),
  /** The published version shows no more than the reader sees, so that they may make a link to it. */
  share_right: z.boolean(),
  is_home: z.boolean(),
  computing: z.boolean(),
})
export type ShownDashboard = z.infer<typeof shown>

export const readDashboard = defineCall('GET /dashboard/{id}/shown', {
  right: 'dashboard.read',
  refusal: 'reporting.errors.no_access',
  summary: 'Read a published version of a dashboard, the last one unless said',
  query: z.strictObject({ number: queryId.optional() }),
  answer: z.object({ object: shown }),
})

/** What the last published version shows, told now in place of its frozen figures: of the cockpit, and of whoever asks for another period. */
export const readLive = defineCall('GET /dashboard/{id}/data', {
  right: 'dashboard.read',
  refusal: 'reporting.errors.no_access',
  costly: true,
  summary: 'Tell what the published version of a dashboard shows now',
  query: z.strictObject({ period: z.enum(spans).optional() }),
  answer: z.object({
    object: z.object({
      name: z.string(),
      /** What the published version is kept to. */
      perimeter: z.string().nullable(),
      /** Whether there is one; else there is nothing to tell. */
      published: z.boolean(),
      layout: layoutSchema,
      blocks: z.array(toldBlock),
      at: z.string(),
    }),
  }),
})

/** The cockpit that comes with the product, told now of what the reader reaches; blocks that are not theirs are not in it. */
export const readCockpit = defineCall('GET /dashboard/cockpit', {
  right: 'dashboard.read',
  costly: true,
  summary: 'Tell what the cockpit shows now, as a dashboard',
  query: z.strictObject({ period: z.enum(spans).default('LAST_365_DAYS') }),
  answer: z.object({ object: z.object({ layout: layoutSchema, blocks: z.array(toldBlock), at: z.string() }) }),
})

export const restoreVersion = defineCall('POST /dashboard/{id}/restore', {
  right: 'dashboard.write',
  summary: 'Take the layout of an earlier version as the draft of a dashboard',
  body: z.strictObject({ number: id, version: id }),
  answer: z.object({ message: z.string(), object: draft }),
})

export const recompute = defineCall('POST /dashboard/{id}/recompute', {
  right: 'dashboard.write',
  summary: 'Freeze the figures of a published dashboard anew, as a further version of the same layout',
  body: z.strictObject({}),
  answer: z.object({ message: z.string(), object: z.object({ number: id }) }),
})

export const exportVersion = defineCall('POST /dashboard/{id}/export', {
  right: 'dashboard.read',
  refusal: 'reporting.errors.no_access',
  summary: 'Have a version of a dashboard written as an Excel file',
  body: z.strictObject({ number: id }),
  answer: z.object({ message: z.string(), object: z.object({ job_id: z.uuid() }) }),
})

export const grantAccess = defineCall('POST /dashboard/{id}/users', {
  right: 'dashboard.write',
  summary: 'Let somebody read or change a dashboard',
  body: z.strictObject({ user_id: id, right: z.enum(['VIEW', 'EDIT']) }),
  answer: z.object({ message: z.string() }),
})
export const revokeAccess = defineCall('DELETE /dashboard/{id}/users/{user_id}', {
  right: 'dashboard.write',
  summary: 'Take somebody’s access to a dashboard away',
  params: z.object({ id: queryId, user_id: queryId }),
  answer: z.object({ message: z.string() }),
})

export const chooseHome = defineCall('PUT /dashboard/home', {
  right: 'session',
  summary: 'Choose the dashboard that one opens in place of the cockpit',
  body: z.strictObject({ dashboard: id.nullable() }),
  answer: z.object({ message: z.string() }),
})
export const readHome = defineCall('GET /dashboard/home', {
  right: 'session',
  summary: 'Tell which dashboard one opens in place of the cockpit, and among which one may choose',
  answer: z.object({
    object: z.object({
      dashboard: id.nullable(),
      /** Those that one reads and of which something is published, by their names. */
      choices: z.array(z.object({ id, name: z.string() })),
      /** There are others. */
      more: z.boolean(),
    }),
  }),
})
