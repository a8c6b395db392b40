import { Camera, ChevronRight, CircleCheck, Clock, Paperclip, X } from 'lucide-react'
import { lazy, Suspense, useState } from 'react'
import { answersOf, isDone, isExplained, type OccurrenceAnswer } from '#areas/runbooks/contract/occurrence.ts'
import type { FileReference } from '#kit/contract/field.ts'
import { ApiError, failureText } from '#kit/web/api/client.ts'
import { useUploads } from '#kit/web/api/use-uploads.ts'
import { daysBetween, dayOf, useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { documentTypes } from '#kit/web/ui/file-drop.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { useAnswered } from './answer-dialog.tsx'
import { AnswerIcon } from './answer-icon.tsx'
import { sendAnswer, useOccurrences, type Occurrence } from './occurrence-api.ts'
import css from './today.module.css'

const AnswerDialog = lazy(async () => ({ default: (await import('./answer-dialog.tsx')).AnswerDialog }))

/** What is one's own, has begun and waits for an answer: late first, one card open at a time. */
const waiting = (today: string) => [
  { name: 'mine', selected_options: [true] },
  { name: 'closed', selected_options: [false] },
  { name: 'period_start', selected_options: [{ to: today }] },
]
/** What one has answered today. */
const settled = (today: string) => [
  { name: 'mine', selected_options: [true] },
  { name: 'closed', selected_options: [true] },
  { name: 'done_date', selected_options: [{ from: today, to: today }] },
]

/** The recurring tasks that wait for whoever reads, on a phone first. */
export function Page() {
  const t = useWords('runbooks')
  const format = useFormat()
  const today = dayOf()
  const { data: rows, error, refetch } = useOccurrences(waiting(today), 'today')
  const { data: done = [] } = useOccurrences(settled(today), 'answered')
  const [chosen, setChosen] = useState<number>()
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!rows) return <SkeletonRows count={6} />
  const open = rows.find(({ id }) => id === chosen) ?? rows[0]
  const total = rows.length + done.length
  const later = () => setChosen(rows[(rows.findIndex(({ id }) => id === open?.id) + 1) % rows.length]?.id)
  return (
    <div className={css.page}>
      <header className={css.head}>
        <div>
          <h2>{t('today.heading')}</h2>
          <p>{new Intl.DateTimeFormat(format.language, { weekday: 'long', day: 'numeric', month: 'long' }).format(new Date(`${today}T12:00:00`))}</p>
        </div>
        <span className={css.count}>
          <b>{format.number(done.length)}</b> {t('today.of', { done: '', total: format.number(total) }).trim()}
        </span>
      </header>
      {total > 0 ? (
        <div className={css.ticks} role="progressbar" aria-label={t('today.heading')} aria-valuemin={0} aria-valuemax={total} aria-valuenow={done.length}>
          {done.map(({ id, status }) => (
            <i key={id} data-status={status} />
          ))}
          {rows.map(({ id, late }) => (
            <i key={id} data-open={id === open?.id || undefined} data-late={late || undefined} />
          ))}
        </div>
      ) : null}
      {open ? <OpenCard key={open.id} row={open} today={today} onLater={rows.length > 1 ? later : undefined} /> : <Nothing done={done.length > 0} />}
      {rows.length > 1 ? (
        <section className={css.next} aria-labelledby="next">
          <h3 id="next">
            {t('today.next')} <small>{format.number(rows.length - 1)}</small>
          </h3>
          <ul>
            {rows
              .filter(({ id }) => id !== open?.id)
              .map((row) => (
                <li key={row.id}>
                  <button type="button" onClick={() => setChosen(row.id)}>
                    <span>
                      <b>{row.name}</b>
                      <small data-late={row.late || undefined}>
                        {row.late
                          ? t('today.late_by', { days: daysBetween(row.due_date ?? today, today) })
                          : [row.kind ? t(`entities.occurrence.choices.kind.${row.kind}`) : '', t('today.before', { day: format.date(row.due_date) })]
                              .filter(Boolean)
                              .join(', ')}
                      </small>
                    </span>
                    <ChevronRight size={16} aria-hidden />
                  </button>
                </li>
              ))}
          </ul>
        </section>
      ) : null}
    </div>
  )
}

function Nothing({ done }: { readonly done: boolean }) {
  const t = useWords('runbooks')
  const format = useFormat()
  const { data: ahead } = useOccurrences(
    [
      { name: 'mine', selected_options: [true] },
      { name: 'closed', selected_options: [false] },
    ],
    'ahead',
    1,
  )
  const next = ahead?.[0]?.period_start
  return (
    <EmptyState title={done ? t('today.all_done') : t('today.empty')} text={next ? t('today.empty_text', { day: format.date(next) }) : t('today.empty_none')} />
  )
}

function OpenCard({ row, today, onLater }: { readonly row: Occurrence; readonly today: string; readonly onLater: (() => void) | undefined }) {
  const t = useWords('runbooks')
  const format = useFormat()
  const answered = useAnswered()
  const [files, setFiles] = useState<readonly FileReference[]>([])
  const [asked, setAsked] = useState<OccurrenceAnswer>()
  const [wrong, setWrong] = useState<string>()
  const [busy, setBusy] = useState(false)
  const { uploads, add } = useUploads((file) => setFiles((before) => [...before, file]))
  const shown = files.length + row.evidences.length
  const give = async (answer: OccurrenceAnswer) => {
    setWrong(undefined)
    // What has to be said besides is asked for in a sheet of its own.
    if (isExplained(answer)) return setAsked(answer)
    if (row.proof === 'REQUIRED' && isDone(answer) && shown === 0) return setWrong(t('errors.proof_needed'))
    setBusy(true)
    try {
      await sendAnswer(row, { answer, ...(files.length > 0 && { files: files.map(({ id }) => id) }) })
      answered(row, answer)
    } catch (reason) {
      setWrong(reason instanceof ApiError ? (Object.values(reason.errors).flat()[0] ?? reason.message) : failureText(reason))
    } finally {
      setBusy(false)
    }
  }
  const main = answersOf(row.kind).filter((answer) => answer !== 'NA')
  return (
    <article className={css.card} aria-labelledby={`task${row.id}`}>
      <p className={css.when}>
        {row.late ? (
          <span className={css.late}>
            <Clock size={13} aria-hidden /> {t('today.late_by', { days: daysBetween(row.due_date ?? today, today) })}
          </span>
        ) : null}
        <span>
          {[row.kind ? t(`entities.occurrence.choices.kind.${row.kind}`) : '', t('answering.due', { day: format.date(row.due_date) })]
            .filter(Boolean)
            .join(', ')}
        </span>
      </p>
      <h3 id={`task${row.id}`}>{row.name}</h3>
      {row.instructions ? <p className={css.text}>{row.instructions}</p> : null}
      {row.status === 'REJECTED' && row.status_reason ? <p className={css.rejected}>{row.status_reason}</p> : null}
      {row.proof === 'NONE' ? null : (
        <>
          <div className={css.proofs}>
            {files.map(({ id, name }) => (
              <span key={id} className={css.file}>
                <Paperclip size={14} aria-hidden /> <span>{name}</span>
                <button type="button" aria-label={`${t('today.retake')} ${name}`} onClick={() => setFiles((before) => before.filter((file) => file.id !== id))}>
                  <X size={14} aria-hidden />
                </button>
              </span>
            ))}
            {uploads.map(({ id, name, failure }) => (
              <span key={id} className={css.file} data-bad={failure !== undefined || undefined}>
                <span>{failure ?? name}</span>
              </span>
            ))}
            <label className={css.add}>
              <Camera size={20} aria-hidden />
              {t('answering.add_photo')}
              <input
                type="file"
                accept="image/*"
                capture="environment"
                onChange={(event) => {
                  add([...(event.currentTarget.files ?? [])])
                  event.currentTarget.value = ''
                }}
              />
            </label>
            <label className={css.add}>
              <Paperclip size={20} aria-hidden />
              {t('answering.add_file')}
              <input
                type="file"
                accept={documentTypes}
                multiple
                onChange={(event) => {
                  add([...(event.currentTarget.files ?? [])])
                  event.currentTarget.value = ''
                }}
              />
            </label>
          </div>
          {row.proof === 'REQUIRED' ? (
            <p className={css.proof} data-there={shown > 0 || undefined}>
              <CircleCheck size={13} aria-hidden /> {t(shown > 0 ? 'answering.proof_there' : 'answering.proof_needed')}
            </p>
          ) : null}
        </>
      )}
      {wrong ? (
        <p role="alert" className={css.error}>
          {wrong}
        </p>
      ) : null}
      <div className={css.answers}>
        {main.toReversed().map((answer) => (
          <button key={answer} type="button" data-answer={answer} disabled={busy} onClick={() => void give(answer)}>
            <AnswerIcon answer={answer} /> {t(`entities.occurrence.do.${buttons[answer]}`)}
          </button>
        ))}
      </div>
      <p className={css.other}>
        <button type="button" disabled={busy} onClick={() => void give('NA')}>
          {t('entities.occurrence.do.na')}
        </button>
        {onLater ? (
          <button type="button" onClick={onLater}>
            {t('today.later')}
          </button>
        ) : null}
      </p>
      {row.approved ? <p className={css.text}>{t('answering.approval')}</p> : null}
      {asked ? (
        <Suspense>
          <AnswerDialog row={row} answer={asked} files={files} onClose={() => setAsked(undefined)} />
        </Suspense>
      ) : null}
    </article>
  )
}

const buttons = { DONE: 'done', DONE_OK: 'ok', DONE_KO: 'ko', NOT_DONE: 'not_done', NA: 'na' } as const
