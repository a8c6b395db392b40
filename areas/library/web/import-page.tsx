import { useState } from 'react'
import type { LookedAtSheets, SheetChoice } from '#areas/library/contract/chosen-columns.ts'
import type { importReport } from '#areas/library/contract/import-report.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import type { ObjectAnswer } from '#kit/contract/envelope.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useImportReport, type ImportProgress } from '#kit/web/resource/use-import-report.ts'
import { path } from '#kit/web/route.ts'
import { Button, ButtonLink } from '#kit/web/ui/button.tsx'
import { FileDrop } from '#kit/web/ui/file-drop.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import { Block, Page as Sheet } from '#kit/web/ui/page.tsx'
import { ReturnLink } from '#kit/web/ui/return-link.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { ChooseColumns, lookAt } from './choose-columns.tsx'
import { useCounts } from './counts.tsx'
import css from './import.module.css'
import { ReportLines } from './report-lines.tsx'
import { ResultView } from './result-view.tsx'

type Report = RowOf<typeof importReport>

/** 20 MB, as the server allows. */
const maxBytes = 20 * 1024 * 1024

/** A framework in, in two steps: the file is read and compared, then imported. */
export function Page() {
  const t = useWords('library')
  const [file, setFile] = useState<File>()
  const [reportId, setReportId] = useState<number>()
  const [sending, setSending] = useState(false)
  /** Of a workbook of no form that is known. */
  const [sheets, setSheets] = useState<LookedAtSheets['sheets']>()
  const [choice, setChoice] = useState<SheetChoice>()
  const { report, ended } = useImportReport<Report & ImportProgress>(reportId, { every: 500 })
  const send = async (chosen: File, dryRun: boolean, columns = choice) => {
    setFile(chosen)
    setSending(true)
    try {
      if (columns === undefined && dryRun && /\.xlsx$/i.test(chosen.name)) {
        const looked = await lookAt(chosen)
        // What cannot be read at all says why as any import does.
        if (!looked.form && looked.sheets.length > 0) return setSheets(looked.sheets)
      }
      const { object } = await api.upload<ObjectAnswer<{ report_id: number }>>('/library/import', chosen, {
        query: { ...(dryRun && { dry_run: 1 }), ...(columns && { columns: JSON.stringify(columns) }) },
      })
      setReportId(object.report_id)
    } catch (reason) {
      toast.error(failureText(reason))
    } finally {
      setSending(false)
    }
  }
  const running = sending || (reportId !== undefined && !ended)
  const done = ended && report?.dry_run === false && report.status === 'COMPLETE'
  const ready = ended && report?.dry_run === true && report.status === 'COMPLETE'
  const moves = report?.result?.outcome === 'created' || report?.result?.outcome === 'upgraded'
  const again = () => {
    setFile(undefined)
    setReportId(undefined)
    setSheets(undefined)
    setChoice(undefined)
  }
  return (
    <Sheet canvas>
      <div className={css.page}>
        <Block title={t('pages.import')} sub={file ? file.name : t('import.formats')} aside={<ReturnLink />}>
          {file && sheets && !choice && !running ? (
            <ChooseColumns
              file={file}
              sheets={sheets}
              onOther={again}
              onChosen={(chosen) => {
                setChoice(chosen)
                void send(file, true, chosen)
              }}
            />
          ) : null}
          {running || report || sheets ? null : (
            <FileDrop accept=".yaml,.yml,.json,.xlsx" maxBytes={maxBytes} single onFiles={([chosen]) => chosen && void send(chosen, true)} />
          )}
          {running ? (
            <Row align="center" gap={12} tone="soft" className={css.progress} role="status">
              <progress max={100} value={report?.progress ?? 0} aria-label={t('entities.import_report.fields.progress')} />
              {t(`entities.import_report.choices.status.${report?.status ?? 'INIT'}`)}
            </Row>
          ) : null}
          {report && ended ? <Outcome report={report} /> : null}
          {ended ? (
            <Row as="footer" spread="last" gap={8} above={16}>
              <Button onClick={again}>{t('import.other')}</Button>
              {choice && !done ? (
                <Button
                  onClick={() => {
                    setReportId(undefined)
                    setChoice(undefined)
                    setSheets((before) => before?.map((sheet) => (sheet.name === choice.sheet ? { ...sheet, choice } : sheet)))
                  }}
                >
                  {t('columns.back')}
                </Button>
              ) : null}
              {ready && moves ? (
                <Button variant="primary" loading={running} onClick={() => file && void send(file, false)}>
                  {t('import.run')}
                </Button>
              ) : null}
              {done ? (
                <ButtonLink variant="primary" to={path('/org/policies')}>
                  {t('import.see_policies')}
                </ButtonLink>
              ) : null}
            </Row>
          ) : null}
        </Block>
      </div>
    </Sheet>
  )
}

function Outcome({ report }: { readonly report: Report }) {
  const formatCounts = useCounts()
  return (
    <div role="status">
      {formatCounts(report.counts).length > 0 ? (
        <Row as="ul" wrap gap={8} below={12}>
          {formatCounts(report.counts).map((text) => (
            <Text as="li" padY={4} padX={10} corner={6} fill="subtle" edge="all" figures key={text}>
              {text}
            </Text>
          ))}
        </Row>
      ) : null}
      {report.result ? <ResultView result={report.result} /> : null}
      <ReportLines lines={report.lines ?? []} />
    </div>
  )
}
