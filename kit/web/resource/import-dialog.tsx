import { Download } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { EntityDef } from '#kit/contract/entity.ts'
import type { ObjectAnswer } from '#kit/contract/envelope.ts'
import { api, ApiError, failureText } from '#kit/web/api/client.ts'
import type { Query } from '#kit/web/api/client.ts'
import { useRight } from '#kit/web/api/session.ts'
import { useEntityWords } from '#kit/web/i18n/entity-words.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { path } from '#kit/web/route.ts'
import { Button, ButtonLink } from '#kit/web/ui/button.tsx'
import { confirm } from '#kit/web/ui/confirm.ts'
import { FileDrop } from '#kit/web/ui/file-drop.tsx'
import { Modal } from '#kit/web/ui/modal.tsx'
import { Segmented } from '#kit/web/ui/segmented.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { FileQueueList, useFileQueue } from './file-queue.tsx'
import css from './import-dialog.module.css'
import { ImportLines } from './import-lines.tsx'
import { followApart, useImportReport, type ImportProgress } from './use-import-report.ts'

interface ImportReport extends ImportProgress {
  /** 0 … 100. */
  readonly progress: number
  readonly counts: Readonly<Record<string, number>>
  readonly lines: readonly { readonly n: number; readonly level: 'error' | 'warning' | 'info'; readonly message: string }[]
}

const knownCounts = ['created', 'updated', 'closed', 'reopened', 'unchanged', 'errors'] as const

interface ImportDialogProps {
  /** What the file holds lines of. */
  readonly entity: Pick<EntityDef, 'name' | 'area'>
  /** Where the file goes and its template comes from, where that is not the entity's own address. */
  readonly at?: { readonly import: string; readonly template: string }
  /** In place of the words for Excel. */
  readonly title?: string
  /** Endings of the files that are taken; Excel's alone unless it is said. */
  readonly accept?: string
  /** What is said of the file before one is chosen. */
  readonly hint?: string
  /** Several files may come at once: each is checked, shown and imported by itself. */
  readonly several?: boolean
  /** Whether it is asked if the file is all there is or a part of it: what a part does not list is not closed. */
  readonly parts?: boolean
  readonly onClose: () => void
  /** The file is in: what else it changed is read again by whoever shows it. */
  readonly onImported?: () => void
  /** Opens a row that the file made or is about; absent where there is no place for it. */
  readonly onOpen?: (id: number) => void
}

/** Excel in, in two steps: the file is checked and told line by line, then it is imported. */
export function ImportDialog({
  entity,
  at = { import: `/${entity.name}/import`, template: `/${entity.name}/import_template` },
  title,
  accept = '.xlsx',
  hint,
  several = false,
  parts = false,
  onClose,
  onImported,
  onOpen,
}: ImportDialogProps) {
  const t = useWords('kit')
  const words = useEntityWords(entity)
  const mayRead = useRight('import_report.read')
  const [file, setFile] = useState<File>()
  const [reportId, setReportId] = useState<number | string>()
  /** As the person says; until then as the file does. */
  const [part, setPart] = useState<'0' | '1'>()
  const [sending, setSending] = useState(false)
  const { report, ended } = useImportReport<ImportReport>(reportId, { onImported })
  /** The import that runs whatever becomes of this dialog: its report, as soon as it has one. */
  const [imports, setImports] = useState(false)
  const left = useRef(false)
  const running = sending || (reportId !== undefined && !ended)
  const following = useRef<number | string>(undefined)
  following.current = imports && !sending && !ended ? reportId : undefined
  useEffect(() => {
    left.current = false
    return () => {
      left.current = true
      if (following.current !== undefined) void followApart(following.current)
    }
  }, [])

  const send = async (chosen: File, how: Query, asPart: '0' | '1' | null = part ?? null) => {
    const trial = how.dry_run === 1
    let refused: string | undefined
    setFile(chosen)
    setSending(true)
    setImports(!trial)
    try {
      const { object } = await api.upload<ObjectAnswer<{ report_id: number | string }>>(at.import, chosen, {
        query: asPart === null ? how : { ...how, part: asPart },
      })
      if (left.current && !trial) void followApart(object.report_id)
      setReportId(object.report_id)
    } catch (reason) {
      const message = reason instanceof ApiError ? Object.values(reason.errors)[0]?.[0] : undefined
      refused = message ?? t('errors.check_file')
      toast.error(refused)
    } finally {
      setSending(false)
    }
    // Nothing of it can be shown: the next one is looked at.
    if (trial && refused !== undefined) skip('REFUSED', refused)
  }

  const { counts = {} } = report ?? {}
  const wrong = counts.errors ?? 0
  const moves = (counts.created ?? 0) + (counts.updated ?? 0) + (counts.closed ?? 0) + (counts.reopened ?? 0)
  const taken = part ?? (counts.part ? '1' : '0')
  /** Another file says for itself whether it is a part. */
  const begin = (chosen: File) => {
    setPart(undefined)
    setImports(false)
    setReportId(undefined)
    void send(chosen, { dry_run: 1 }, null)
  }
  const queue = useFileQueue(begin)
  const skip = (state: 'LEFT' | 'REFUSED', message?: string) => {
    queue.settle(state, message)
    queue.next()
  }
  const choose = (value: '0' | '1') => {
    setPart(value)
    if (file) void send(file, { dry_run: 1 }, value)
  }
  /** Where most of what is open would go, a file that is not what it seems is likelier than a good month. */
  const runImport = async (how: Query) => {
    if (!file) return
    const values = { count: counts.closed ?? 0, of: counts.most ?? 0 }
    if (
      values.of > 0 &&
      !(await confirm({ title: t('import.most', values), message: t('import.most_text'), count: values.count, confirm: t('file.import_run'), danger: true }))
    )
      return
    await send(file, how)
  }
  const checked = ended && report?.dry_run === true && report.status === 'COMPLETE'
  const done = ended && report?.dry_run === false
  const summary = knownCounts
    .filter((key) => report?.status === 'COMPLETE' && counts[key] !== undefined)
    .map((key) => t(`import.${report?.dry_run ? 'trial_counts' : 'counts'}.${key}`, { count: counts[key] ?? 0 }))
    .join(' · ')
  const settle = useRef(queue.settle)
  settle.current = queue.settle
  useEffect(() => {
    if (done) settle.current(report?.status === 'COMPLETE' ? 'DONE' : 'REFUSED', summary)
  }, [done, report?.status, summary])
  // What is said of the file as a whole; lines say the rest themselves.
  const general = report?.lines.filter(({ n }) => !report.counts.rows || n === 0) ?? []
  return (
    <Modal
      size="lg"
      title={title ?? `${t('file.import_title')} – ${words.many}`}
      onClose={onClose}
      footer={
        <>
          {done && mayRead ? <ButtonLink to={path('/admin/import_reports', { id: report?.id })}>{t('import.report')}</ButtonLink> : null}
          {queue.waiting > 0 && !running && !done ? (
            <Button
              onClick={() =>
                report?.status === 'ERROR' || (wrong > 0 && moves === 0) ? skip('REFUSED', t('import.wrong', { count: Math.max(wrong, 1) })) : skip('LEFT')
              }
            >
              {t('import.leave_file')}
            </Button>
          ) : null}
          <Button onClick={onClose}>{t(done || (running && imports) ? 'actions.close' : 'actions.cancel')}</Button>
          {file && checked && wrong > 0 && moves > 0 ? (
            <Button onClick={() => void runImport({ skip_wrong: 1 })}>{t('file.import_others', { count: moves })}</Button>
          ) : null}
          {done && queue.waiting > 0 ? (
            <Button variant="primary" onClick={queue.next}>
              {t('import.next_file')}
            </Button>
          ) : null}
          {done ? null : (
            <Button variant="primary" loading={running} disabled={!file || !checked || wrong > 0 || moves === 0} onClick={() => void runImport({})}>
              {t('file.import_run')}
            </Button>
          )}
        </>
      }
    >
      <div className={css.import}>
        {running || done ? null : (
          <>
            <Button
              icon={<Download size={14} aria-hidden />}
              onClick={() => void api.download(at.template).catch((reason: unknown) => toast.error(failureText(reason)))}
            >
              {t('file.import_template')}
            </Button>
            {report ? null : <p className={css.hint}>{hint ?? t('import.hint')}</p>}
            {parts ? (
              <div className={css.part}>
                <Segmented
                  label={t('import.part')}
                  value={taken}
                  onChange={choose}
                  options={[
                    { value: '0', label: t('import.parts.whole') },
                    { value: '1', label: t('import.parts.part') },
                  ]}
                />
                <p className={css.hint}>{t(taken === '1' ? 'import.parts.part_text' : 'import.parts.whole_text')}</p>
              </div>
            ) : null}
            <FileDrop accept={accept} single={!several} onFiles={queue.add} />
          </>
        )}
        <FileQueueList files={queue.files} />
        {file ? <p className={css.file}>{file.name}</p> : null}
        {running ? (
          <div className={css.progress}>
            <progress max={100} value={report?.progress ?? 0} aria-label={t('import.progress')} />
            <span>{t(`file.import_status.${report?.status ?? 'INIT'}`)}</span>
          </div>
        ) : null}
        {report && ended ? (
          <div role="status">
            <p className={css.outcome} data-bad={wrong > 0 || report.status === 'ERROR' || undefined}>
              {report.status === 'ERROR'
                ? `${t(report.dry_run ? 'import.failed' : 'import.kept_none')}. ${t('errors.check_file')}`
                : wrong > 0
                  ? t('import.wrong', { count: wrong })
                  : moves === 0
                    ? t('import.nothing_new')
                    : t(report.dry_run ? 'import.none_wrong' : 'import.done')}
            </p>
            <p className={css.counts}>{summary}</p>
            {general.length > 0 ? (
              <ul className={css.general}>
                {general.map((line, index) => (
                  <li key={index} data-level={line.level}>
                    {line.message}
                  </li>
                ))}
              </ul>
            ) : null}
          </div>
        ) : null}
        {report && ended && (counts.rows ?? 0) + moves > 0 ? (
          <ImportLines key={report.id} reportId={report.id} trial={report.dry_run} refused={wrong > 0} onOpen={onOpen} />
        ) : null}
      </div>
    </Modal>
  )
}
