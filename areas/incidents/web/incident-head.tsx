import { EyeOff, Flag, Target, UserRound } from 'lucide-react'
import { enteredAt, incidentStatuses } from '#areas/incidents/contract/incident.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { StatusBadge, StatusGlyph } from '#kit/web/ui/status-badge.tsx'
import { lookOf } from '#kit/web/ui/status-looks.ts'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import { IncidentClocks } from './incident-clocks.tsx'
import { useDurations, useMoments, useNow } from './incident-time.ts'
import type { Incident } from './incident-row.ts'
import css from './incident.module.css'
import { ScaleLevel } from '#kit/web/ui/level.tsx'
import { Grid, Row, Stack } from '#kit/web/ui/layout.tsx'
import { Text } from '#kit/web/ui/text.tsx'

/** What stands under the title of an incident: state, severity, flags, the seven steps and the clocks. */
export function IncidentHead({ row }: { readonly row: Incident }) {
  const t = useWords('incidents')
  const duration = useDurations()
  const now = useNow()
  const flags = [
    row.significant === 'YES' && ([Flag, t('entities.incident.fields.significant')] as const),
    row.personal_data === 'YES' && ([UserRound, t('entities.incident.fields.personal_data')] as const),
    row.confidential && ([EyeOff, t('entities.incident.fields.confidential')] as const),
    row.exercise && ([Target, t('entities.incident.fields.exercise')] as const),
  ].filter((flag) => flag !== false)
  return (
    <Stack narrows gap={10} className={css.headOf}>
      <Row gap={8} align="center" wrap>
        {row.status ? <StatusBadge {...lookOf(row.status, 'incident.status')}>{t(`entities.incident.choices.status.${row.status}`)}</StatusBadge> : null}
        <strong>
          <ScaleLevel scale="priority" value={row.severity} />
        </strong>
        {flags.map(([Icon, label]) => (
          <Row key={label} as="span" inline align="center" gap={4} padX={6} edge="all" corner={4} size={12} tone="soft">
            <Icon size={12} aria-hidden />
            {label}
          </Row>
        ))}
        {row.status !== 'CLOSED' && row.opened_at ? (
          <Text size={12} tone="quiet">
            {t('timeline.open_for', { time: duration(now - Date.parse(row.opened_at)) })}
          </Text>
        ) : null}
      </Row>
      <Steps row={row} />
      <IncidentClocks row={row} />
    </Stack>
  )
}

/** The seven steps, with when each was entered and how long it took; no way to press on them. */
function Steps({ row }: { readonly row: Incident }) {
  const t = useWords('incidents')
  const duration = useDurations()
  const moments = useMoments()
  const now = useNow()
  const place = incidentStatuses.indexOf(row.status ?? 'OPENED')
  const entered = incidentStatuses.map((status) => row[enteredAt[status]])
  return (
    <Grid as="ol" gap={6} className={css.steps} aria-label={t('timeline.steps')}>
      {incidentStatuses.map((status, at) => {
        const begun = entered[at]
        const ended = entered.slice(at + 1).find((moment) => moment !== null)
        const current = at === place
        const closed = status === 'CLOSED'
        const passed = at < place
        const running = current && !closed
        const until = running ? now : Date.parse(ended ?? begun ?? '')
        const timing = begun ? (
          <>
            <time dateTime={begun} title={running ? t('timeline.since', { moment: moments.full(begun) }) : moments.full(begun)}>
              {moments.short(begun)}
            </time>
            {closed ? null : <span>{duration(until - Date.parse(begun))}</span>}
          </>
        ) : null
        return (
          <li
            key={status}
            data-passed={passed || (current && closed) || undefined}
            data-current={current || undefined}
            aria-current={current ? 'step' : undefined}
          >
            <i aria-hidden />
            <Row as="span" cut align="center" gap={5} tone="quiet" className={css.step}>
              <StatusGlyph glyph={(passed && begun) || (current && closed) ? 'check' : current ? 'half' : 'circle'} />
              {t(`entities.incident.choices.status.${status}`)}
            </Row>
            <small>{timing ?? (passed ? '—' : <VisuallyHidden>{t('timeline.not_reached')}</VisuallyHidden>)}</small>
          </li>
        )
      })}
    </Grid>
  )
}
