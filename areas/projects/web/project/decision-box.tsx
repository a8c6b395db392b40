import { CircleCheck, CircleX, Flag, Plus, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { orderOf } from '#areas/projects/contract/steps.ts'
import { remediation } from '#areas/actions/contract/remediation.ts'
import { failureDetails } from '#kit/web/api/client.ts'
import { renewed } from '#kit/web/api/queries.ts'
import { dayOf, useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useRows } from '#areas/projects/web/use-rows.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { Checkbox } from '#kit/web/ui/check.tsx'
import { confirm } from '#kit/web/ui/confirm.ts'
import { DateInput } from '#kit/web/ui/date-input.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { looks } from '#kit/web/ui/status-looks.ts'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { useSubmit } from '#kit/web/ui/use-submit.ts'
import { DecisionBadge, useStepName, type Project } from '#areas/projects/web/presentation.tsx'
import { decideAbout, useProjectDecisions } from './project-api.ts'
import { FileBox } from './file-box.tsx'
import css from './project.module.css'

/** Whether the project may go live: recorded at step 6 by a pilot, with the file beside it that is kept (PRJ-14). */
export function DecisionBox({ row }: { readonly row: Project }) {
  const t = useWords('projects')
  const { data } = useProjectDecisions(row)
  const [again, setAgain] = useState(false)
  const due = orderOf(row.dev_step ?? 'IDENTIFICATION') >= orderOf('DECISION')
  const asks = row.decide_right && (row.decision === null || again)
  return (
    <section className={css.decision} aria-label={t('decide.title')}>
      <div className={css.decide}>
        <header>
          <h2>{t('decide.title')}</h2>
          {row.decision ? (
            <DecisionBadge row={row} />
          ) : due && row.status === 'ONGOING' ? (
            <StatusBadge {...looks.paused}>{t('decide.to_record')}</StatusBadge>
          ) : null}
          <em>{t('decide.by_pilot')}</em>
        </header>
        {asks ? (
          <DecisionForm key={row.version} row={row} onDone={() => setAgain(false)} />
        ) : (
          <Recorded row={row} own={data?.objects[0]?.own === true} onAgain={() => setAgain(true)} />
        )}
      </div>
      <FileBox row={row} decisions={data} preview={asks} />
    </section>
  )
}

function Recorded({ row, own, onAgain }: { readonly row: Project; readonly own: boolean; readonly onAgain: () => void }) {
  const t = useWords('projects')
  const format = useFormat()
  if (!row.decision)
    return <p className={css.soft}>{t(orderOf(row.dev_step ?? 'IDENTIFICATION') < orderOf('DECISION') ? 'decide.later' : 'decide.none_yet')}</p>
  return (
    <>
      <p>{t('decide.recorded', { date: format.date(row.decision_date), name: row.decision_author?.name ?? '' })}</p>
      {own ? <p className={css.soft}>{t('decide.own')}</p> : null}
      {row.decision_comment ? <blockquote>{row.decision_comment}</blockquote> : null}
      {row.decision === 'NOGO' ? (
        <p className={css.bad}>
          {row.dev_step === 'PRODUCTION' ? `${t('page.live_nogo')}. ` : ''}
          {t(row.exempted ? 'page.under_exemption' : 'page.without_exemption')}.
        </p>
      ) : null}
      {row.reservations.length > 0 ? (
        <>
          <h3>{t('decide.reservations')}</h3>
          <ul className={css.lines}>
            {row.reservations.map(({ id, identifier, name }) => (
              <li key={id}>
                <code>{identifier}</code> {name}
              </li>
            ))}
          </ul>
        </>
      ) : null}
      {row.decide_right ? (
        <div className={css.foot}>
          <Button size="sm" onClick={onAgain}>
            {t('decide.change')}
          </Button>
        </div>
      ) : null}
    </>
  )
}

const choices = ['go', 'reserved', 'nogo'] as const
type Choice = (typeof choices)[number]
const signs = { go: CircleCheck, reserved: Flag, nogo: CircleX }

interface NewReservation {
  readonly key: number
  readonly name: string
  readonly day: string
}

function DecisionForm({ row, onDone }: { readonly row: Project; readonly onDone: () => void }) {
  const t = useWords('projects')
  const nameOf = useStepName()
  const [choice, setChoice] = useState<Choice>()
  const [reserved, setReserved] = useState<readonly number[]>(row.reservations.map(({ id }) => id))
  const [more, setMore] = useState<readonly NewReservation[]>([])
  const [comment, setComment] = useState('')
  const [day, setDay] = useState<string | null>(dayOf())
  const [failure, setFailure] = useState<string>()
  const count = reserved.length + more.length
  const complete = choice !== undefined && day !== null && (choice !== 'reserved' || count > 0) && (choice !== 'nogo' || comment.trim() !== '')
  const [submit, busy] = useSubmit(async () => {
    if (!complete || !(await confirm({ title: t('decide.sure_title'), message: t('decide.sure') }))) return
    setFailure(undefined)
    try {
      const message = await decideAbout(row, {
        decision: choice === 'nogo' ? 'NOGO' : 'GO',
        comment: comment.trim() || null,
        date: day ?? dayOf(),
        ...(choice === 'reserved' && { reservations: [...reserved], new_reservations: more.map(({ name, day: until }) => ({ name, target_date: until })) }),
      })
      toast.success(message ?? '')
      onDone()
    } catch (reason) {
      setFailure(failureDetails(reason))
    } finally {
      await renewed()
    }
  })
  return (
    <form
      className={css.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        submit()
      }}
    >
      {failure ? (
        <p className={css.failure} role="alert">
          {failure}
        </p>
      ) : null}
      <fieldset className={css.choices}>
        <legend>{t('decide.choice')}</legend>
        {choices.map((one) => {
          const Sign = signs[one]
          return (
            <label key={one} data-choice={one} data-chosen={choice === one || undefined}>
              <input type="radio" name={`decision-${row.id}`} value={one} checked={choice === one} onChange={() => setChoice(one)} />
              <b>
                <Sign size={15} aria-hidden /> {t(`decide.${one}`)}
              </b>
              <small>{one === 'reserved' ? t('decide.reserved_text', { count: choice === 'reserved' ? count : 0 }) : t(`decide.${one}_text`)}</small>
            </label>
          )
        })}
      </fieldset>
      {choice === 'reserved' ? <Reservations row={row} chosen={reserved} onChoose={setReserved} more={more} onMore={setMore} /> : null}
      <TextInput
        label={t('decide.comment')}
        value={comment}
        maxLength={2000}
        required={choice === 'nogo'}
        onChange={(event) => setComment(event.currentTarget.value)}
      />
      <DateInput label={t('decide.date')} value={day} onChange={setDay} max={dayOf()} required {...(row.left_test && { min: row.left_test })} />
      <div className={css.foot}>
        <span className={css.soft}>{t(choice === 'nogo' ? 'decide.stays' : 'decide.opens', { step: nameOf(row, 'PRODUCTION') })}</span>
        <Button type="submit" variant="primary" disabled={!complete} loading={busy}>
          {t('decide.record')}
        </Button>
      </div>
    </form>
  )
}

interface ReservationsProps {
  readonly row: Project
  readonly chosen: readonly number[]
  readonly onChoose: (ids: readonly number[]) => void
  readonly more: readonly NewReservation[]
  readonly onMore: (more: readonly NewReservation[]) => void
}

/** Dated actions of the project that are open, and new ones. */
function Reservations({ row, chosen, onChoose, more, onMore }: ReservationsProps) {
  const t = useWords('projects')
  const format = useFormat()
  const [name, setName] = useState('')
  const [day, setDay] = useState<string | null>(null)
  const { data } = useRows(
    remediation,
    [
      { name: 'project', selected_options: [row.id] },
      { name: 'closed', selected_options: [false] },
    ],
    'target_date',
  )
  const dated = (data?.objects ?? []).filter(({ target_date: due }) => due !== null)
  const add = () => {
    if (name.trim() === '' || day === null) return
    onMore([...more, { key: (more.at(-1)?.key ?? 0) + 1, name: name.trim(), day }])
    setName('')
    setDay(null)
  }
  return (
    <fieldset className={css.reservations}>
      <legend>
        {t('decide.reservations')} <em>{t('decide.must_be_dated')}</em>
      </legend>
      {dated.length === 0 && more.length === 0 ? <p className={css.soft}>{t('decide.no_actions')}</p> : null}
      {dated.map(({ id, identifier, name: called, target_date: due }) => (
        <div key={id} className={css.reservation}>
          <Checkbox
            label={`${identifier ?? ''} ${called ?? ''}`}
            checked={chosen.includes(id)}
            onChange={(event) => onChoose(event.currentTarget.checked ? [...chosen, id] : chosen.filter((one) => one !== id))}
          />
          <time>{format.date(due)}</time>
        </div>
      ))}
      {more.map((one) => (
        <div key={one.key} className={css.reservation}>
          <span>{one.name}</span>
          <time>{format.date(one.day)}</time>
          <IconButton size="sm" label={t('decide.remove', { name: one.name })} onClick={() => onMore(more.filter(({ key }) => key !== one.key))}>
            <Trash2 size={14} aria-hidden />
          </IconButton>
        </div>
      ))}
      <div className={css.newReservation}>
        <TextInput label={t('decide.new_name')} value={name} maxLength={500} onChange={(event) => setName(event.currentTarget.value)} />
        <DateInput label={t('decide.new_date')} value={day} onChange={setDay} min={dayOf()} clearable />
        <Button icon={<Plus size={14} aria-hidden />} disabled={name.trim() === '' || day === null} onClick={add}>
          {t('decide.add')}
        </Button>
      </div>
    </fieldset>
  )
}
