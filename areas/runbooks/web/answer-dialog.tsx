import { useId, useState, type FormEvent } from 'react'
import { answersOf, isDone, isExplained, occurrence, type OccurrenceAnswer } from '#areas/runbooks/contract/occurrence.ts'
import type { FileReference } from '#kit/contract/field.ts'
import { dayOf, useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { AttachedFiles } from '#kit/web/kinds/attached-files.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Switch } from '#kit/web/ui/check.tsx'
import { DateInput } from '#kit/web/ui/date-input.tsx'
import { focusWrong } from '#kit/web/ui/focus-wrong.ts'
import { Grid, Row } from '#kit/web/ui/layout.tsx'
import { CancelButton, Modal } from '#kit/web/ui/modal.tsx'
import { TextArea } from '#kit/web/ui/text-input.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { useSaving } from '#kit/web/ui/use-saving.ts'
import { AnswerIcon } from './answer-icon.tsx'
import { useAnswered } from './answered.ts'
import { sendAnswer, type Occurrence, type OccurrenceValues } from './occurrence-api.ts'
import css from './runbooks.module.css'
import { UsualFindings } from './usual-findings.tsx'
import { ValueFields } from './value-fields.tsx'
import { nothingGiven, messagesOfOtherFields, wrongValues, type Given } from './values.ts'

interface AnswerDialogProps {
  readonly row: Occurrence
  /** Chosen already, on the card. */
  readonly answer?: OccurrenceAnswer
  readonly files?: readonly FileReference[]
  /** Written already, on the card. */
  readonly comment?: string | undefined
  /** Values typed already, on the card. */
  readonly given?: Given
  /** In place of sending it at once; throws what is refused. */
  readonly onSend?: (values: OccurrenceValues) => Promise<void>
  readonly onClose: () => void
}

/** Answers one occurrence: what came of it, when, what was found, and what shows it. */
export function AnswerDialog({ row, answer: first, files: sent = [], comment: written, given: begun = nothingGiven, onSend, onClose }: AnswerDialogProps) {
  const t = useWords('runbooks')
  const kit = useWords('kit')
  const format = useFormat()
  const id = useId()
  const answered = useAnswered()
  const [answer, setAnswer] = useState<OccurrenceAnswer | undefined>(first)
  const [day, setDay] = useState<string | null>(dayOf())
  const [comment, setComment] = useState(written ?? row.comment ?? '')
  const [files, setFiles] = useState(sent)
  const [given, setGiven] = useState(begun)
  const [gap, setGap] = useState(false)
  const [action, setAction] = useState(false)
  const { errors, errorOf, form, busy, save } = useSaving()
  const submit = async () => {
    if (!answer) return
    if (given.wrong) return focusWrong(() => form.current)
    const taken = await save(async () => {
      const values: OccurrenceValues = {
        answer,
        comment: comment.trim() || null,
        ...(isDone(answer) && day !== null && { done_date: day }),
        ...(files.length > 0 && { files: files.map(({ id }) => id) }),
        ...(given.values.length > 0 && { values: given.values }),
        ...(gap && answer === 'DONE_KO' && { open_gap: true }),
        ...(action && answer === 'DONE_KO' && { open_action: true }),
      }
      if (onSend) await onSend(values)
      else {
        await sendAnswer(row, values)
        answered(row, answer)
      }
      return null
    })
    if (taken) onClose()
  }
  const required = row.proof === 'REQUIRED' && answer !== undefined && isDone(answer)
  const other = messagesOfOtherFields(errors)
  return (
    <Modal
      title={row.name ?? t('answering.answer')}
      size="sm"
      sheet="bottom"
      onClose={onClose}
      footer={
        <>
          <CancelButton />
          <Button type="submit" needsServer={false} form={id} variant="primary" disabled={!answer} loading={busy}>
            {kit('actions.save')}
          </Button>
        </>
      }
    >
      <Grid
        id={id}
        ref={form}
        as="form"
        gap={14}
        noValidate
        onSubmit={(event: FormEvent) => {
          event.preventDefault()
          void submit()
        }}
      >
        <Grid as="p" gap={4} tone="soft">
          {t('answering.period', { from: format.date(row.period_start), to: format.date(row.due_date) })}
          {row.instructions ? <span>{row.instructions}</span> : null}
        </Grid>
        <Answers kind={row.kind} answer={answer} isGiven={first !== undefined} onAnswer={setAnswer} />
        {other.length > 0 ? (
          <Text role="alert" as="p" padY={8} padX={10} corner={6} fill="bad" tone="bad">
            {other.join('. ')}
          </Text>
        ) : null}
        {answer === undefined || isDone(answer) ? (
          <DateInput label={t('answering.done_on')} value={day} onChange={setDay} error={errorOf('done_date')} />
        ) : null}
        {answer === 'DONE_KO' ? <UsualFindings row={row} chosen={comment} onChoose={setComment} /> : null}
        <TextArea
          label={isExplained(answer) ? t('answering.comment_needed') : t('answering.comment')}
          required={isExplained(answer)}
          maxLength={occurrence.fields.comment.options.max}
          value={comment}
          error={errorOf('comment')}
          onChange={(event) => setComment(event.target.value)}
          {...(first !== undefined ? { 'data-autofocus': true } : {})}
        />
        <ValueFields row={row} given={given} onGive={setGiven} errors={wrongValues(given, errors)} />
        {row.proof === 'NONE' ? null : (
          <AttachedFiles
            label={t('answering.proof')}
            required={required}
            error={errorOf('evidences')}
            files={files}
            max={5}
            onEdit={(edit) => setFiles((before) => edit(before))}
          />
        )}
        {answer === 'DONE_KO' && row.opens_gaps && row.gap === null ? (
          <Switch label={t('answering.open_gap')} checked={gap} onChange={(event) => setGap(event.target.checked)} />
        ) : null}
        {answer === 'DONE_KO' && row.opens_actions && row.remediation === null ? (
          <Switch label={t('answering.open_action')} checked={action} onChange={(event) => setAction(event.target.checked)} />
        ) : null}
        {row.approved ? (
          <Text as="p" padY={8} padX={12} corner={6} fill="active" tone="soft">
            {t('answering.approval')}
          </Text>
        ) : null}
      </Grid>
    </Modal>
  )
}

interface AnswersProps {
  readonly kind: Occurrence['kind']
  readonly answer: OccurrenceAnswer | undefined
  /** Was chosen before this was opened: shown as it is, until it is to be another one. */
  readonly isGiven: boolean
  readonly onAnswer: (answer: OccurrenceAnswer) => void
}

function Answers({ kind, answer, isGiven, onAnswer }: AnswersProps) {
  const t = useWords('runbooks')
  const [changing, setChanging] = useState(!isGiven)
  if (!changing && answer !== undefined)
    return (
      <Row as="p" align="center" gap={8} size={16} className={css.given} data-answer={answer}>
        <AnswerIcon answer={answer} />
        <b>{t(`entities.occurrence.choices.answer.${answer}`)}</b>
        <Button variant="link" onClick={() => setChanging(true)}>
          {t('today.change')}
        </Button>
      </Row>
    )
  return (
    <Row as="fieldset" wrap gap={8} className={css.answers}>
      <legend>{t('answering.how')}</legend>
      {answersOf(kind).map((one, at) => (
        <Row as="label" inline align="center" gap={6} padX={12} edge="strong" corner={6} key={one} data-answer={one}>
          <input
            type="radio"
            name="answer"
            value={one}
            checked={answer === one}
            onChange={() => onAnswer(one)}
            {...(answer === undefined && at === 0 ? { 'data-autofocus': true } : {})}
          />
          <AnswerIcon answer={one} />
          {t(`entities.occurrence.choices.answer.${one}`)}
        </Row>
      ))}
    </Row>
  )
}
