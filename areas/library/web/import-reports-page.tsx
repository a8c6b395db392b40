import { importReport } from '#areas/library/contract/import-report.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'
import type { EntityFormState } from '#kit/web/resource/use-entity-form.ts'
import { Facts } from '#kit/web/ui/page.tsx'
import { useCounts } from './counts.tsx'
import { ReportLines } from './report-lines.tsx'
import { ResultView } from './result-view.tsx'

type Report = RowOf<typeof importReport>

/** What was imported when, by whom, and what was said about it (FIL-15). */
export function Page() {
  const t = useWords('library')
  const said = useCounts()
  const summary = ({ kind, counts }: Report) => (kind === 'library' ? said(counts).join(' · ') : Object.entries(counts ?? {}).map(([name, count]) => `${name} ${count}`).join(' · '))
  const cells = { counts: summary, kind: ({ kind }: Report) => (kind === 'library' ? t('entities.library.one') : kind) }
  const panel = {
    comments: false,
    Details: ({ state }: { state: EntityFormState }) => {
      const row = state.row as Report | undefined
      if (!row) return null
      return (
        <>
          <Facts facts={[[t('entities.import_report.fields.counts'), summary(row)]]} />
          {row.kind === 'library' && row.result ? <ResultView result={row.result} /> : null}
          <ReportLines lines={row.lines ?? []} />
        </>
      )
    },
  }
  return <ListPage entity={importReport} cells={cells} panel={panel} importing={false} />
}
