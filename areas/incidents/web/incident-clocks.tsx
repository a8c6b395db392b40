import { useLocation } from '@tanstack/react-router'
import { Paperclip, Send } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { Clock, ClockState } from '#areas/incidents/contract/clock.ts'
import type { ShownClock } from '#areas/incidents/contract/incident-calls.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { renewed } from '#kit/web/api/queries.ts'
import { saveRow } from '#kit/web/api/save-row.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Grid, Row } from '#kit/web/ui/layout.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import type { StatusLook } from '#kit/web/ui/status-looks.ts'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { Text } from '#kit/web/ui/text.tsx'
import type { Incident } from './incident-row.ts'
import { useDurations, useMoments, useNow } from './incident-time.ts'
import css from './incident.module.css'
import { useTimeline } from './use-timeline.ts'

const SendingDialog = lazy(async () => ({ default: (await import('./sending-dialog.tsx')).SendingDialog }))
const PrepareDialog = lazy(async () => ({ default: (await import('./prepare-dialog.tsx')).PrepareDialog }))

const lookOfState: Readonly<Record<ClockState, StatusLook>> = {
  LATER: { tone: 'neutral', glyph: 'dashed' },
  DUE: { tone: 'warning', glyph: 'soon' },
  LATE: { tone: 'bad', glyph: 'late' },
  SENT: { tone: 'success', glyph: 'check' },
}

interface Asked {
  readonly what: 'record' | 'prepare'
  readonly clock: ShownClock
}

/** The clocks that run, in the same columns: name, what it asks, time left, when, and what there is to do; as long as nobody said what it is, one line asks. */
export function IncidentClocks({ row }: { readonly row: Incident }) {
  const t = useWords('incidents')
  const { data } = useTimeline(row.id)
  const [asked, setAsked] = useState<Asked>()
  const none = row.close_reason === 'FALSE_POSITIVE' || row.close_reason === 'DUPLICATE'
  const clocks = data?.clocks ?? []
  const runs = row.significant === 'YES' || row.personal_data === 'YES'
  const asks = row.edit_right && row.status !== 'CLOSED' && !none
  return (
    <>
      {clocks.length > 0 ? (
        <Grid as="ul" edge="all" corner={8} fill="subtle" overflow="clipped" className={css.clocks} aria-label={t('clock.label')}>
          {clocks.map((clock) => (
            <OneClock key={clock.clock} clock={clock} mayRecord={data?.add_right ?? false} onAsk={(what) => setAsked({ what, clock })} />
          ))}
        </Grid>
      ) : null}
      {asks && row.significant === null ? <Question row={row} field="significant" label={t('clock.ask_significant')} /> : null}
      {asks && row.personal_data === null ? <Question row={row} field="personal_data" label={t('clock.ask_personal')} /> : null}
      {runs && !none && row.aware_at === null ? (
        <Row as="p" wrap align="center" gap={8} padY={6} padX={12} corner={6} fill="warn" tone="warn">
          {t('clock.ask_aware')}
        </Row>
      ) : null}
      <Suspense>
        {asked?.what === 'record' ? <SendingDialog id={row.id} clock={asked.clock} onClose={() => setAsked(undefined)} /> : null}
        {asked?.what === 'prepare' ? <PrepareDialog id={row.id} clock={asked.clock.clock} onClose={() => setAsked(undefined)} /> : null}
      </Suspense>
    </>
  )
}

/** How much of its time has passed, from 0 to 1. */
const passedOf = ({ from, due, sent }: ShownClock, now: number) => {
  const [begun, end] = [Date.parse(from), Date.parse(due)]
  return Math.min(1, Math.max(0, ((sent ? Date.parse(sent) : now) - begun) / (end - begun)))
}

function OneClock({
  clock: shown,
  mayRecord,
  onAsk,
}: {
  readonly clock: ShownClock
  readonly mayRecord: boolean
  readonly onAsk: (what: Asked['what']) => void
}) {
  const t = useWords('incidents')
  const duration = useDurations()
  const moments = useMoments()
  const { clock, state, from, due, sent, authority, reference, receipt } = shown
  const now = useNow()
  const left = Date.parse(due) - now
  const label =
    state === 'SENT' && sent
      ? t('clock.sent', { time: duration(Date.parse(sent) - Date.parse(from)) })
      : t(left < 0 ? 'clock.late' : 'clock.left', { time: duration(left) })
  const name = t(`clock.name.${clock}`)
  const asked = useLocation({ select: ({ hash }) => hash === clock })
  const ledHere = useRef<HTMLLIElement>(null)
  // A notification leads to its clock.
  useEffect(() => {
    if (!asked) return
    ledHere.current?.scrollIntoView({ block: 'nearest' })
    ledHere.current?.focus()
  }, [asked])
  const moment = moments.short(sent ?? due)
  const recipient = [authority, reference].filter(Boolean).join(' ')
  const foot = sent
    ? recipient
      ? t('clock.told', { moment, authority: recipient })
      : moment
    : authority
      ? t('clock.due_to', { moment, authority })
      : t('clock.due', { moment })
  return (
    <Text as="li" across align="center" padY={4} padX={12} ref={ledHere} id={clock} tabIndex={-1} data-state={state}>
      <span>
        <Text as="b" weight={550}>
          {name}
        </Text>{' '}
        <Text size={12} tone="quiet">
          {t(`clock.limit.${clock satisfies Clock}`)}
        </Text>
      </span>
      <span>
        <StatusBadge {...lookOfState[state]}>{t(`clock.state.${state}`)}</StatusBadge>
      </span>
      <Text as="strong" figures>
        {label}
      </Text>
      <i aria-hidden className={css.track}>
        <i style={{ width: `${passedOf(shown, now) * 100}%` }} />
      </i>
      <Text size={12} tone="quiet" figures>
        {foot}
      </Text>
      <span className={css.does}>
        {sent && receipt ? (
          <Button
            size="sm"
            variant="link"
            icon={<Paperclip size={12} aria-hidden />}
            aria-label={t('clock.kept_receipt_of', { clock: name, file: receipt.name })}
            onClick={() => void api.download(`/file/${receipt.id}/download`)}
          >
            {t('clock.kept_receipt')}
          </Button>
        ) : mayRecord ? (
          <Button size="sm" variant="link" aria-label={t('clock.prepare_of', { clock: name })} onClick={() => onAsk('prepare')}>
            {t('clock.prepare')}
          </Button>
        ) : null}
        {mayRecord ? (
          <Button
            size="sm"
            {...(state === 'LATE' ? { icon: <Send size={12} aria-hidden /> } : { variant: 'link' as const })}
            aria-label={t(state === 'SENT' ? 'clock.correct_of' : 'clock.record_of', { clock: name })}
            onClick={() => onAsk('record')}
          >
            {t(state === 'SENT' ? 'clock.correct' : 'clock.record')}
          </Button>
        ) : null}
      </span>
    </Text>
  )
}

/** One line that asks, answered in one click. */
function Question({ row, field, label }: { readonly row: Incident; readonly field: 'significant' | 'personal_data'; readonly label: string }) {
  const t = useWords('incidents')
  const [busy, setBusy] = useState(false)
  const answer = async (value: 'YES' | 'NO') => {
    setBusy(true)
    try {
      const { message } = await saveRow<Incident>(`/incident/${row.id}`, row, { [field]: value })
      toast.success(message ?? '')
    } catch (reason) {
      toast.error(failureText(reason))
    } finally {
      setBusy(false)
      await renewed()
    }
  }
  return (
    <Row as="p" wrap align="center" gap={8} padY={6} padX={12} corner={6} fill="warn" tone="warn" role="group" aria-label={label}>
      <span>{label}</span>
      <Button size="sm" disabled={busy} onClick={() => void answer('YES')}>
        {t('clock.yes')}
      </Button>
      <Button size="sm" disabled={busy} onClick={() => void answer('NO')}>
        {t('clock.no')}
      </Button>
    </Row>
  )
}
