import { Ticket } from 'lucide-react'
import { loadingError } from '#kit/web/api/loading-error.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { OutsideLink } from '#kit/web/ui/outside-link.tsx'
import { ErrorState } from '#kit/web/ui/states.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { useFormat } from '#kit/web/i18n/format.ts'
import type { TicketOf } from '#areas/ticketing/contract/calls.ts'
import type { Kind } from '#areas/ticketing/contract/tables.ts'
import { ConflictCard } from './attention.tsx'
import { Problem } from './problem.tsx'
import { leaveWithout, makeOne, renewOne, useTicket, useWrites } from './tickets-api.ts'

interface TicketPartProps {
  readonly kind: Kind
  readonly id: number
  readonly name: string
  readonly identifier: string | null
}

/** The ticket of an action or of an occurrence: its key as a link, its state, what waits for a decision; or where one can be made. Nothing where nothing is joined. */
export function TicketPart({ kind, id, name, identifier }: TicketPartProps) {
  const t = useWords('ticketing')
  const asked = useTicket(kind, id)
  const { busy, write } = useWrites()
  const { data } = asked
  const lost = loadingError(asked)
  if (lost) return <ErrorState reason={lost} onRetry={() => void asked.refetch()} />
  if (!data || (!data.object && data.places.length === 0)) return null
  return (
    <Stack as="section" gap={8} below={12} aria-label={t('ticket.title')}>
      <Text as="h3" size={12} weight={600}>
        {t('ticket.title')}
      </Text>
      {data.object ? (
        <Known ticket={data.object} kind={kind} row={{ id, name, identifier }} edits={data.edit_right} />
      ) : (
        <Row gap={8} wrap>
          {data.places.map((place) => (
            <Button
              key={place.join}
              size="sm"
              icon={<Ticket size={14} aria-hidden />}
              loading={busy === String(place.join)}
              disabled={busy !== null}
              onClick={() => void write(String(place.join), () => makeOne({ kind, id, join: place.join }))}
            >
              {data.places.length === 1 ? t('ticket.make') : t('ticket.make_in', { project: place.project_name })}
            </Button>
          ))}
        </Row>
      )}
    </Stack>
  )
}

interface KnownProps {
  readonly ticket: NonNullable<TicketOf['object']>
  readonly kind: Kind
  readonly row: { readonly id: number; readonly name: string; readonly identifier: string | null }
  readonly edits: boolean
}

function Known({ ticket, kind, row, edits }: KnownProps) {
  const t = useWords('ticketing')
  const actions = useWords('actions')
  const format = useFormat()
  const { busy, write } = useWrites<'renew' | 'leave'>()
  const { id, key, url, service, state, external_status: status } = ticket
  if (state === 'GONE')
    return (
      <Stack gap={6}>
        <Text tone="warn">{t('gone_on', { key: key ?? '', date: format.date((ticket.gone_at ?? '').slice(0, 10)) })}</Text>
        {edits ? (
          <Row gap={8} wrap>
            <Button size="sm" loading={busy === 'renew'} disabled={busy !== null} onClick={() => void write('renew', () => renewOne(id))}>
              {t('new_ticket')}
            </Button>
            <Button size="sm" loading={busy === 'leave'} disabled={busy !== null} onClick={() => void write('leave', () => leaveWithout(id))}>
              {t('leave')}
            </Button>
          </Row>
        ) : null}
      </Stack>
    )
  return (
    <Stack gap={6}>
      {key && url ? (
        <Row gap={8} align="center" wrap>
          <OutsideLink address={url} name={t('ticket.opens', { key, service })} />
          {status ? <StatusBadge>{actions(`entities.remediation.choices.external_status.${status}`)}</StatusBadge> : null}
          {ticket.external_state ? (
            <Text size={12} tone="quiet">
              {ticket.external_state}
            </Text>
          ) : null}
        </Row>
      ) : ticket.problem ? null : (
        <Text tone="quiet" role="status">
          {t('ticket.wanted')}
        </Text>
      )}
      {ticket.problem ? <Problem problem={ticket.problem} told={ticket.told} /> : null}
      {edits && ticket.problem && state === 'WANTED' ? (
        <Row>
          <Button size="sm" loading={busy === 'leave'} disabled={busy !== null} onClick={() => void write('leave', () => leaveWithout(id))}>
            {t('leave')}
          </Button>
        </Row>
      ) : null}
      {edits && ticket.conflicts.length > 0 ? (
        <ConflictCard
          conflict={{ ticket: id, key: key ?? '', url: url ?? '', kind, row, fields: ticket.conflicts }}
          service={service}
          place={t('conflict')}
          onLater={undefined}
        />
      ) : null}
    </Stack>
  )
}
