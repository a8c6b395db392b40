/** A process of its own that draws one report and ends (`draw-report.ts`). */
import type { ReportDocument, ReportFormat } from '#kit/contract/report.ts'
import { answerProcess } from '#kit/server/files/answer-process.ts'

process.once('message', ({ report, format }: { readonly report: ReportDocument; readonly format: ReportFormat }) => {
  void (async () => {
    const bytes = format === 'pdf' ? await (await import('./draw-pdf.ts')).drawPdf(report) : await (await import('./draw-word.ts')).drawWord(report)
    answerProcess(bytes)
  })().catch((error: unknown) => answerProcess({ fault: error instanceof Error ? error.message : String(error) }))
})
