import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { importReport } from '#areas/library/contract/import-report.ts'
import type { compareShelf } from '#areas/library/contract/shelf.ts'
import { ReportLines } from '#areas/library/web/report-lines.tsx'
import { ResultView } from '#areas/library/web/result-view.tsx'
import type { RowOf } from '#kit/contract/entity.ts'
import type { ObjectAnswer } from '#kit/contract/envelope.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Box } from '#kit/web/ui/layout.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import css from './shelf-panel.module.css'

type Report = RowOf<typeof importReport>

interface ComparisonState {
  readonly asked: boolean
  /** Once it is there. */
  readonly report: Report | undefined
  readonly start: () => void
}

const hasEnded = (report: Report | undefined) => report?.status === 'COMPLETE' || report?.status === 'ERROR'

/** What a newer version would change, worked out in the background; nothing is saved by it. */
export function useComparison(id: number): ComparisonState {
  const [reportId, setReportId] = useState<number>()
  const [asked, setAsked] = useState(false)
  const { data } = useQuery({
    queryKey: ['import_report', 'compared', reportId],
    queryFn: ({ signal }) => api.get<ObjectAnswer<Report>>(`/import_report/${reportId}`, { signal }),
    select: ({ object }) => object,
    enabled: reportId !== undefined,
    refetchInterval: ({ state }) => (hasEnded(state.data?.object) ? false : 500),
  })
  const start = () => {
    if (asked) return
    setAsked(true)
    api.call<typeof compareShelf>('POST /shelf/{id}/compare', { params: { id } }).then(
      ({ object }) => setReportId(object.report_id),
      (reason: unknown) => {
        setAsked(false)
        toast.error(failureText(reason))
      },
    )
  }
  return { asked, report: hasEnded(data) ? data : undefined, start }
}

export function Comparison({ comparison: { report }, from, to }: { readonly comparison: ComparisonState; readonly from: string; readonly to: string }) {
  const t = useWords('library')
  return (
    <Box
      as="section"
      above={10}
      below={10}
      className={css.comparison}
      aria-label={t('shelf.compared', { from, to })}
      aria-busy={report === undefined}
      role="status"
    >
      <h3>{report ? t('shelf.compared', { from, to }) : t('shelf.comparing')}</h3>
      {report?.result ? <ResultView result={report.result} /> : null}
      {report?.status === 'ERROR' ? <ReportLines lines={report.lines ?? []} /> : null}
    </Box>
  )
}
