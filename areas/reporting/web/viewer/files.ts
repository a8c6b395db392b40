import type { ReportFormat } from '#kit/contract/report.ts'
import { api } from '#kit/web/api/client.ts'
import { fetchExport } from '#kit/web/api/fetch-export.ts'
import { makeReport } from '#kit/web/reports/make-report.ts'
import type { exportVersion } from '#areas/reporting/contract/calls.ts'

/** Has a version written as an Excel file, which comes as soon as it is there. */
export const askExcel = (id: number, number: number): Promise<void> =>
  fetchExport(() => api.call<typeof exportVersion>('POST /dashboard/{id}/export', { params: { id }, body: { number } }))

/** The same as a Word or PDF document, with its charts drawn. */
export const askDocument = (id: number, number: number, format: ReportFormat): Promise<void> =>
  makeReport(`/dashboard/${id}/dashboard_version_report`, format, { number })
