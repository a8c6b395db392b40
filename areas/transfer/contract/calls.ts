import { z } from 'zod'
import { broughtSold } from '#areas/tenancy/contract/customer.ts'
import { defineCall } from '#kit/contract/call.ts'

/** For how many days what was made can be fetched. */
export const daysKept = 7
/** How many bytes an archive that comes in may have; and what is in it, unpacked. */
export const archiveBytes = 20 * 1024 ** 3
export const unpackedBytes = 200 * 1024 ** 3
/** Hours without any progress after which an archive that is looked at or brought in counts as stopped: every attempt ended badly, and it may be forgotten. */
export const stoppedHours = 6
/** Archives that are listed. */
export const listed = 20

const person = z.object({ id: z.int(), name: z.string() }).nullable()

const archive = z.object({
  id: z.uuid(),
  status: z.enum(['PENDING', 'RUNNING', 'MADE', 'FAILED']),
  stage: z.enum(['DATA', 'SHEETS', 'FILES', 'KEEPING']),
  /** From 0 to 100. */
  percent: z.int(),
  rows: z.int(),
  files: z.int(),
  size: z.int().nullable(),
  sha256: z.string().nullable(),
  created_at: z.iso.datetime(),
  finished_at: z.iso.datetime().nullable(),
  expires_at: z.iso.datetime().nullable(),
  by: person,
  /** Whoever made it may fetch it while it is kept. */
  download_right: z.boolean(),
})
export type Archive = z.infer<typeof archive>

export const listArchives = defineCall('GET /archive', {
  right: 'archive.write',
  summary: 'List the archives of everything that the organisation has',
  answer: z.object({ objects: z.array(archive) }),
})

export const makeArchive = defineCall('POST /archive', {
  right: 'archive.write',
  summary: 'Make an archive of everything that the organisation has',
  costly: true,
  body: z.strictObject({}),
  answer: z.object({ message: z.string().optional(), object: z.object({ id: z.uuid() }) }),
})

const uuid = z.object({ id: z.uuid() })

export const deleteArchive = defineCall('DELETE /archive/{id}', {
  right: 'archive.write',
  summary: 'Delete an archive before it expires',
  params: uuid,
  answer: z.object({ message: z.string().optional() }),
})

export const downloadArchive = defineCall('GET /archive/{id}/download', {
  right: 'archive.write',
  summary: 'Download an archive that one has made',
  params: uuid,
  download: true,
  costly: true,
  answer: z.unknown(),
})

/** What an archive says that it is. */
const about = z.object({
  name: z.string(),
  customer_id: z.int(),
  made_at: z.string(),
  version: z.string(),
  rows: z.int(),
  files: z.int(),
  members: z.int(),
  entries: z.int(),
  /** What the organisation is given with it; absent of what was looked at before that was said. */
  brings: broughtSold.nullish(),
})
export type AboutArchive = z.infer<typeof about>

const brought = z.object({
  id: z.int(),
  file_name: z.string(),
  size: z.int(),
  status: z.enum(['CHECKING', 'REFUSED', 'GOOD', 'IMPORTING', 'IMPORTED', 'FAILED']),
  percent: z.int(),
  about: about.nullable(),
  /** What is wrong with it, in words; `more` beyond those. */
  faults: z.array(z.string()),
  made: z.object({ id: z.int(), name: z.string() }).nullable(),
  version: z.int(),
  created_at: z.iso.datetime(),
  /** Nothing has moved for hours, whatever its status says. */
  stopped: z.boolean(),
})
export type Brought = z.infer<typeof brought>

export const listImports = defineCall('GET /archive-import', {
  right: 'archive.import',
  summary: 'List the archives that were brought in',
  answer: z.object({ objects: z.array(brought) }),
})

export const bringArchive = defineCall('POST /archive-import', {
  right: 'archive.import',
  summary: 'Bring in an archive and have it looked at, changing nothing',
  upload: { maxBytes: archiveBytes },
  named: true,
  answer: z.object({ message: z.string().optional(), object: z.object({ id: z.int() }) }),
})

export const runImport = defineCall('POST /archive-import/{id}/run', {
  right: 'archive.import',
  summary: 'Make an organisation of an archive that was found good',
  body: z.strictObject({ name: z.string().trim().min(2).max(128), version: z.int().min(1) }),
  answer: z.object({ message: z.string().optional() }),
})

export const deleteImport = defineCall('DELETE /archive-import/{id}', {
  right: 'archive.import',
  summary: 'Forget an archive that was brought in; the organisation made of it stays',
  answer: z.object({ message: z.string().optional() }),
})

/** How many bytes a file with a part of an organisation may have. */
export const partBytes = 20 * 1024 ** 2

export const exportPart = defineCall('GET /part', {
  right: 'part.write',
  summary: 'Download scales, models, policies or questionnaires as a file that another organisation takes',
  query: z.strictObject({ parts: z.string().regex(/^[a-z]+(?:,[a-z]+)*$/) }),
  download: true,
  costly: true,
  answer: z.unknown(),
})

const partResult = z.object({
  /** Where it comes from, as it says. */
  name: z.string(),
  made_at: z.string(),
  /** By entity and what people call them, how many are made and how many are there already under their names and stay as they are. */
  kinds: z.array(z.object({ entity: z.string(), many: z.string(), made: z.int(), kept: z.int(), names: z.array(z.string()) })),
})
export type PartResult = z.infer<typeof partResult>

export const importPart = defineCall('POST /part', {
  right: 'part.write',
  summary: 'Add what such a file holds and the organisation has not, or tell what would be added with dry_run=1',
  named: true,
  query: z.strictObject({ dry_run: z.enum(['0', '1']).default('0') }),
  upload: { maxBytes: partBytes },
  answer: z.object({ message: z.string().optional(), object: partResult }),
})
