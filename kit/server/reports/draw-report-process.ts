/** A process of its own that draws one report and ends (`draw-report.ts`). */
import { setPriority } from 'node:os'
import type { ReportDocument, ReportFormat } from '#kit/contract/report.ts'

// Whoever waits for a page goes before whoever waits for a report.
try {
  setPriority(5)
} catch {
  // Not everywhere may a process step back; the report is made all the same.
}

process.once('message', ({ report, format }: { readonly report: ReportDocument; readonly format: ReportFormat }) => {
  void (async () => {
    const bytes = format === 'pdf' ? await (await import('./draw-pdf.ts')).drawPdf(report) : await (await import('./draw-word.ts')).drawWord(report)
    process.send?.(bytes)
  })().catch((error: unknown) => process.send?.({ fault: error instanceof Error ? error.message : String(error) }))
})
