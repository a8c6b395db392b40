import { Camera, CircleCheck, Paperclip, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { answersOf, isDone, isExplained, type OccurrenceAnswer } from '#areas/runbooks/contract/occurrence.ts'
import type { FileReference } from '#kit/contract/field.ts'
import { ApiError, failureText } from '#kit/web/api/client.ts'
import { newKey } from '#kit/web/api/intentions.ts'
import { useUploads } from '#kit/web/api/use-uploads.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { documentTypes } from '#kit/web/ui/file-drop.tsx'
import { focusWrong } from '#kit/web/ui/focus-wrong.ts'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { Text } from '#kit/web/ui/text.tsx'
import { undoFor, useAnswered } from './answer-dialog.tsx'
import { AnswerIcon } from './answer-icon.tsx'
import { LateMark } from './late-mark.tsx'
import { sendAnswer, type Occurrence, type OccurrenceValues } from './occurrence-api.ts'
import css from './today.module.css'
import { ValueFields } from './value-fields.tsx'
import { nothingGiven, wrongValues } from './values.ts'
import { isUnreached, type UnsentAnswers } from './use-unsent-answers.ts'
import { useSwipe } from './use-swipe.ts'

const AnswerDialog = lazy(async () => ({ default: (await import('./answer-dialog.tsx')).AnswerDialog }))

interface CardProps {
  readonly row: Occurrence
  readonly today: string
  readonly kept: UnsentAnswers
  readonly onLater: (() => void) | undefined
}

/** One time round, answered in a touch: with what proves it, by its buttons or by swiping it to their side. */
export function TodayCard({ row, today, kept, onLater }: CardProps) {
  const t = useWords('runbooks')
  const format = useFormat()
  const answered = useAnswered()
  const camera = useRef<HTMLInputElement>(null)
  const [photos, setPhotos] = useState<readonly File[]>([])
  const [files, setFiles] = useState<readonly FileReference[]>([])
  const [given, setGiven] = useState(nothingGiven)
  const [refused, setRefused] = useState<Readonly<Record<number, string>>>({})
  const [asked, setAsked] = useState<OccurrenceAnswer>()
  const [wrong, setWrong] = useState<string>()
  const [busy, setBusy] = useState(false)
  const { uploads, add } = useUploads((file) => setFiles((before) => [...before, file]))
  /** Sent now, the answer would go without them. */
  const rising = uploads.some(({ failure }) => failure === undefined)
  const shown = files.length + photos.length + row.evidences.length
  /** Without a network they go up with the answer. */
  const addFiles = (chosen: readonly File[]) => (navigator.onLine ? add(chosen) : setPhotos((before) => [...before, ...chosen]))
  /** Kept on the device where the network is away; what the server refuses is thrown. */
  const send = async (told: OccurrenceValues) => {
    const said = { done_date: isDone(told.answer) ? today : undefined, ...told }
    // What was sent and heard of no more may have come there: kept, it goes under the same key.
    const key = newKey()
    const keepIt = async () => {
      const one = await kept.keep(row, said, photos, key)
      toast.info(t('today.kept', { name: row.name ?? '' }), { action: { label: t('today.undo'), run: () => void kept.drop(one) }, duration: undoFor })
    }
    if (!navigator.onLine || photos.length > 0) return keepIt()
    try {
      await sendAnswer(row, said, key)
      answered(row, said.answer)
    } catch (reason) {
      if (!isUnreached(reason)) throw reason
      await keepIt()
    }
  }
  const swipe = useSwipe((side) => {
    const [good, bad] = answersOf(row.kind).filter((answer) => answer !== 'NA')
    const answer = side === 'right' ? good : bad
    if (answer && !busy && !rising) void give(answer)
  })
  const mend = () => focusWrong(() => document.getElementById(`task${row.id}`)?.closest('article') ?? null)
  const give = async (answer: OccurrenceAnswer) => {
    setWrong(undefined)
    setRefused({})
    if (given.wrong) {
      mend()
      return setWrong(t('values.wrong'))
    }
    // What has to be said besides is asked for in a sheet of its own.
    if (isExplained(answer)) return setAsked(answer)
    if (row.proof === 'REQUIRED' && isDone(answer) && shown === 0) {
      setWrong(t('errors.proof_needed'))
      return camera.current?.click()
    }
    setBusy(true)
    try {
      await send({
        answer,
        ...(given.values.length > 0 && { values: given.values }),
        ...(files.length > 0 && { files: files.map(({ id }) => id) }),
      })
    } catch (reason) {
      const values = reason instanceof ApiError ? wrongValues(given, reason.errors) : {}
      setRefused(values)
      if (Object.keys(values).length > 0) mend()
      setWrong(reason instanceof ApiError ? (Object.values(reason.errors).flat()[0] ?? reason.message) : failureText(reason))
    } finally {
      setBusy(false)
    }
  }
  const main = answersOf(row.kind).filter((answer) => answer !== 'NA')
  return (
    <article className={css.card} aria-labelledby={`task${row.id}`} {...swipe}>
      <p className={css.when}>
        {row.late ? <LateMark due={row.due_date} today={today} /> : null}
        <span>
          {[row.kind ? t(`entities.occurrence.choices.kind.${row.kind}`) : '', t('answering.due', { day: format.date(row.due_date) })]
            .filter(Boolean)
            .join(', ')}
        </span>
      </p>
      <h3 id={`task${row.id}`}>{row.name}</h3>
      {row.instructions ? (
        <Text as="p" size={14} line={22} tone="soft" breaks flush>
          {row.instructions}
        </Text>
      ) : null}
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
            {photos.map((photo, n) => (
              // A camera calls all of them alike.
              <span key={`${n} ${photo.name}`} className={css.file}>
                <Camera size={14} aria-hidden /> <span>{photo.name}</span>
                <button
                  type="button"
                  aria-label={`${t('today.retake')} ${photo.name}`}
                  onClick={() => setPhotos((before) => before.filter((one) => one !== photo))}
                >
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
                ref={camera}
                type="file"
                accept="image/*"
                capture="environment"
                onChange={(event) => {
                  addFiles([...(event.currentTarget.files ?? [])])
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
                  addFiles([...(event.currentTarget.files ?? [])])
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
      <ValueFields row={row} given={given} onGive={setGiven} errors={refused} />
      {wrong ? (
        <p role="alert" className={css.error}>
          {wrong}
        </p>
      ) : null}
      <div className={css.answers}>
        {main.toReversed().map((answer) => (
          <button key={answer} type="button" data-answer={answer} disabled={busy || rising} onClick={() => void give(answer)}>
            <AnswerIcon answer={answer} /> {t(`entities.occurrence.do.${buttons[answer]}`)}
          </button>
        ))}
      </div>
      <p className={css.other}>
        <button type="button" disabled={busy || rising} onClick={() => void give('NA')}>
          {t('entities.occurrence.do.na')}
        </button>
        <span>{t('today.or_swipe')}</span>
        {onLater ? (
          <button type="button" onClick={onLater}>
            {t('today.later')}
          </button>
        ) : null}
      </p>
      {row.approved ? (
        <Text as="p" size={14} line={22} tone="soft" breaks flush>
          {t('answering.approval')}
        </Text>
      ) : null}
      {asked ? (
        <Suspense>
          <AnswerDialog row={row} answer={asked} files={files} given={given} onSend={send} onClose={() => setAsked(undefined)} />
        </Suspense>
      ) : null}
    </article>
  )
}

const buttons = { DONE: 'done', DONE_OK: 'ok', DONE_KO: 'ko', NOT_DONE: 'not_done', NA: 'na' } as const
