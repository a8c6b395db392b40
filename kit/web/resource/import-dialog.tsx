import { Download } from 'lucide-react'
import { useState } from 'react'
import { useQuery } from '@tanstack/react-query'
import type { EntityDef } from '#kit/contract/entity.ts'
import type { ObjectAnswer } from '#kit/contract/envelope.ts'
import { api, ApiError, failureText } from '#kit/web/api/client.ts'
import type { Query } from '#kit/web/api/client.ts'
import { forget } from '#kit/web/api/queries.ts'
import { useEntityWords } from '#kit/web/i18n/entity-words.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { FileDrop } from '#kit/web/ui/file-drop.tsx'
import { Modal } from '#kit/web/ui/modal.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import css from './import-dialog.module.css'

interface ImportReport {
  readonly status: 'INIT' | 'STARTED' | 'COMPLETE' | 'ERROR'
  /** 0 … 100. */
  readonly progress: number
  readonly counts: Readonly<Record<string, number>>
  readonly lines: readonly { readonly n: number; readonly level: 'error' | 'warning' | 'info'; readonly message: string }[]
  readonly dry_run: boolean
}

const ended = (report: ImportReport | undefined) => report?.status === 'COMPLETE' || report?.status === 'ERROR'
const knownCounts = ['created', 'updated', 'unchanged', 'errors'] as const

/** Excel in, in two steps: the file is checked and every wrong line named, then it is imported. */
export function ImportDialog({ entity, onClose }: { readonly entity: EntityDef; readonly onClose: () => void }) {
  const t = useWords('kit')
  const words = useEntityWords(entity)
  const [file, setFile] = useState<File>()
  const [reportId, setReportId] = useState<number | string>()
  const [sending, setSending] = useState(false)
  const { data: report } = useQuery({
    queryKey: ['import_report', reportId],
    queryFn: async ({ signal }) => {
      const { object } = await api.get<ObjectAnswer<ImportReport>>(`/import_report/${reportId}`, { signal })
      if (!object.dry_run && object.status === 'COMPLETE') void forget(entity.name)
      return object
    },
    enabled: reportId !== undefined,
    refetchInterval: (query) => (ended(query.state.data) ? false : 1000),
  })

  const send = async (chosen: File, how: Query) => {
    setFile(chosen)
    setSending(true)
    try {
      const { object } = await api.upload<ObjectAnswer<{ report_id: number | string }>>(
        `/${entity.name}/import`,
        chosen,
        { query: how },
      )
      setReportId(object.report_id)
    } catch (reason) {
      const told = reason instanceof ApiError ? Object.values(reason.errors)[0]?.[0] : undefined
      toast.error(told ?? t('errors.check_file'))
    } finally {
      setSending(false)
    }
  }

  const wrong = report?.lines.filter((line) => line.level === 'error') ?? []
  const running = sending || (reportId !== undefined && !ended(report))
  const checked = ended(report) && report?.dry_run
  const done = ended(report) && !report?.dry_run
  const good = (report?.counts.rows ?? 0) - (report?.counts.errors ?? 0)
  const title = `${t('file.import_title')} – ${words.many}`
  return (
    <Modal
      title={title}
      onClose={onClose}
      footer={
        <>
          <Button onClick={onClose}>{t(done ? 'actions.close' : 'actions.cancel')}</Button>
          {file && checked && wrong.length > 0 && good > 0 ? (
            <Button onClick={() => void send(file, { skip_wrong: 1 })}>{t('file.import_others', { count: good })}</Button>
          ) : null}
          {done ? null : (
            <Button
              variant="primary"
              loading={running}
              disabled={!file || !checked || wrong.length > 0 || report?.status === 'ERROR'}
              onClick={() => file && void send(file, {})}
            >
              {t('file.import_run')}
            </Button>
          )}
        </>
      }
    >
      <div className={css.import}>
        <Button
          icon={<Download size={14} aria-hidden />}
          onClick={() =>
            void api.download(`/${entity.name}/import_template`).catch((reason: unknown) => toast.error(failureText(reason)))
          }
        >
          {t('file.import_template')}
        </Button>
        {running || done ? null : <p className={css.hint}>{t('import.hint')}</p>}
        {running || done ? null : <FileDrop accept=".xlsx" max={1} onFiles={([chosen]) => chosen && void send(chosen, { dry_run: 1 })} />}
        {file ? <p className={css.file}>{file.name}</p> : null}
        {running ? (
          <div className={css.progress}>
            <progress max={100} value={report?.progress ?? 0} aria-label={t('import.progress')} />
            <span>{t(`file.import_status.${report?.status ?? 'INIT'}`)}</span>
          </div>
        ) : null}
        {report && ended(report) ? (
          <div role="status">
            <p className={css.outcome} data-bad={wrong.length > 0 || report.status === 'ERROR' || undefined}>
              {wrong.length
                ? t('import.wrong', { count: report.counts.errors ?? wrong.length })
                : report.status === 'ERROR'
                  ? `${t('import.failed')}. ${t('errors.check_file')}`
                  : report.dry_run
                    ? t('import.none_wrong')
                    : t('import.done')}
            </p>
            <p className={css.counts}>
              {knownCounts
                .filter((key) => (report.dry_run || report.status === 'COMPLETE') && report.counts[key] !== undefined)
                .map((key) => t(`import.counts.${key}`, { count: report.counts[key] ?? 0 }))
                .join(' · ')}
            </p>
          </div>
        ) : null}
        {report?.lines.length ? (
          <div className={css.lines} tabIndex={0} role="region" aria-label={t('import.message')}>
            <table>
              <thead>
                <tr>
                  <th scope="col">{t('import.line')}</th>
                  <th scope="col">{t('import.message')}</th>
                </tr>
              </thead>
              <tbody>
                {report.lines.map((line, index) => (
                  <tr key={index} data-level={line.level}>
                    <td>{line.n}</td>
                    <td>{line.message}</td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        ) : null}
      </div>
    </Modal>
  )
}
