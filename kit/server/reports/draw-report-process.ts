/** A process of its own that draws one report and ends (`draw-report.ts`). */
import type { ReportDocument, ReportFormat } from '#kit/contract/report.ts'

process.once('message', ({ report, format }: { readonly report: ReportDocument; readonly format: ReportFormat }) => {
  void (async () => {
    const bytes = format === 'pdf' ? await (await import('./draw-pdf.ts')).drawPdf(report) : await (await import('./draw-word.ts')).drawWord(report)
    process.send?.(bytes)
  })().catch((error: unknown) => process.send?.({ fault: error instanceof Error ? error.message : String(error) }))
})
