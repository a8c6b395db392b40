import { Camera, CircleCheck, Phone, Siren, X } from 'lucide-react'
import { useCallback, useEffect, useId, useRef, useState } from 'react'
import type { FormEvent } from 'react'
import type { addEntry, declareIncident } from '#areas/incidents/contract/incident-calls.ts'
import type { AnswerOf } from '#kit/contract/call.ts'
import { dayAfter } from '#kit/contract/day-after.ts'
import { levelName } from '#kit/contract/level.ts'
import { glyphs } from '#kit/web/glyphs.ts'
import { api, ApiError, failureText, isAway } from '#kit/web/api/client.ts'
import { useLevels } from '#kit/web/api/levels.ts'
import { renewed } from '#kit/web/api/queries.ts'
import { useSession } from '#kit/web/api/session.ts'
import { useUploads } from '#kit/web/api/use-uploads.ts'
import { pageOfEntity } from '#kit/web/entity-pages.ts'
import { dayOf, instantOf, isWallTime } from '#kit/web/i18n/format.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Select } from '#kit/web/kinds/lazy-controls.tsx'
import { useOptions } from '#kit/web/kinds/options.ts'
import { Link, useNavigate } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { Switch } from '#kit/web/ui/check.tsx'
import { focusWrong } from '#kit/web/ui/focus-wrong.ts'
import { Box, Row, Stack } from '#kit/web/ui/layout.tsx'
import { MomentInput } from '#kit/web/ui/moment-input.tsx'
import { LevelSign } from '#kit/web/ui/level.tsx'
import { namedOption } from '#kit/web/ui/option.ts'
import { toast } from '#kit/web/ui/toast.ts'
import { Text } from '#kit/web/ui/text.tsx'
import { DeclaredFiles } from './declared-files.tsx'
import { Choice } from './declare-choice.tsx'
import css from './declare.module.css'
import { emptyDraft, keep, readKept, waitingFor, type Change, type Draft, type Moment, type Waiting } from './declaration-draft.ts'
import { useIncidentFrame } from './use-timeline.ts'

type Done = AnswerOf<typeof declareIncident>['object']

const moments: readonly Moment[] = ['NOW', 'MORNING', 'YESTERDAY', 'OTHER']
/** While it waits, it is tried again so often. */
const pause = 20_000

/** When it was seen, as a moment; «this morning» is nine o’clock, or now before that. */
function seenAt({ moment, other }: Draft): string | null {
  if (moment === 'OTHER') return instantOf(other)
  if (moment === 'YESTERDAY') return instantOf(`${dayAfter(dayOf(), -1)}T12:00`)
  if (moment === 'NOW') return null
  const morning = instantOf(`${dayOf()}T09:00`)
  return Date.parse(morning) > Date.now() ? null : morning
}

const bodyOf = (draft: Draft): Waiting['body'] => ({
  what: draft.what.trim(),
  perimeter: draft.perimeter?.id ?? null,
  seen_at: seenAt(draft),
  ...(draft.severity !== null && { severity: draft.severity }),
  ongoing: draft.ongoing,
  personal_data: draft.personal,
  confidential: draft.confidential,
  ...(draft.files.length > 0 && { files: draft.files.map(({ id }) => id) }),
})

/** An incident declared in a minute, on a phone first: whom to call, what happens, and the little that helps. */
export function Page() {
  const kit = useWords('kit')
  const t = useWords('incidents')
  const { context } = useSession()
  const [draft, setDraft] = useState<Draft>(() => readKept(context).draft ?? emptyDraft)
  const [waiting, setWaiting] = useState<Waiting | undefined>(() => readKept(context).waiting)
  const [saved, setSaved] = useState(false)
  const [sending, setSending] = useState(false)
  const [done, setDone] = useState<Done>()
  const [wrong, setWrong] = useState<string>()
  const [wrongMoment, setWrongMoment] = useState<string>()
  const going = useRef(false)

  useEffect(() => {
    setSaved(keep(context, { draft: draft === emptyDraft ? undefined : draft, waiting }) && draft.what !== '')
  }, [context, draft, waiting])

  const send = useCallback(async (what: Waiting) => {
    if (going.current) return
    going.current = true
    setSending(true)
    try {
      const { object } = await api.post<AnswerOf<typeof declareIncident>>('/incident/declare', what.body, { key: what.key })
      setWaiting(undefined)
      setDraft(emptyDraft)
      setDone(object)
      await renewed()
    } catch (reason) {
      // What became of it is not known: it stays, under its key.
      if (!(reason instanceof ApiError) || !isAway(reason.status)) {
        if (reason instanceof ApiError && reason.status === 401) return
        setWaiting(undefined)
        setWrong(reason instanceof ApiError ? (Object.values(reason.errors).flat()[0] ?? reason.message) : failureText(reason))
      }
    } finally {
      going.current = false
      setSending(false)
    }
  }, [])
  useEffect(() => {
    if (!waiting) return
    const again = () => void send(waiting)
    again()
    addEventListener('online', again)
    const timer = setInterval(again, pause)
    return () => {
      removeEventListener('online', again)
      clearInterval(timer)
    }
  }, [waiting, send])

  if (done) return <Declared done={done} onAnother={() => setDone(undefined)} />
  if (waiting && !sending) return <Waits onTry={() => void send(waiting)} />
  return (
    <Form
      draft={draft}
      saved={saved}
      sending={sending || waiting !== undefined}
      wrong={wrong}
      wrongMoment={wrongMoment}
      onChange={(change) => {
        setWrong(undefined)
        setWrongMoment(undefined)
        setDraft((before) => ({ ...before, ...(typeof change === 'function' ? change(before) : change) }))
      }}
      onSend={() => {
        // From it the legal clocks run: a moment that is missing or cannot be read is asked for, and never taken as now.
        if (draft.moment === 'OTHER' && !isWallTime(draft.other)) {
          setWrongMoment(draft.other === '' ? t('declare.moment_needed') : kit('errors.invalid_date'))
          focusWrong(() => document)
        } else setWaiting(waitingFor(bodyOf(draft)))
      }}
    />
  )
}

interface FormProps {
  readonly draft: Draft
  readonly saved: boolean
  readonly sending: boolean
  readonly wrong: string | undefined
  readonly wrongMoment: string | undefined
  readonly onChange: (change: Change) => void
  readonly onSend: () => void
}

function Form({ draft, saved, sending, wrong, wrongMoment, onChange, onSend }: FormProps) {
  const t = useWords('incidents')
  const language = useLanguage()
  const navigate = useNavigate()
  const levels = useLevels('priority')
  const { data: frame } = useIncidentFrame()
  const [missing, setMissing] = useState(false)
  const [rising, setRising] = useState(false)
  const what = useRef<HTMLTextAreaElement>(null)
  const id = useId()
  const list = pageOfEntity('incident')?.path ?? '/home'
  const own = frame?.perimeter
  // One's own site stands there until another is chosen.
  useEffect(() => {
    if (own && draft.perimeter === null && draft.what === '') onChange({ perimeter: { id: own.id, name: own.name ?? '' } })
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- once, when it is known
  }, [own])
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (draft.what.trim() === '') {
      setMissing(true)
      what.current?.focus()
    } else onSend()
  }
  const error = missing && draft.what.trim() === '' ? t('declare.what_needed') : wrong
  return (
    <Stack as="form" full fill="surface" className={css.page} noValidate onSubmit={submit}>
      <Row as="header" align="center" gap={10} padY={10} padX={16} className={css.head}>
        <IconButton type="button" label={t('declare.leave')} onClick={() => void navigate({ to: path(list) })}>
          <X size={18} />
        </IconButton>
        <Text as="h2" grow size={16}>
          {t('declare.title')}
        </Text>
        <Row as="span" inline align="center" gap={4} size={12} tone="quiet" role="status">
          {saved ? (
            <>
              <CircleCheck size={13} aria-hidden /> {t('declare.draft')}
            </>
          ) : null}
        </Row>
      </Row>
      {frame?.emergency_phone || frame?.emergency_text ? (
        <Row align="center" gap={12} padY={8} padX={16} fill="bad" tone="bad" className={css.call}>
          <Text as="p" grow>
            <b>{t('declare.danger')}</b>
            {frame.emergency_text ?? t('declare.call_first')}
          </Text>
          {frame.emergency_phone ? (
            <Row
              as="a"
              inline
              align="center"
              gap={8}
              padX={16}
              corner={8}
              fill="surface"
              tone="bad"
              size={16}
              weight={600}
              href={`tel:${frame.emergency_phone.replaceAll(/[^+\d]/g, '')}`}
              aria-label={`${t('declare.call')} ${frame.emergency_phone}`}
            >
              <Phone size={15} aria-hidden /> {t('declare.call')}
            </Row>
          ) : null}
        </Row>
      ) : null}
      <Stack grow gap={8} padY={14} padX={16} className={css.fields}>
        <label htmlFor={`${id}what`}>{t('declare.what')}</label>
        <Box edge="strong" corner={8} fill="surface" className={css.what}>
          <textarea
            ref={what}
            id={`${id}what`}
            rows={3}
            maxLength={5000}
            required
            aria-invalid={error !== undefined}
            aria-describedby={error ? `${id}error` : undefined}
            value={draft.what}
            onChange={(event) => onChange({ what: event.target.value })}
          />
          <DeclaredFiles files={draft.files} onChange={onChange} onRising={setRising} />
        </Box>
        {error ? (
          <Text role="alert" id={`${id}error`} as="p" tone="bad">
            {error}
          </Text>
        ) : null}
        <Place draft={draft} onChange={onChange} />
        <Choice label={t('declare.when')}>
          {moments.map((moment) => (
            <label key={moment}>
              <input type="radio" name={`${id}when`} checked={draft.moment === moment} onChange={() => onChange({ moment })} />
              <span>{t(`declare.moments.${moment}`)}</span>
            </label>
          ))}
        </Choice>
        {draft.moment === 'OTHER' ? (
          <MomentInput
            size="lg"
            required
            label={t('declare.other_moment')}
            error={wrongMoment}
            value={draft.other}
            onChange={(value) => onChange({ other: value ?? '' })}
          />
        ) : null}
        <Choice label={t('declare.severity')} aside={t('declare.confirmed')}>
          {levels.map((level, at) => (
            <label key={level.value}>
              <input type="radio" name={`${id}severity`} checked={draft.severity === level.value} onChange={() => onChange({ severity: level.value })} />
              <span>
                <LevelSign at={at + 1} of={levels.length} />
                {levelName(level, language)}
              </span>
            </label>
          ))}
        </Choice>
        <Stack above={6} className={css.switches}>
          <Switch label={t('declare.ongoing')} checked={draft.ongoing} onChange={(event) => onChange({ ongoing: event.currentTarget.checked })} />
          <Switch label={t('declare.personal')} checked={draft.personal} onChange={(event) => onChange({ personal: event.currentTarget.checked })} />
          <Switch
            label={t('declare.confidential')}
            aria-description={t('declare.confidential_help')}
            checked={draft.confidential}
            onChange={(event) => onChange({ confidential: event.currentTarget.checked })}
          />
        </Stack>
      </Stack>
      <Box as="footer" edge="above" fill="surface" side="center" className={css.foot}>
        <Button type="submit" needsServer={false} variant="primary" size="lg" wide loading={sending || rising} icon={<Siren size={17} aria-hidden />}>
          {t('declare.send')}
        </Button>
        <Text as="p" above={6} size={12} tone="quiet">
          {t('declare.told_soon')}
        </Text>
      </Box>
    </Stack>
  )
}

/** Where, among the perimeters that the declarer may name. */
function Place({ draft, onChange }: Pick<FormProps, 'draft' | 'onChange'>) {
  const t = useWords('incidents')
  const [text, setText] = useState('')
  const { options, more, busy, failed } = useOptions('perimeter', text, true)
  const chosen = draft.perimeter
  const shown = chosen && !options.some((option) => option.id === chosen.id) ? [chosen, ...options] : options
  return (
    <div className={css.place}>
      <Select
        label={t('declare.where')}
        value={chosen ? String(chosen.id) : null}
        options={shown.map((option) => namedOption(option.id, option.name))}
        more={more}
        loading={busy}
        failed={failed}
        clearable
        onSearch={setText}
        onChange={(value) => onChange({ perimeter: shown.find((option) => String(option.id) === value) ?? null })}
      />
    </div>
  )
}

function Waits({ onTry }: { readonly onTry: () => void }) {
  const t = useWords('incidents')
  return (
    <Stack full fill="surface" className={css.page}>
      <Stack align="center" gap={12} side="center" className={css.after} role="status">
        <glyphs.offline size={32} aria-hidden />
        <h2>{t('declare.waits')}</h2>
        <p>{t('declare.waits_text')}</p>
        <Button size="lg" onClick={onTry}>
          {t('declare.try_now')}
        </Button>
      </Stack>
    </Stack>
  )
}

/** The number, who was told, and a photo while one stands before it. */
function Declared({ done, onAnother }: { readonly done: Done; readonly onAnother: () => void }) {
  const t = useWords('incidents')
  const heading = useRef<HTMLHeadingElement>(null)
  const camera = useRef<HTMLInputElement>(null)
  useEffect(() => heading.current?.focus(), [])
  const { add, uploads } = useUploads((file) => {
    api
      .call<typeof addEntry>('POST /incident/{id}/entries', { params: { id: done.id }, body: { kind: 'NOTE', text: file.name, files: [file.id] } })
      .then(() => toast.success(t('declare.photo_added')))
      .catch((reason: unknown) => toast.error(failureText(reason)))
  })
  const people = done.told.join(', ')
  const list = pageOfEntity('incident')?.path ?? '/home'
  return (
    <Stack full fill="surface" className={css.page}>
      <Stack align="center" gap={12} side="center" className={css.after}>
        <CircleCheck size={36} aria-hidden className={css.ok} />
        <h2 ref={heading} tabIndex={-1}>
          {t('declare.done', { identifier: done.identifier })}
        </h2>
        <p>
          {done.told.length === 0
            ? t('declare.nobody')
            : done.others > 0
              ? t('declare.told_more', { people, count: done.others })
              : t('declare.told', { people })}
        </p>
        <input
          ref={camera}
          type="file"
          accept="image/*"
          capture="environment"
          hidden
          onChange={(event) => {
            add([...(event.target.files ?? [])])
            event.target.value = ''
          }}
        />
        <Button
          size="lg"
          loading={uploads.some(({ failure }) => failure === undefined)}
          icon={<Camera size={17} aria-hidden />}
          onClick={() => camera.current?.click()}
        >
          {t('declare.photo')}
        </Button>
        {uploads.map(({ id, failure }) => (failure ? <p key={id}>{failure}</p> : null))}
        <Link to={path(list, { id: done.id })}>{t('declare.open')}</Link>
        <Button variant="link" onClick={onAnother}>
          {t('declare.another')}
        </Button>
      </Stack>
    </Stack>
  )
}
