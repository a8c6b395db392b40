import { defineEntity } from '#kit/contract/entity.ts'
import { choice, derived, flag, integer, json, ref, text, timestamp } from '#kit/contract/field.ts'
import type { ImportResult } from './import-result.ts'

export const importStatuses = ['INIT', 'STARTED', 'COMPLETE', 'ERROR'] as const

/** One message about a file, in the reader's language: `n` is its line, 0 when it concerns the whole. */
export interface ImportLine {
  readonly n: number
  readonly level: 'error' | 'warning' | 'info'
  readonly message: string
}

/** What became of an uploaded file, while it is read and ever after (FIL-15). */
export const importReport = defineEntity({
  name: 'import_report',
  area: 'library',
  title: 'file_name',
  fields: {
    file_name: text({ max: 200, by: 'server', need: 'required' }),
    /** `library`, or the entity whose rows the file holds. */
    kind: text({ max: 64, by: 'server', need: 'required' }),
    /** What people call it. */
    kind_name: derived(text()),
    status: choice(importStatuses, { by: 'server', default: 'INIT' }),
    dry_run: flag({ by: 'server' }),
    progress: integer({ by: 'server', default: 0, min: 0, max: 100, unit: 'percent' }),
    counts: json<Readonly<Record<string, number>>>({ by: 'server', default: {} }),
    lines: json<readonly ImportLine[]>({ by: 'server', default: [] }),
    started_at: derived(timestamp()),
    started_by: derived(ref('member')),
    /** For a library; null until it is read. */
    result: derived(json<ImportResult | null>()),
  },
  rights: { read: 'import_report.read', create: null, update: null, delete: null },
  list: {
    columns: ['file_name', 'kind', 'status', 'dry_run', 'counts', 'started_at', 'started_by'],
    more: ['progress'],
    filters: ['file_name', 'kind', 'status', 'dry_run'],
    sort: '-created_at',
    search: [],
  },
  form: [],
})
