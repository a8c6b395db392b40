import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { objectAnswer } from '#kit/contract/row-schema.ts'

/** 20 MB: over twice the largest published library. */
export const maxLibraryBytes = 20 * 1024 * 1024

export const importLibrary = defineCall('POST /library/import', {
  named: true,
  right: 'library.import',
  summary: 'Import a framework library or an OSCAL catalog, or preview it with dry_run=1',
  query: z.strictObject({
    dry_run: z.enum(['0', '1', 'true', 'false']).optional(),
    /** JSON: what the columns of a sheet of any form were chosen for; `POST /library/sheet` tells its form. */
    columns: z.string().max(4000).optional(),
  }),
  upload: { maxBytes: maxLibraryBytes },
  answer: objectAnswer(z.object({ job_id: z.string(), report_id: z.int() })),
})

/** The forms in which a library leaves. */
export const leavingFormats = ['xlsx', 'yaml'] as const
export type LeavingFormat = (typeof leavingFormats)[number]
export const downloadLibrary = defineCall('GET /library/{id}/file', {
  right: 'library.read',
  costly: true,
  summary: 'Write a library in the open form of its community, as Excel or YAML: the file that comes back',
  query: z.strictObject({ format: z.enum(leavingFormats) }),
  download: true,
  answer: z.unknown(),
})

export const importLineOutcomes = ['created', 'updated', 'closed', 'reopened', 'unchanged', 'refused'] as const
export type ImportLineOutcome = (typeof importLineOutcomes)[number]

const lineMessage = z.object({ n: z.int(), level: z.enum(['error', 'warning', 'info']), message: z.string() })
/** What became of one line of an Excel file, or would: its row, the cells that differ, and what is to be said of it. */
export const importedLineSchema = z.object({
  n: z.int(),
  /** Where it is not the first sheet. */
  sheet: z.string().nullable(),
  outcome: z.enum(importLineOutcomes),
  id: z.int().nullable(),
  name: z.string().nullable(),
  cells: z.array(z.object({ column: z.string(), from: z.string().nullable(), to: z.string().nullable() })),
  messages: z.array(lineMessage),
})
export type ImportedLine = z.output<typeof importedLineSchema>

export const listImportLines = defineCall('GET /import_report/{id}/lines', {
  right: 'import_report.read',
  summary: 'List what an import did line by line, or would do',
  query: z.strictObject({
    outcome: z.enum(importLineOutcomes).optional(),
    page: z.coerce.number().int().min(1).max(10_000).default(1),
    per_page: z.coerce.number().int().min(1).max(500).default(100),
  }),
  answer: z.object({ objects: z.array(importedLineSchema), counts: z.record(z.enum(importLineOutcomes), z.int()) }),
})

export const importDifferences = defineCall('GET /import_report/{id}/differences', {
  right: 'import_report.read',
  costly: true,
  summary: 'Download what an import changed, or would change, cell by cell',
  download: true,
  answer: z.unknown(),
})
