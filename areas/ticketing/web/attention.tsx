import { Check, ExternalLink } from 'lucide-react'
import { useId, useState } from 'react'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { OutsideLink } from '#kit/web/ui/outside-link.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import type { Conflict, InConflict, TicketField, WholeJoin } from '#areas/ticketing/contract/calls.ts'
import type { Kind } from '#areas/ticketing/contract/tables.ts'
import { OwnState, ToolTag } from './own-state.tsx'
import { Problem } from './problem.tsx'
import { decide, leaveWithout, renewOne, said, useWrites } from './tickets-api.ts'
import css from './tickets.module.css'

interface AttentionProps {
  readonly join: WholeJoin
  readonly service: string
  /** Has more of what waits read. */
  readonly onMore: () => void
}

/** What waits for somebody: conflicts one after the other, tickets that are gone, and what one side refused. */
export function Attention({ join, service, onMore }: AttentionProps) {
  const t = useWords('ticketing')
  const format = useFormat()
  const [at, setAt] = useState(0)
  const [isLater, setLater] = useState(false)
  const { in_conflict: conflicts, are_gone: gone, troubled } = join
  if (conflicts.length + gone.length + troubled.length === 0) return null
  const place = Math.min(at, conflicts.length - 1)
  const conflict = conflicts[place]
  return (
    <Stack as="aside" gap={16} className={css.rail} aria-label={t('conflict')}>
      {conflict && isLater ? (
        <Row>
          <Button onClick={() => setLater(false)}>{t('conflicts', { count: join.conflicts })}</Button>
        </Row>
      ) : null}
      {conflict && !isLater ? (
        <ConflictCard
          key={conflict.ticket}
          conflict={conflict}
          service={service}
          place={t('conflict_of', { n: String(place + 1), count: String(Math.max(join.conflicts, conflicts.length)) })}
          onLater={() => {
            const isLast = place + 1 === conflicts.length
            if (isLast && join.conflicts > conflicts.length) {
              onMore()
              setAt(place + 1)
            } else {
              setAt(isLast ? 0 : place + 1)
              setLater(isLast)
            }
          }}
        />
      ) : null}
      {gone.length > 0 ? (
        <Stack as="section" gap={10} fill="surface" edge="all" corner={8} padX={16} padY={12} aria-label={t('gone', { service })}>
          <Text as="h3" weight={600}>
            {t('gone', { service })} <Text tone="quiet">{format.number(join.gone)}</Text>
          </Text>
          {gone.map((one) => (
            <GoneRow key={one.ticket} gone={one} />
          ))}
          <More left={join.gone - gone.length} onMore={onMore} />
        </Stack>
      ) : null}
      {troubled.length > 0 ? (
        <Stack as="section" gap={10} fill="surface" edge="all" corner={8} padX={16} padY={12} aria-label={t('troubled')}>
          <Text as="h3" weight={600}>
            {t('troubled')} <Text tone="quiet">{format.number(join.troubled_count)}</Text>
          </Text>
          {troubled.map((one) => (
            <Stack key={one.ticket} gap={2}>
              <RowLink kind={one.kind} row={one.row} />
              <Problem problem={one.problem} told={one.told} />
            </Stack>
          ))}
          <More left={join.troubled_count - troubled.length} onMore={onMore} />
        </Stack>
      ) : null}
    </Stack>
  )
}

function More({ left, onMore }: { readonly left: number; readonly onMore: () => void }) {
  const t = useWords('ticketing')
  return left > 0 ? (
    <Row>
      <Button size="sm" onClick={onMore}>
        {t('more', { count: left })}
      </Button>
    </Row>
  ) : null
}

function RowLink({ kind, row }: { readonly kind: Kind; readonly row: InConflict['row'] }) {
  return (
    <Link to={path('/open/$entity/$id', { entity: kind, id: row.id })}>
      {row.identifier ? <Text tone="quiet">{row.identifier} </Text> : null}
      {row.name}
    </Link>
  )
}

function GoneRow({ gone: { ticket, key, kind, row, gone_at: at } }: { readonly gone: WholeJoin['are_gone'][number] }) {
  const t = useWords('ticketing')
  const format = useFormat()
  const { busy, write } = useWrites<'renew' | 'leave'>()
  return (
    <Stack gap={6}>
      <RowLink kind={kind} row={row} />
      <Text size={12} tone="quiet">
        {t('gone_on', { key, date: format.date(at.slice(0, 10)) })}
      </Text>
      <Row gap={8} wrap>
        <Button size="sm" loading={busy === 'renew'} disabled={busy !== null} onClick={() => void write('renew', () => renewOne(ticket))}>
          {t('new_ticket')}
        </Button>
        <Button size="sm" loading={busy === 'leave'} disabled={busy !== null} onClick={() => void write('leave', () => leaveWithout(ticket))}>
          {t('leave')}
        </Button>
      </Row>
    </Stack>
  )
}

interface ConflictProps {
  readonly conflict: InConflict
  readonly service: string
  readonly place: string
  /** Leaves it as it is, and goes on to the next one. */
  readonly onLater: (() => void) | undefined
}

/** Both values of each field with who and when; nothing is overwritten before somebody says so. */
export function ConflictCard({ conflict, service, place, onLater }: ConflictProps) {
  const t = useWords('ticketing')
  const format = useFormat()
  const [chosen, setChosen] = useState<Partial<Record<TicketField, 'here' | 'there'>>>({})
  const [busy, setBusy] = useState(false)
  const { fields, kind, row } = conflict
  const [first] = fields
  const keep = async () => {
    setBusy(true)
    await said(decide(conflict.ticket, chosen))
    setBusy(false)
  }
  return (
    <Stack as="section" gap={12} fill="surface" edge="all" corner={8} padX={16} padY={12} aria-label={t('conflict')}>
      <Row gap={8} align="center">
        <Text size={12} tone="quiet" grow>
          {place}
        </Text>
        <Link to={path('/open/$entity/$id', { entity: kind, id: row.id })} aria-label={t(`open_row.${kind}`)} title={t(`open_row.${kind}`)}>
          <ExternalLink size={14} aria-hidden />
        </Link>
      </Row>
      <Text as="h2" size={14} weight={600} breaks>
        {row.identifier ? <Text tone="quiet">{row.identifier} </Text> : null}
        {row.name}
      </Text>
      {first ? (
        <Text as="p" tone="soft">
          {t('both_changed', { from: format.dateTime(first.since), to: format.dateTime(first.found_at) })}
        </Text>
      ) : null}
      {fields.map((one) => (
        <Choice
          key={one.field}
          conflict={one}
          kind={kind}
          ticket={conflict}
          service={service}
          chosen={chosen[one.field]}
          onChoose={(side) => setChosen({ ...chosen, [one.field]: side })}
        />
      ))}
      <Row gap={8} wrap>
        <Button variant="primary" icon={<Check size={14} aria-hidden />} loading={busy} disabled={Object.keys(chosen).length === 0} onClick={() => void keep()}>
          {t('keep')}
        </Button>
        {onLater ? <Button onClick={onLater}>{t('later')}</Button> : null}
      </Row>
    </Stack>
  )
}

interface ChoiceProps {
  readonly conflict: Conflict
  readonly kind: Kind
  readonly ticket: Pick<InConflict, 'key' | 'url'>
  readonly service: string
  readonly chosen: 'here' | 'there' | undefined
  readonly onChoose: (side: 'here' | 'there') => void
}

function Choice({ conflict, kind, ticket, service, chosen, onChoose }: ChoiceProps) {
  const t = useWords('ticketing')
  const format = useFormat()
  const group = useId()
  const { field } = conflict
  return (
    <Stack gap={6}>
      <Text as="h3" size={12} weight={600} id={`${group}-name`}>
        {t(`fields.${field}`)}
      </Text>
      <Stack role="radiogroup" aria-labelledby={`${group}-name`} edge="all" corner={6}>
        {(['here', 'there'] as const).map((side) => {
          const { who, at } = conflict[side]
          const of = side === 'here' ? t('here') : service
          const when = at === null ? '' : format.dateTime(at)
          return (
            <label key={side} className={css.choice} data-on={chosen === side || undefined}>
              <input type="radio" name={group} checked={chosen === side} onChange={() => onChoose(side)} />
              <Stack gap={3} narrows grow>
                <Shown conflict={conflict} kind={kind} side={side} />
                {when ? (
                  <Text size={12} tone="quiet">
                    {who ? t('said_by', { who, side: of, at: when }) : t('said', { side: of, at: when })}
                  </Text>
                ) : null}
              </Stack>
              <Text size={12} tone="quiet">
                {side === 'here' ? t('here') : <OutsideLink address={ticket.url} name={ticket.key} />}
              </Text>
            </label>
          )
        })}
      </Stack>
    </Stack>
  )
}

function Shown({ conflict: { field, ...sides }, kind, side }: { readonly conflict: Conflict; readonly kind: Kind; readonly side: 'here' | 'there' }) {
  const t = useWords('ticketing')
  const format = useFormat()
  const { shown, value } = sides[side]
  if (value !== null)
    return (
      <span>
        <OwnState kind={kind} state={value} />
      </span>
    )
  if (shown === null) return <Text tone="quiet">{t(field === 'assignee' ? 'nobody' : 'nothing')}</Text>
  if (field === 'state')
    return (
      <span>
        <ToolTag name={shown} />
      </span>
    )
  return (
    <Text breaks figures={field === 'due' || undefined}>
      {field === 'due' ? format.date(shown) : shown}
    </Text>
  )
}
