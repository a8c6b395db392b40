import { Check, ChevronDown, ChevronUp, CircleCheck, CornerDownLeft, Paperclip, Upload, UserRoundCheck, X } from 'lucide-react'
import { useRef, type RefObject } from 'react'
import { answersOf, isDone, isExplained, occurrence, type OccurrenceAnswer } from '#areas/runbooks/contract/occurrence.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import type { Upload as Sending } from '#kit/web/api/use-uploads.ts'
import { Avatar } from '#kit/web/ui/avatar.tsx'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { Switch } from '#kit/web/ui/check.tsx'
import { DateInput } from '#kit/web/ui/date-input.tsx'
import { documentTypes } from '#kit/web/ui/file-drop.tsx'
import { Kbd } from '#kit/web/ui/kbd.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { AnswerIcon } from '#areas/runbooks/web/answer-icon.tsx'
import { LateMark } from '#areas/runbooks/web/late-mark.tsx'
import type { Occurrence } from '#areas/runbooks/web/occurrence-api.ts'
import { statusLooks } from '#areas/runbooks/web/presentation.tsx'
import { ValueFields, ValuesRead } from '#areas/runbooks/web/value-fields.tsx'
import { messagesOfOtherFields, wrongValues } from '#areas/runbooks/web/values.ts'
import { Text } from '#kit/web/ui/text.tsx'
import { Grid, Row, Stack } from '#kit/web/ui/layout.tsx'
import { entryLetters, type Draft } from './entry-model.ts'
import css from './dock.module.css'
import type { Entry } from './use-entry.ts'

export interface DockFields {
  readonly comment: RefObject<HTMLTextAreaElement | null>
  readonly day: RefObject<HTMLDivElement | null>
  readonly file: RefObject<HTMLInputElement | null>
  readonly opens: RefObject<HTMLDivElement | null>
  readonly values: RefObject<HTMLDivElement | null>
}
export const useDockFields = (): DockFields => ({ comment: useRef(null), day: useRef(null), file: useRef(null), opens: useRef(null), values: useRef(null) })

interface DockProps {
  readonly row: Occurrence
  readonly entry: Entry
  readonly draft: Draft
  readonly several: number
  readonly today: string
  readonly fields: DockFields
  readonly uploads: readonly Sending[]
  readonly onFiles: (files: readonly File[]) => void
  readonly onAnswer: (answer: OccurrenceAnswer) => void
  readonly onSave: () => void
  readonly onStep: (by: 1 | -1) => void
}

/** The chosen time in full: what is looked at, what is answered, and what shows it. */
export function EntryDock(props: DockProps) {
  const { row, entry, draft, several, today, fields, onAnswer, onSave, onStep } = props
  const t = useWords('runbooks')
  const format = useFormat()
  const open = entry.waits(row.id)
  const place = entry.order.indexOf(row.id)
  const kinds = answersOf(row.kind)
  const letters = entryLetters[useLanguage()]
  const refused = entry.wrong.get(row.id)
  const { errors = {} } = refused ?? {}
  return (
    <Stack as="aside" narrows shortens className={css.dock} role="region" aria-label={t('entry.dock')}>
      <header>
        <p>
          <span>
            {[row.kind ? t(`entities.occurrence.choices.kind.${row.kind}`) : '', row.periodicity ? t(`entry.rhythms.${row.periodicity}`) : '']
              .filter(Boolean)
              .join(' · ')}
          </span>
          {place >= 0 ? <span>{t('today.of', { done: format.number(place + 1), total: format.number(entry.order.length) })}</span> : null}
          <IconButton size="sm" label={t('entry.before')} onClick={() => onStep(-1)}>
            <ChevronUp size={14} />
          </IconButton>
          <IconButton size="sm" label={t('entry.skip')} onClick={() => onStep(1)}>
            <ChevronDown size={14} />
          </IconButton>
        </p>
        <h2>{row.name}</h2>
        <p>
          {row.late ? <LateMark due={row.due_date} today={today} /> : row.status ? <Status row={row} /> : null}
          <span>{t('answering.period', { from: format.date(row.period_start), to: format.date(row.due_date) })}</span>
        </p>
        {several > 1 ? (
          <Text as="p" padY={4} padX={8} corner={6} fill="accent">
            {t('entry.several', { count: several })}
          </Text>
        ) : null}
      </header>
      <Grid grow gap={14} shortens padY={12} padX={16} overflow="scrolled" className={css.body}>
        {row.instructions ? (
          <section>
            <h3>{t('entities.occurrence.fields.instructions')}</h3>
            <p>{row.instructions}</p>
          </section>
        ) : null}
        {row.status === 'REJECTED' && row.status_reason ? (
          <Text as="p" padY={8} padX={10} corner={6} fill="bad" tone="bad" className={css.wrong}>
            {row.status_reason}
          </Text>
        ) : null}
        {open ? (
          <>
            <Row role="radiogroup" aria-label={t('answering.how')} wrap gap={6} className={css.answers}>
              {kinds.map((answer) => (
                <Row
                  padX={5}
                  as="button"
                  inline
                  align="center"
                  gap={5}
                  edge="strong"
                  corner={6}
                  fill="surface"
                  tone="plain"
                  oneLine
                  key={answer}
                  type="button"
                  role="radio"
                  tabIndex={answer === (draft.answer ?? kinds[0]) ? 0 : -1}
                  aria-checked={draft.answer === answer}
                  data-answer={answer}
                  onClick={() => onAnswer(answer)}
                >
                  <AnswerIcon answer={answer} /> <span>{t(`entry.answers.${answer}`)}</span> <Kbd>{letters[answer]}</Kbd>
                </Row>
              ))}
            </Row>
            {row.kind ? (
              <Row as="p" align="center" gap={6} tone="soft" className={css.hint}>
                {t(`entry.other_kind.${row.kind}`)}
              </Row>
            ) : null}
            <Wrong said={refused && (Object.keys(errors).length > 0 ? messagesOfOtherFields(errors) : [refused.text])} />
            <Comment {...props} />
            {draft.answer === 'DONE_KO' && (row.opens_gaps || row.opens_actions) ? (
              <Grid ref={fields.opens} gap={8}>
                {row.opens_gaps ? (
                  <Switch
                    label={t('answering.open_gap')}
                    checked={draft.opens.gap}
                    onChange={(event) => entry.write(row.id, { opens: { ...draft.opens, gap: event.target.checked } })}
                  />
                ) : null}
                {row.opens_actions ? (
                  <Switch
                    label={t('answering.open_action')}
                    checked={draft.opens.action}
                    onChange={(event) => entry.write(row.id, { opens: { ...draft.opens, action: event.target.checked } })}
                  />
                ) : null}
              </Grid>
            ) : null}
            {row.proof === 'NONE' ? null : <Proof {...props} />}
            <ValueFields
              row={row}
              given={draft.given}
              onGive={(given) => entry.write(row.id, { given })}
              errors={wrongValues(draft.given, errors)}
              fields={fields.values}
              letter={letters.values}
            />
          </>
        ) : (
          <section>
            {row.comment ? <p>{row.comment}</p> : null}
            {row.answered_by ? (
              <Row as="p" align="center" gap={6} tone="soft" className={css.hint}>
                {t('entry.answered', { who: row.answered_by.name ?? '', day: format.date(row.answered_at) })}
              </Row>
            ) : null}
            <ValuesRead row={row} />
          </section>
        )}
        <LastTimes row={row} entry={entry} />
      </Grid>
      <footer>
        {open && row.approved ? (
          <Row as="p" align="center" gap={6} tone="soft" className={css.hint}>
            <UserRoundCheck size={14} aria-hidden /> {row.approver ? t('entry.approver', { who: row.approver.name ?? '' }) : t('answering.approval')}
          </Row>
        ) : null}
        <div>
          <Button onClick={() => onStep(1)}>{t('entry.skip')}</Button>
          <Button variant="primary" disabled={!open || draft.answer === undefined} onClick={onSave} icon={<CornerDownLeft size={14} aria-hidden />}>
            {t('entry.save_next')}
          </Button>
        </div>
      </footer>
    </Stack>
  )
}

function Status({ row: { status } }: { readonly row: Occurrence }) {
  const t = useWords('runbooks')
  return status ? <StatusBadge {...statusLooks[status]}>{t(`entities.occurrence.choices.status.${status}`)}</StatusBadge> : null
}

/** What is wrong with what stands above it. */
function Wrong({ id, said: messages = [] }: { readonly id?: string; readonly said?: readonly string[] | undefined }) {
  return messages.length > 0 ? (
    <Text id={id} role="alert" as="p" padY={8} padX={10} corner={6} fill="bad" tone="bad" className={css.wrong}>
      {messages.join('. ')}
    </Text>
  ) : null
}

function Comment({ row, entry, draft, today, fields }: DockProps) {
  const t = useWords('runbooks')
  const errors = entry.wrong.get(row.id)?.errors ?? {}
  const needed = isExplained(draft.answer)
  const letters = entryLetters[useLanguage()]
  return (
    <section>
      <h3>
        <label htmlFor="entry-comment">{needed ? t('answering.comment_needed') : t('answering.comment')}</label> <Kbd>{letters.comment}</Kbd>
      </h3>
      <textarea
        id="entry-comment"
        ref={fields.comment}
        rows={3}
        maxLength={occurrence.fields.comment.options.max}
        aria-required={needed}
        aria-invalid={errors.comment ? true : undefined}
        aria-describedby={errors.comment ? 'entry-comment-wrong' : undefined}
        value={draft.comment}
        onChange={(event) => entry.write(row.id, { comment: event.target.value })}
      />
      <Wrong id="entry-comment-wrong" said={errors.comment} />
      {draft.answer === undefined || isDone(draft.answer) ? (
        <Row ref={fields.day} align="center" spread="between" gap={8} above={8} tone="soft">
          <span>
            {t('answering.done_on')} <Kbd>{letters.day}</Kbd>
          </span>
          <DateInput
            aria-label={t('answering.done_on')}
            value={draft.day}
            min={row.period_start ?? today}
            max={today}
            error={errors.done_date?.join('. ')}
            onChange={(day) => entry.write(row.id, { day })}
          />
        </Row>
      ) : null}
    </section>
  )
}

function Proof({ row, entry, draft, fields, uploads, onFiles }: DockProps) {
  const t = useWords('runbooks')
  const format = useFormat()
  const letters = entryLetters[useLanguage()]
  const shown = draft.files.length + row.evidences.length
  return (
    <section>
      <h3>
        {t('answering.proof')} <Kbd>{letters.proof}</Kbd>
        {row.proof === 'REQUIRED' ? (
          <Row as="span" inline align="center" gap={4} tone="bad" className={css.proof} data-there={shown > 0 || undefined}>
            <CircleCheck size={13} aria-hidden /> {t(shown > 0 ? 'answering.proof_there' : 'answering.proof_needed')}
          </Row>
        ) : null}
      </h3>
      <Wrong said={entry.wrong.get(row.id)?.errors.evidences} />
      <Grid as="ul" gap={4} className={css.files}>
        {draft.files.map((file) => (
          <Row as="li" align="center" gap={8} key={file.id}>
            <Paperclip size={14} aria-hidden /> <span>{file.name}</span>{' '}
            <Text as="small" tone="soft">
              {format.size(file.size)}
            </Text>
            <IconButton
              size="sm"
              label={`${t('today.retake')} ${file.name}`}
              onClick={() => entry.write(row.id, { files: draft.files.filter(({ id }) => id !== file.id) })}
            >
              <X size={14} />
            </IconButton>
          </Row>
        ))}
        {uploads.map(({ id, name, failure, cancel }) => (
          <Row as="li" align="center" gap={8} key={`u${id}`} data-bad={failure !== undefined || undefined}>
            <span>{failure ?? name}</span>
            <IconButton size="sm" label={`${t('today.retake')} ${name}`} onClick={cancel}>
              <X size={14} />
            </IconButton>
          </Row>
        ))}
      </Grid>
      <Row
        as="label"
        holds
        align="center"
        spread="middle"
        gap={8}
        corner={6}
        tone="soft"
        className={css.drop}
        onDragOver={(event) => event.preventDefault()}
        onDrop={(event) => (event.preventDefault(), onFiles([...event.dataTransfer.files]))}
      >
        <Upload size={14} aria-hidden /> {t('entry.drop')}
        <input
          ref={fields.file}
          type="file"
          multiple
          accept={`${documentTypes},image/*`}
          onChange={(event) => {
            onFiles([...(event.currentTarget.files ?? [])])
            event.currentTarget.value = ''
          }}
        />
      </Row>
    </section>
  )
}

/** What was answered the last times, the latest first. */
function LastTimes({ row, entry }: { readonly row: Occurrence; readonly entry: Entry }) {
  const t = useWords('runbooks')
  const format = useFormat()
  const line = entry.books.flatMap(({ lines }) => lines).find(({ cells }) => cells.some(({ id }) => id === row.id))
  const before = (line?.cells ?? []).filter(
    ({ period_start: start, closed, status }) => (start ?? '') < (row.period_start ?? '') && (closed || status === 'REJECTED'),
  )
  if (before.length === 0) return null
  return (
    <section>
      <h3>{t('answering.last_times')}</h3>
      <Grid as="ul" gap={4} className={css.last}>
        {before
          .slice(-3)
          .toReversed()
          .map((one) => (
            <Row as="li" align="center" gap={8} key={one.id}>
              <Text as="small" tone="soft">
                {format.date(one.due_date)}
              </Text>
              <Status row={one} />
              <span>{one.comment ?? one.status_reason ?? ''}</span>
              {one.answered_by ? <Avatar name={one.answered_by.name ?? ''} size={18} /> : <Check size={14} aria-hidden />}
            </Row>
          ))}
      </Grid>
    </section>
  )
}
