import { CircleAlert, File, TriangleAlert } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { remediation } from '#areas/actions/contract/remediation.ts'
import type { ReviewEffect } from '#areas/reviews/contract/calls.ts'
import { useEntityWords } from '#kit/web/i18n/entity-words.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { SkeletonRows } from '#kit/web/ui/states.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { TextArea } from '#kit/web/ui/text-input.tsx'
import { usePanel } from './closing-context.ts'
import { EffectTable, keyOf, WithoutEffect } from './effect-table.tsx'
import { TargetLink } from './presentation.tsx'
import { useEffectOf, type Review } from './reviews-api.ts'
import { useLayer } from '#kit/web/ui/layers.ts'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import css from './reviews.module.css'

/** Why the review is there, what closing it does, and what is said of it. */
export function EffectTab({ row }: { readonly row: Review }) {
  const t = useWords('reviews')
  const format = useFormat()
  const { data, isError } = useEffectOf(row)
  const { moved, leaving } = usePanel()
  const lately = useMoved(data, moved === row.id)
  const open = row.status === 'OPEN'
  return (
    <Stack gap={16} className={css.panel}>
      {moved === row.id ? (
        <Text as="p" padY={10} padX={12} corner={8} fill="warn" tone="warn" className={css.moved} role="alert">
          {open || !row.manager
            ? t('panel.moved')
            : t('panel.closed_meanwhile', { name: row.manager.name ?? '', day: row.timestamp ? format.dateTime(row.timestamp) : '' })}
        </Text>
      ) : null}
      {row.warning?.status ? (
        <Text as="p" padY={10} padX={12} corner={8} fill="warn" tone="warn" className={css.warning}>
          <TriangleAlert size={14} aria-hidden /> {row.warning.message}
        </Text>
      ) : null}
      {data?.why ? <Why why={data.why} /> : null}
      <p>
        <TargetLink row={row} evaluation={data?.evaluation} label={t('panel.go')} />
      </p>
      {open ? (
        <section>
          <Text as="h3" below={6} size={13} weight={600}>
            {t('panel.effect')}
          </Text>
          {data ? <EffectTable row={row} effect={data} moved={lately} /> : isError ? <Alert text={t('errors.dry_run')} /> : <SkeletonRows count={4} />}
          {data?.refusal ? <Alert text={data.refusal} /> : null}
        </section>
      ) : null}
      {open && row.edit_right ? leaving === row.id ? <LeaveForm key={row.id} row={row} /> : <Comment key={row.id} row={row} /> : null}
      {open ? <WithoutEffect row={row} /> : null}
    </Stack>
  )
}

/** Lines that say something else than they did before somebody else changed the review. */
function useMoved(effect: ReviewEffect | undefined, reloaded: boolean): ReadonlySet<string> {
  const seen = useRef<ReadonlyMap<string, string>>(undefined)
  const lineTexts = useMemo(() => new Map((effect?.lines ?? []).map((line) => [keyOf(line), `${line.before} ${line.after}`] as const)), [effect])
  const [moved, setMoved] = useState<ReadonlySet<string>>(new Set())
  useEffect(() => {
    const before = seen.current
    if (lineTexts.size > 0) seen.current = lineTexts
    if (reloaded && before) setMoved((known) => new Set([...known, ...[...lineTexts].flatMap(([key, text]) => (before.get(key) === text ? [] : [key]))]))
  }, [lineTexts, reloaded])
  return moved
}

const Alert = ({ text }: { readonly text: string }) => (
  <Row as="p" gap={8} align="start" above={8} tone="bad" className={css.alert} role="alert">
    <CircleAlert size={14} aria-hidden /> {text}
  </Row>
)

function Why({ why }: { readonly why: NonNullable<ReviewEffect['why']> }) {
  const t = useWords('reviews')
  const format = useFormat()
  const actions = useEntityWords(remediation)
  return (
    <section>
      <Text as="h3" below={6} size={13} weight={600}>
        {t('panel.why')}
      </Text>
      <Stack gap={6} padY={10} padX={12} edge="all" className={css.why}>
        <p>
          <Text as="code" tone="soft">
            {why.action.identifier}
          </Text>{' '}
          <b>{why.action.name}</b>
        </p>
        <Row as="p" wrap align="center" tone="soft" gap={12} rowGap={4}>
          <StatusBadge tone={why.status === 'FINISHED' ? 'success' : 'off'} glyph={why.status === 'FINISHED' ? 'check' : 'minus'}>
            {actions.choice('status', why.status)}
          </StatusBadge>
          {why.manager ? <span>{why.manager}</span> : null}
          {why.done_date ? <span>{format.date(why.done_date)}</span> : null}
        </Row>
        {why.proofs.length > 0 ? (
          <Row gap={14} rowGap={4} as="ul" wrap edge="soft-above" tone="soft" breaks>
            {why.proofs.map((name) => (
              <li key={name}>
                <File size={13} aria-hidden /> {name}
              </li>
            ))}
          </Row>
        ) : null}
      </Stack>
    </section>
  )
}

const isSend = (event: KeyboardEvent) => event.key === 'Enter' && (event.ctrlKey || event.metaKey)

/** Ctrl+Enter closes from here, as from everywhere in the panel. */
function Comment({ row }: { readonly row: Review }) {
  const t = useWords('reviews')
  const { comments } = usePanel()
  const [text, setText] = useState(comments.get(row.id) ?? '')
  return (
    <TextArea
      label={`${t('panel.comment')} (${t('panel.optional')})`}
      value={text}
      rows={2}
      maxLength={2000}
      onChange={({ target }) => {
        setText(target.value)
        comments.set(row.id, target.value)
      }}
    />
  )
}

function LeaveForm({ row }: { readonly row: Review }) {
  const t = useWords('reviews')
  const kit = useWords('kit')
  const { close, leave, comments, busy } = usePanel()
  const [text, setText] = useState(comments.get(row.id) ?? '')
  const [asked, setAsked] = useState(false)
  useLayer('popup', true, () => leave(undefined))
  const send = async () => {
    setAsked(true)
    if (text.trim() === '') return
    if (await close(row, { without_effect: true, comment: text.trim() })) leave(undefined)
  }
  return (
    <Stack
      gap={10}
      padY={12}
      padX={12}
      edge="all"
      corner={8}
      fill="subtle"
      onKeyDown={(event) => {
        if (isSend(event)) {
          event.preventDefault()
          event.stopPropagation()
          void send()
        }
      }}
    >
      <TextArea
        label={t('panel.reason')}
        required
        autoFocus
        value={text}
        rows={2}
        maxLength={2000}
        error={asked && text.trim() === '' ? t('errors.reason_needed') : undefined}
        onChange={({ target }) => setText(target.value)}
      />
      <Row gap={8} spread="last">
        <Button onClick={() => leave(undefined)}>{kit('actions.cancel')}</Button>
        <Button variant="primary" loading={busy} onClick={() => void send()}>
          {t('panel.close_without')}
        </Button>
      </Row>
    </Stack>
  )
}
