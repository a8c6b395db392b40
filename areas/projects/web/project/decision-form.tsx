import { CircleCheck, Flag } from 'lucide-react'
import { useState } from 'react'
import type { DecisionDraft } from '#areas/projects/contract/draft-calls.ts'
import { glyphs } from '#kit/web/glyphs.ts'
import { ApiError, failureDetails } from '#kit/web/api/client.ts'
import { renewed } from '#kit/web/api/queries.ts'
import { dayOf, useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { confirm } from '#kit/web/ui/confirm.ts'
import { DateInput } from '#kit/web/ui/date-input.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useSubmit } from '#kit/web/ui/use-submit.ts'
import { useStepName, type Project } from '#areas/projects/web/presentation.tsx'
import { Grid, Row } from '#kit/web/ui/layout.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { decideAbout, discardDraft, keepDraft } from './project-api.ts'
import { Reservations, type NewReservation } from './reservations.tsx'
import css from './project.module.css'

const choices = ['go', 'reserved', 'nogo'] as const
type Choice = (typeof choices)[number]
const signs = { go: CircleCheck, reserved: Flag, nogo: glyphs.endedBadly }

/** What stands in the form. */
interface Form {
  readonly choice: Choice | undefined
  readonly reserved: readonly number[]
  readonly more: readonly NewReservation[]
  readonly comment: string
  readonly day: string | null
}

const begun = (row: Project, draft: DecisionDraft | null): Form => {
  const content = draft?.said
  if (!content) return { choice: undefined, reserved: row.reservations.map(({ id }) => id), more: [], comment: '', day: dayOf() }
  return {
    choice: content.decision === 'NOGO' ? 'nogo' : content.reserved ? 'reserved' : content.decision === 'GO' ? 'go' : undefined,
    reserved: content.reservations,
    more: content.new_reservations.map(({ name, target_date: day }, key) => ({ key, name, day })),
    comment: content.comment ?? '',
    day: content.date ?? dayOf(),
  }
}

interface DecisionFormProps {
  readonly row: Project
  /** How many things stand in the file that are not done. */
  readonly left: number
  readonly draft: DecisionDraft | null
  /** It can be recorded, and not only prepared. */
  readonly records: boolean
  readonly onDone: () => void
}

/** The decision as it is being prepared: kept as a draft for everybody who decides, then recorded. What somebody else keeps meanwhile is told, and taken over only when asked for. */
export function DecisionForm({ row, left, draft, records, onDone }: DecisionFormProps) {
  const t = useWords('projects')
  const format = useFormat()
  const nameOf = useStepName()
  const [form, setForm] = useState(() => begun(row, draft))
  const [seen, setSeen] = useState(draft?.version ?? 0)
  const [failure, setFailure] = useState<string>()
  const set = (changes: Partial<Form>) => setForm((before) => ({ ...before, ...changes }))
  const { choice, reserved, more, comment, day } = form
  const count = reserved.length + more.length
  const complete = choice !== undefined && day !== null && (choice !== 'reserved' || count > 0) && (choice !== 'nogo' || comment.trim() !== '')
  const actions = { reservations: [...reserved], new_reservations: more.map(({ name, day: until }) => ({ name, target_date: until })) }
  const attempt = async (send: () => Promise<string | undefined>, done?: () => void) => {
    setFailure(undefined)
    try {
      toast.success((await send()) ?? '')
      done?.()
    } catch (reason) {
      setFailure(reason instanceof ApiError && reason.status === 409 ? reason.message : failureDetails(reason))
    } finally {
      await renewed()
    }
  }
  const [submit, busy] = useSubmit(async () => {
    if (!complete || !records || !(await confirm({ title: t('decide.sure_title'), message: t('decide.sure'), confirm: t('decide.record') }))) return
    const send = () =>
      decideAbout(row, {
        decision: choice === 'nogo' ? 'NOGO' : 'GO',
        comment: comment.trim() || null,
        date: day ?? dayOf(),
        ...(choice === 'reserved' && actions),
        seen,
      })
    await attempt(send, onDone)
  })
  const [keep, keeping] = useSubmit(async () => {
    const outcome = { decision: choice === undefined ? null : choice === 'nogo' ? ('NOGO' as const) : ('GO' as const), reserved: choice === 'reserved' }
    await attempt(async () => {
      const { message, object } = await keepDraft(row, { ...outcome, comment: comment.trim() || null, date: day, ...actions, seen })
      setSeen(object.version)
      return message
    })
  })
  const [discard, discarding] = useSubmit(async () => {
    await attempt(
      () => discardDraft(row, seen),
      () => {
        setForm(begun(row, null))
        setSeen(0)
        onDone()
      },
    )
  })
  const other = draft !== null && draft.version !== seen
  return (
    <Grid
      as="form"
      gap={10}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {draft ? (
        <p className={other ? css.warning : css.soft} role="status">
          {t('decide.kept', { name: draft.author?.name ?? '', at: format.dateTime(draft.saved_at) })}{' '}
          {other ? (
            <Button
              size="sm"
              variant="link"
              onClick={() => {
                setForm(begun(row, draft))
                setSeen(draft.version)
              }}
            >
              {t('decide.take_over')}
            </Button>
          ) : null}
        </p>
      ) : null}
      {failure ? (
        <Text as="p" padY={8} padX={10} corner={8} fill="bad" tone="bad" role="alert">
          {failure}
        </Text>
      ) : null}
      <Grid as="fieldset" columns={3} gap={8} className={css.choices}>
        <Text as="legend" spoken>
          {t('decide.choice')}
        </Text>
        {choices.map((one) => {
          const Sign = signs[one]
          return (
            <Grid as="label" holds gap={2} edge="all" corner={8} key={one} data-choice={one} data-chosen={choice === one || undefined}>
              <input type="radio" name={`decision-${row.id}`} value={one} checked={choice === one} onChange={() => set({ choice: one })} />
              <Row as="b" inline gap={6} align="center">
                <Sign size={15} aria-hidden /> {t(`decide.${one}`)}
              </Row>
              <small>
                {one === 'reserved'
                  ? t('decide.reserved_text', { count: choice === 'reserved' ? count : 0 })
                  : one === 'go'
                    ? t('decide.go_text', { count: left })
                    : t('decide.nogo_text')}
              </small>
            </Grid>
          )
        })}
      </Grid>
      {choice === 'reserved' ? (
        <Reservations row={row} chosen={reserved} onChoose={(ids) => set({ reserved: ids })} more={more} onMore={(all) => set({ more: all })} />
      ) : null}
      <TextInput
        label={t('decide.comment')}
        value={comment}
        maxLength={2000}
        required={choice === 'nogo'}
        onChange={(event) => set({ comment: event.currentTarget.value })}
      />
      <DateInput
        label={t('decide.date')}
        value={day}
        onChange={(value) => set({ day: value })}
        max={dayOf()}
        required
        {...(row.left_test && { min: row.left_test })}
      />
      <Row gap={8} align="center" spread="between" wrap>
        <span className={css.soft}>
          {records ? t(choice === 'nogo' ? 'decide.stays' : 'decide.opens', { step: nameOf(row, 'PRODUCTION') }) : t('decide.later')}
        </span>
        <Row as="span" wrap gap={8} align="center" className={css.buttons}>
          {draft ? (
            <Button variant="subtle" loading={discarding} onClick={discard}>
              {t('decide.discard')}
            </Button>
          ) : null}
          <Button loading={keeping} onClick={keep}>
            {t('decide.keep')}
          </Button>
          {records ? (
            <Button type="submit" variant="primary" disabled={!complete} loading={busy}>
              {t('decide.record')}
            </Button>
          ) : null}
        </Row>
      </Row>
    </Grid>
  )
}
