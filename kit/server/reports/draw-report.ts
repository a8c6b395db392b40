import type { ReportDocument, ReportFormat } from '#kit/contract/report.ts'
import { askProcess } from '#kit/server/files/bounded-process.ts'
import { boundedReport, reportBounds } from './bounds.ts'

export const reportMime = {
  pdf: 'application/pdf',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
} as const satisfies Record<ReportFormat, string>

/** The file of a report, drawn by a process of its own: it holds up no request and leaves nothing in the server's memory. */
export async function drawReport(report: ReportDocument, format: ReportFormat): Promise<Uint8Array> {
  const { milliseconds, heapMegabytes } = reportBounds
  const answer = await askProcess<Uint8Array | { readonly fault: string }>(
    new URL('draw-report-process.ts', import.meta.url),
    { report: boundedReport(report), format },
    { milliseconds, heapMegabytes },
  )
  if ('fault' in answer) throw new Error(`A report was not drawn: ${answer.fault}`)
  return answer
}
