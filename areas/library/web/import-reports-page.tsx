import { importReport } from '#areas/library/contract/import-report.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { ImportLines } from '#kit/web/resource/import-lines.tsx'
import { ListPage } from '#kit/web/resource/list-page.tsx'
import { definePresentation } from '#kit/web/resource/presentation.ts'
import type { EntityFormState } from '#kit/web/resource/use-entity-form.ts'
import { Facts } from '#kit/web/ui/page.tsx'
import { useCounts } from './counts.tsx'
import { ReportLines } from './report-lines.tsx'
import { ResultView } from './result-view.tsx'

definePresentation(importReport, { widths: { file_name: 220, kind: 130, status: 110, dry_run: 120, counts: 430, started_at: 150, started_by: 160 } })

/** What lines of an Excel file come to, in the words of the kit. */
const rowOutcomes = ['created', 'updated', 'unchanged', 'errors'] as const

type Report = RowOf<typeof importReport>

/** What was imported when, by whom, and what was said about it (FIL-15). */
export function Page() {
  const t = useWords('library')
  const formatCounts = useCounts()
  const kit = useWords('kit')
  const rowCounts = ({ counts, dry_run, status }: Report) =>
    status === 'ERROR'
      ? ''
      : rowOutcomes
          .filter((name) => counts?.[name] !== undefined)
          .map((name) => kit(`import.${dry_run ? 'trial_counts' : 'counts'}.${name}`, { count: counts?.[name] ?? 0 }))
          .join(' · ')
  const summary = (row: Report) => (row.kind === 'library' ? formatCounts(row.counts).join(' · ') : rowCounts(row))
  const cells = { counts: summary, kind: ({ kind, kind_name }: Report) => kind_name ?? kind }
  const panel = {
    comments: false,
    Details: ({ state }: { state: EntityFormState }) => {
      const row = state.row as Report | undefined
      if (!row) return null
      return (
        <>
          <Facts facts={[[t('entities.import_report.fields.counts'), summary(row)]]} />
          {row.kind === 'library' && row.result ? <ResultView result={row.result} /> : null}
          <ReportLines lines={(row.lines ?? []).filter(({ n }) => row.kind === 'library' || n === 0 || !row.counts?.rows)} />
          {row.kind !== 'library' && row.counts?.rows ? (
            <ImportLines reportId={row.id} trial={row.dry_run ?? false} refused={(row.counts.errors ?? 0) > 0} />
          ) : null}
        </>
      )
    },
  }
  return <ListPage entity={importReport} cells={cells} panel={panel} />
}
