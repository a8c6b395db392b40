import { z } from 'zod'
import { defineCall } from '#kit/contract/call.ts'
import { objectAnswer } from '#kit/contract/row-schema.ts'

/** 20 MB: over twice the largest published library. */
export const maxLibraryBytes = 20 * 1024 * 1024

export const importLibrary = defineCall('POST /library/import', {
  right: 'library.import',
  summary: 'Import a framework library or an OSCAL catalog, or preview it with dry_run=1',
  query: z.strictObject({ dry_run: z.enum(['0', '1', 'true', 'false']).optional() }),
  upload: { maxBytes: maxLibraryBytes },
  answer: objectAnswer(z.object({ job_id: z.string(), report_id: z.int() })),
})
