import { useLocation } from '@tanstack/react-router'
import { TriangleAlert } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useAsk } from '#kit/web/navigation.ts'
import type { ViewContext } from '#kit/web/resource/list-props.ts'
import { Avatar } from '#kit/web/ui/avatar.tsx'
import { Box, Grid, Row } from '#kit/web/ui/layout.tsx'
import { Segmented } from '#kit/web/ui/segmented.tsx'
import { EmptyState, ErrorState, Skeleton, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { usePhone } from '#kit/web/ui/use-width.ts'
import css from './approval.module.css'
import { queues, useLiveRisk, useQueue, type Queue } from './approval-api.ts'
import { ApprovalCase } from './approval-case.tsx'
import type { Risk } from './risk-api.ts'

/** The risk that the address names, so that a decision can be shared. */
function useChosen(): readonly [number | undefined, (id: number | undefined) => void] {
  const ask = useAsk<'/org/risks/registers/$id'>()
  const named = useLocation({ select: ({ search }) => Number((search as { risk?: unknown }).risk) })
  const choose = (risk: number | undefined) => ask({ risk }, true)
  return [Number.isInteger(named) ? named : undefined, choose]
}

/** What waits for a decision: the queue, the frozen copy beside the live risk, the decision (RSK-03). */
export function ApprovalView({ state, params }: Pick<ViewContext, 'state' | 'params'>) {
  const t = useWords('risks')
  const phone = usePhone()
  const [asked, setQueue] = useState<Queue>()
  const [chosen, choose] = useChosen()
  const mine = useQueue('mine', state.filters, state.search, params)
  const all = useQueue('all', state.filters, state.search, params)
  // Whoever has nothing to decide sees what waits for others.
  const queue = asked ?? (mine.data?.total === 0 && (all.data?.total ?? 0) > 0 ? 'all' : 'mine')
  const decided = useQueue('decided', state.filters, state.search, params)
  const shown = { mine, all, decided }[queue]
  const rows = shown.data?.objects
  const id = chosen ?? (phone ? undefined : rows?.[0]?.id)
  const { data: row, error: lost, refetch } = useLiveRisk(id)
  if (shown.error && !shown.data) return <ErrorState reason={shown.error} onRetry={() => void shown.refetch()} />
  if (!rows || !mine.data) return <SkeletonRows />
  const count = (one: Queue) => (one === 'decided' ? undefined : { mine, all }[one].data?.total)
  const next = () => choose(rows[rows.findIndex((one) => one.id === id) + 1]?.id ?? rows.find((one) => one.id !== id)?.id)
  return (
    <Grid
      grow
      narrows
      shortens
      overflow="scrolled"
      edge="soft-above"
      className={css.view}
      data-open={id !== undefined && chosen !== undefined ? true : undefined}
    >
      <Box as="nav" padY={12} padX={12} narrows className={css.queue} aria-label={t('workspace.queue')}>
        <Segmented
          label={t('workspace.queue')}
          value={queue}
          onChange={(value) => {
            setQueue(value)
            choose(undefined)
          }}
          options={queues.map((value) => ({ value, label: [t(`workspace.queues.${value}`), count(value)].filter((part) => part !== undefined).join(' ') }))}
        />
        {rows.length === 0 ? (
          <p className={css.none}>{t('approval.nothing')}</p>
        ) : (
          <Grid as="ul" gap={4} above={12}>
            {rows.map((one) => (
              <li key={one.id}>
                <QueueItem row={one.id === row?.id ? row : one} current={one.id === id} onOpen={() => choose(one.id)} />
              </li>
            ))}
          </Grid>
        )}
      </Box>
      {id === undefined ? (
        <div className={css.empty}>
          <EmptyState title={t('approval.nothing')} text={t('workspace.nothing_text')} />
        </div>
      ) : lost ? (
        <div className={css.empty}>
          <ErrorState reason={lost} onRetry={() => void refetch()} />
        </div>
      ) : row ? (
        <ApprovalCase key={row.id} row={row} onBack={() => choose(undefined)} onDone={next} />
      ) : (
        <Skeleton height={420} />
      )}
      <ApprovalPreview row={row} />
    </Grid>
  )
}

function QueueItem({ row, current, onOpen }: { readonly row: Risk; readonly current: boolean; readonly onOpen: () => void }) {
  const t = useWords('risks')
  const format = useFormat()
  const who = row.asked_by?.name ?? row.approver?.name
  return (
    <Grid
      type="button"
      as="button"
      full
      gap={4}
      padY={10}
      padX={10}
      corner={8}
      side="left"
      className={css.item}
      aria-current={current || undefined}
      onClick={onOpen}
    >
      <Row as="span" align="center" spread="between" gap={8} narrows tone="soft" size={12}>
        <small>
          {row.identifier} {row.perimeter?.name ?? row.tag?.name}
        </small>
        {row.stale ? (
          <Row as="b" inline align="center" gap={4} corner={4} fill="warn" tone="warn" weight={500} className={css.mark}>
            <TriangleAlert size={12} aria-hidden />
            {t('entities.risk.fields.stale')}
          </Row>
        ) : null}
      </Row>
      <Text as="strong" weight={600}>
        {row.name}
      </Text>
      <Row as="span" align="center" spread="between" gap={8} narrows tone="soft" size={12}>
        {who ? (
          <Row as="span" align="center" gap={6} narrows>
            <Avatar name={who} size={18} /> {who}
          </Row>
        ) : null}
        <small>{row.asked_at ? format.date(row.asked_at) : format.date(row.decided_on)}</small>
      </Row>
    </Grid>
  )
}

/** Says aloud what locks a decision while it is read. */
function ApprovalPreview({ row }: { readonly row: Risk | undefined }) {
  const t = useWords('risks')
  const [was, setWas] = useState<{ readonly id: number; readonly stale: boolean }>()
  const [announcement, setAnnouncement] = useState('')
  const id = row?.id
  const stale = row?.stale === true
  useEffect(() => {
    if (id === undefined) return
    if (was?.id === id && !was.stale && stale) setAnnouncement(t('workspace.locked'))
    if (was?.id !== id || was.stale !== stale) setWas({ id, stale })
  }, [id, stale, was, t])
  return (
    <Text as="p" spoken role="status">
      {announcement}
    </Text>
  )
}
