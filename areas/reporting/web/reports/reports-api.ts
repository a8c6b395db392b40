import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { api } from '#kit/web/api/client.ts'
import { fetchExport } from '#kit/web/api/fetch-export.ts'
import type { BodyOf } from '#kit/contract/call.ts'
import type { exportReport, tellReport } from '#areas/reporting/contract/reports.ts'

export type Asked = BodyOf<typeof tellReport>

/** A report about a period; null: what is asked is not whole yet. */
export const useReport = (asked: Asked | null) =>
  useQuery({
    queryKey: ['report', 'told', asked],
    queryFn: ({ signal }) => api.call<typeof tellReport>('POST /report/tell', { body: asked as Asked, signal }),
    select: ({ object }) => object,
    enabled: asked !== null,
    placeholderData: keepPreviousData,
    staleTime: 30_000,
  })

/** Has the report written as an Excel file, which comes as soon as it is there. */
export const askSheets = (asked: Asked): Promise<void> => fetchExport(() => api.call<typeof exportReport>('POST /report/workbook', { body: asked }))
