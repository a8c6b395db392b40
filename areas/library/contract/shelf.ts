import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { objectAnswer } from '#kit/contract/row-schema.ts'
import { libraryFormats } from './library.ts'

/** 100 MB packed: the largest collection known is a sixth of it. */
export const maxShelfUploadBytes = 100 * 1024 * 1024

/** What a file is on the shelf for, by the first of these that it holds. */
export const shelfKinds = ['framework', 'mapping', 'solution', 'matrix', 'other'] as const
export type ShelfKind = (typeof shelfKinds)[number]

const text = z.string().nullable()
const countsSchema = z.object({
  policies: z.int(),
  groups: z.int(),
  requirements: z.int(),
  solutions: z.int(),
  threats: z.int(),
  risk_matrices: z.int(),
  questions: z.int(),
  choices: z.int(),
  mapping_pairs: z.int(),
})

/** What the index says of a library, as it is kept. */
export const shelfEntry = z.object({
  kind: z.enum(shelfKinds),
  reference: text,
  name_en: text,
  name_fr: text,
  provider: text,
  version_label: z.string(),
  format: z.enum(libraryFormats),
  publication_date: text,
  /** Of its texts, lower case; that of the file first. */
  languages: z.array(z.string()),
  counts: countsSchema,
  /** Its implementation groups, by name. */
  groups: z.array(z.object({ en: text, fr: text })),
})
export type ShelfEntry = z.output<typeof shelfEntry>

const shelfLine = shelfEntry.extend({ id: z.int(), own: z.boolean() })
export type ShelfLine = z.output<typeof shelfLine>

export const listShelf = defineCall('GET /shelf', {
  right: 'library.import',
  summary: 'List the libraries that can be brought in, each in its newest version',
  answer: z.object({
    objects: z.array(shelfLine),
    /** How many files could not be read, and the first hundred of them. */
    refused_total: z.int(),
    refused: z.array(z.object({ id: z.int(), own: z.boolean(), path: z.string(), reason: z.string() })),
  }),
})

/** Where a library stands with the organisation; one of which nothing is to be said is left out. */
const libraryStatus = z.object({
  id: z.int(),
  state: z.enum(['added', 'newer', 'waiting', 'adding', 'failed']),
  /** The version that is there already. */
  known: text,
  progress: z.int(),
  /** Why it failed. */
  reason: text,
  addition_id: z.int().nullable(),
})
export type ShelfStatus = z.output<typeof libraryStatus>
const reading = z.object({ done: z.int(), total: z.int(), read_at: z.iso.datetime().nullable() })
const standingAnswer = z.object({
  objects: z.array(libraryStatus),
  /** Null without a folder. */
  folder: reading.nullable(),
  /** Uploads that are still being read, or that could not be; a few of the last. */
  uploads: z.array(reading.extend({ id: z.int(), file_name: z.string(), reason: text })),
})
export type ShelfStatuses = z.output<typeof standingAnswer>

export const shelfStatus = defineCall('GET /shelf/status', {
  right: 'library.import',
  summary: 'Read what of the shelf is in, newer or on its way, and how far the reading of files is',
  answer: standingAnswer,
})

export const searchShelf = defineCall('GET /shelf/search', {
  right: 'library.import',
  costly: true,
  summary: 'Search the texts of the libraries on the shelf',
  query: z.strictObject({ q: z.string().min(1).max(200) }),
  answer: z.object({ ids: z.array(z.int()) }),
})

/** A line of the tree: parent by its place in the list, -1 at the root; texts by language. */
export type OutlineNode = [parent: number, reference: string | null, assessable: 0 | 1, texts: Record<string, string>]
export interface Outline {
  readonly description: Record<string, string>
  readonly copyright: Record<string, string>
  readonly packager: string | null
  readonly nodes: OutlineNode[]
}

/** Why a library comes along: it holds what the chosen one needs, or ties it to another that is there. */
const companion = z.object({
  id: z.int(),
  kind: z.enum(shelfKinds),
  name_en: text,
  name_fr: text,
  version_label: z.string(),
  why: z.enum(['needed', 'tie']),
  requirements: z.int(),
  /** Its own name for the framework at the other end of a tie. */
  other: text,
  other_there: z.boolean(),
})
/** What nobody has: how many links wait for it. */
const absentee = z.object({ name: z.string(), kind: z.enum(['library', 'framework', 'reference_control', 'threat']), links: z.int() })
const plan = z.object({ companions: z.array(companion), absent: z.array(absentee) })
export type ShelfPlan = z.output<typeof plan>
export type Companion = ShelfPlan['companions'][number]

const textsByLanguage = z.record(z.string(), z.string())
export const previewShelf = defineCall('GET /shelf/{id}', {
  right: 'library.import',
  summary: 'Read the tree of a library on the shelf, and what comes with it',
  answer: objectAnswer(
    plan.extend({
      description: textsByLanguage,
      copyright: textsByLanguage,
      packager: text,
      nodes: z.array(z.tuple([z.int(), text, z.union([z.literal(0), z.literal(1)]), textsByLanguage])),
    }),
  ),
})

const chosen = z.array(z.int().min(1)).min(1).max(2000)
export const planAddition = defineCall('POST /shelf/preview', {
  right: 'library.import',
  summary: 'Say what would come along with several libraries',
  body: z.strictObject({ ids: chosen }),
  answer: objectAnswer(plan),
})

export const addFromShelf = defineCall('POST /shelf/add', {
  right: 'library.import',
  summary: 'Bring libraries in from the shelf, with what they depend on',
  named: true,
  body: z.strictObject({ ids: chosen, with_dependencies: z.boolean().default(true) }),
  answer: objectAnswer(z.object({ id: z.int() })),
})

export const compareShelf = defineCall('POST /shelf/{id}/compare', {
  right: 'library.import',
  summary: 'Compare a library on the shelf with the version that is there; the report tells',
  answer: objectAnswer(z.object({ report_id: z.int() })),
})

export const readFolder = defineCall('POST /shelf/read', {
  right: 'library.import',
  summary: 'Read the folder of libraries again',
  answer: z.object({}),
})

export const uploadToShelf = defineCall('POST /shelf/upload', {
  named: true,
  right: 'library.import',
  summary: 'Put a library, an OSCAL catalog or a zip of them on the shelf of the organisation',
  upload: { maxBytes: maxShelfUploadBytes },
  answer: objectAnswer(z.object({ id: z.int() })),
})

export const removeFromShelf = defineCall('DELETE /shelf/{id}', {
  right: 'library.import',
  summary: 'Take a file that was uploaded off the shelf of the organisation; what was brought in from it stays',
  answer: objectAnswer(z.object({ id: z.int() })),
})
