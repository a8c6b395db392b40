import { useRef, useState } from 'react'
import { answersOf, isDone, isExplained, occurrence, type OccurrenceAnswer } from '#areas/runbooks/contract/occurrence.ts'
import { timeName } from '#areas/runbooks/contract/time-name.ts'
import { ApiError, failureText } from '#kit/web/api/client.ts'
import { newKey } from '#kit/web/api/intentions.ts'
import { isUnreached } from '#kit/web/api/undecided.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { focusWrong } from '#kit/web/ui/focus-wrong.ts'
import { Box, Grid, Row } from '#kit/web/ui/layout.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { Text } from '#kit/web/ui/text.tsx'
import { TextArea } from '#kit/web/ui/text-input.tsx'
import { undoFor, useAnswered } from './answered.ts'
import { AnswerIcon } from './answer-icon.tsx'
import { LateMark } from './late-mark.tsx'
import { sendAnswer, type Occurrence, type OccurrenceValues } from './occurrence-api.ts'
import { AddProof, ProofShown, ProofState, useProof } from './today-proof.tsx'
import { EarlierTimes } from './earlier-times.tsx'
import css from './today.module.css'
import { ValueFields } from './value-fields.tsx'
import { nothingGiven, wrongValues } from './values.ts'
import type { UnsentAnswers } from './use-unsent-answers.ts'
import { useSwipe } from './use-swipe.ts'

const AnswerDialog = lazy(async () => ({ default: (await import('./answer-dialog.tsx')).AnswerDialog }))

interface CardProps {
  readonly row: Occurrence
  readonly today: string
  readonly unsent: UnsentAnswers
  /** Other times of the same task that wait as well. */
  readonly others: readonly Occurrence[]
  readonly onChoose: (row: Occurrence) => void
  readonly onLater: (() => void) | undefined
}

/** One time round, answered in a touch: with what proves it, by its buttons or by swiping it to their side. */
export function TodayCard({ row, today, unsent, others, onChoose, onLater }: CardProps) {
  const t = useWords('runbooks')
  const format = useFormat()
  const answered = useAnswered()
  const camera = useRef<HTMLInputElement>(null)
  const proof = useProof(row)
  const { photos, files, rising } = proof
  const [note, setNote] = useState<string>()
  const [given, setGiven] = useState(nothingGiven)
  const [refused, setRefused] = useState<Readonly<Record<number, string>>>({})
  const [asked, setAsked] = useState<OccurrenceAnswer>()
  const [wrong, setWrong] = useState<string>()
  const [busy, setBusy] = useState(false)
  const there = proof.shown.length + row.evidences.length > 0
  /** Kept on the device where the network is away; what the server refuses is thrown. */
  const send = async (values: OccurrenceValues) => {
    const answerValues = { done_date: isDone(values.answer) ? today : undefined, ...values }
    // What was sent and heard of no more may have come there: kept, it goes under the same key.
    const key = newKey()
    const keepIt = async () => {
      const one = await unsent.keep(row, answerValues, photos, key)
      toast.info(t('today.kept', { name: row.name ?? '' }), { action: { label: t('today.undo'), run: () => void unsent.drop(one) }, duration: undoFor })
    }
    if (!navigator.onLine || photos.length > 0) return keepIt()
    try {
      await sendAnswer(row, answerValues, key)
      answered(row, answerValues.answer)
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
    if (row.proof === 'REQUIRED' && isDone(answer) && !there) {
      setWrong(t('errors.proof_needed'))
      return camera.current?.click()
    }
    setBusy(true)
    try {
      await send({
        answer,
        ...(note?.trim() && { comment: note.trim() }),
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
  // What has to be shown first is asked for first.
  const main = answersOf(row.kind).filter((answer) => answer !== 'NA' && (row.proof !== 'REQUIRED' || there || rising || !isDone(answer)))
  return (
    <Grid as="article" gap={12} padY={16} padX={16} edge="all" corner={8} fill="surface" className={css.card} aria-labelledby={`task${row.id}`} {...swipe}>
      <Row as="p" wrap align="center" gap={8} tone="soft">
        {row.late ? <LateMark due={row.due_date} today={today} /> : null}
        <span>
          {[
            row.kind ? t(`entities.occurrence.choices.kind.${row.kind}`) : '',
            row.late ? timeName(row, format.language) : t('answering.due', { day: format.date(row.due_date) }),
          ]
            .filter(Boolean)
            .join(', ')}
        </span>
      </Row>
      <h3 id={`task${row.id}`}>{row.name}</h3>
      {row.instructions ? (
        <Text as="p" size={14} line={22} tone="soft" breaks>
          {row.instructions}
        </Text>
      ) : null}
      {row.status === 'REJECTED' && row.status_reason ? (
        <Text as="p" padY={8} padX={12} corner={6} fill="bad" tone="bad">
          {row.status_reason}
        </Text>
      ) : null}
      {row.proof === 'NONE' ? null : (
        <>
          <ProofShown proof={proof} />
          <AddProof
            proof={proof}
            required={row.proof === 'REQUIRED'}
            there={there}
            camera={camera}
            onNote={note === undefined ? () => setNote(row.comment ?? '') : undefined}
          />
          {row.proof === 'REQUIRED' ? <ProofState there={there} /> : null}
        </>
      )}
      {note === undefined ? null : (
        <TextArea
          label={t('answering.comment')}
          maxLength={occurrence.fields.comment.options.max}
          value={note}
          // Asked for a moment ago.
          // oxlint-disable-next-line jsx-a11y/no-autofocus
          autoFocus
          onChange={(event) => setNote(event.target.value)}
        />
      )}
      <ValueFields row={row} given={given} onGive={setGiven} errors={refused} />
      {wrong ? (
        <Text role="alert" as="p" padY={8} padX={12} corner={6} fill="bad" tone="bad">
          {wrong}
        </Text>
      ) : null}
      {main.length > 0 ? (
        <Grid gap={8} className={css.answers}>
          {main.toReversed().map((answer) => (
            <Box
              as="button"
              spread="middle"
              gap={8}
              corner={8}
              size={16}
              weight={600}
              key={answer}
              type="button"
              data-answer={answer}
              disabled={busy || rising}
              onClick={() => void give(answer)}
            >
              <AnswerIcon answer={answer} /> {t(`entities.occurrence.do.${buttons[answer]}`)}
            </Box>
          ))}
        </Grid>
      ) : null}
      <Row as="p" spread="between" align="center" tone="soft" className={css.other}>
        <button type="button" disabled={busy || rising} onClick={() => void give('NA')}>
          {t('entities.occurrence.do.na')}
        </button>
        <span>{t('today.or_swipe')}</span>
        {onLater ? (
          <button type="button" onClick={onLater}>
            {t('today.later')}
          </button>
        ) : null}
      </Row>
      {row.approved ? (
        <Text as="p" size={14} line={22} tone="soft" breaks>
          {t('answering.approval')}
        </Text>
      ) : null}
      <EarlierTimes row={row} others={others} onChoose={onChoose} />
      {asked ? (
        <Suspense>
          <AnswerDialog row={row} answer={asked} files={files} comment={note} given={given} onSend={send} onClose={() => setAsked(undefined)} />
        </Suspense>
      ) : null}
    </Grid>
  )
}

const buttons = { DONE: 'done', DONE_OK: 'ok', DONE_KO: 'ko', NOT_DONE: 'not_done', NA: 'na' } as const
