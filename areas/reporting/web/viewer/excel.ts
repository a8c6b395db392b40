import { api } from '#kit/web/api/client.ts'
import { fetchExport } from '#kit/web/api/fetch-export.ts'
import type { exportVersion } from '#areas/reporting/contract/calls.ts'

/** Has a version written as an Excel file, which comes as soon as it is there. */
export const askExcel = (id: number, number: number): Promise<void> =>
  fetchExport(() => api.call<typeof exportVersion>('POST /dashboard/{id}/export', { params: { id }, body: { number } }))
