import { Ban, CircleCheck, Undo2, Users } from 'lucide-react'
import type { EffectLine, ReviewEffect } from '#areas/reviews/contract/calls.ts'
import { roundHalfUp, shownScore } from '#kit/contract/shown-score.ts'
import { translateIfKnown, useWords } from '#kit/web/i18n/words.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { Box, Row, Stack } from '#kit/web/ui/layout.tsx'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import type { Review } from './reviews-api.ts'
import css from './reviews.module.css'

const statusOf = ({ area, entity }: EffectLine, value: EffectLine['before']) =>
  value === null ? '—' : (translateIfKnown(`${area}.entities.${entity}.choices.status.${value}`) ?? String(value))

export const keyOf = ({ kind, object }: EffectLine): string => `${kind} ${object.id}`

/** What closing will do, line by line, what follows, how it is undone, and what it means to close without. */
export function EffectTable({
  row,
  effect,
  moved,
}: {
  readonly row: Review
  readonly effect: ReviewEffect
  /** Lines that changed since they were looked at. */
  readonly moved: ReadonlySet<string>
}) {
  const t = useWords('reviews')
  const format = useFormat()
  const { lines, points, others, why } = effect
  if (lines.length === 0)
    return (
      <Text as="p" tone="soft">
        {t('panel.only_review')}
      </Text>
    )
  return (
    <Box edge="all" overflow="clipped" className={css.effect}>
      <Box as="table" full figures aria-label={t('panel.effect')}>
        <Text as="thead" spoken>
          <tr>
            <th scope="col">{t('panel.object')}</th>
            <th scope="col">{t('panel.before')}</th>
            <th scope="col">{t('panel.after')}</th>
            <th scope="col">{t('panel.difference')}</th>
          </tr>
        </Text>
        <tbody>
          {lines.map((line, at) => (
            <tr key={keyOf(line)} data-first={at === 0 || undefined} data-moved={moved.has(keyOf(line)) || undefined}>
              <th scope="row">
                <b>{t(`panel.kinds.${line.kind}`)}</b>
                <span>{explained(line)}</span>
                {moved.has(keyOf(line)) ? <Text tone="warn">{t('panel.line_moved')}</Text> : null}
              </th>
              {typeof line.before === 'string' || typeof line.after === 'string' ? (
                <td colSpan={3}>
                  {statusOf(line, line.before)} <span aria-hidden>→</span> <b>{statusOf(line, line.after)}</b>
                </td>
              ) : (
                <Figures before={line.before} after={line.after} />
              )}
            </tr>
          ))}
        </tbody>
      </Box>
      <Stack as="ul" gap={6} padY={10} padX={12} fill="subtle" tone="soft" className={css.notes}>
        {points === null ? null : (
          <Row as="li" gap={8} align="start">
            <CircleCheck size={14} aria-hidden /> {t('panel.points_end', { points: String(points), action: why?.action.identifier ?? '' })}
          </Row>
        )}
        {others.slice(0, 3).map(({ perimeter, gain }) => (
          <Row as="li" gap={8} align="start" key={perimeter.id}>
            <Users size={14} aria-hidden /> {t('panel.other_gains', { name: perimeter.name, gain: format.number(roundHalfUp(gain, 1), 1) })}
          </Row>
        ))}
        <Row as="li" gap={8} align="start">
          <Undo2 size={14} aria-hidden /> {t(row.target_type === 'UPGRADE' ? 'panel.undo_upgrade' : 'panel.undo_target')}
        </Row>
      </Stack>
    </Box>
  )

  /** Exact figures where rounding would hide the move. */
  function explained({ object, before, after }: EffectLine): string {
    const name = [object.identifier, object.name].filter(Boolean).join(' ')
    if (typeof before !== 'number' || typeof after !== 'number' || before === after || shownScore(before) !== shownScore(after)) return name
    return `${name} · ${t('panel.exact', { before: format.number(before, 2), after: format.number(after, 2) })}`
  }
}

function Figures({ before, after }: { readonly before: number | null; readonly after: number | null }) {
  const t = useWords('reviews')
  const format = useFormat()
  const shown = (value: number | null) => (value === null ? '—' : format.number(shownScore(value), 0))
  const gain = before === null || after === null ? null : after - before
  const [low, high] = [Math.min(before ?? 0, after ?? 0), Math.max(before ?? 0, after ?? 0)]
  return (
    <>
      <td>
        <Row as="span" inline overflow="clipped" className={css.bar} aria-hidden>
          <i style={{ width: `${low}%` }} />
          <i data-move style={{ width: `${high - low}%` }} />
        </Row>
        <VisuallyHidden>{t('panel.read_move', { before: shown(before), after: shown(after) })}</VisuallyHidden>
        <Text aria-hidden tone="soft">
          {shown(before)} →
        </Text>
      </td>
      <td>
        <b aria-hidden>{shown(after)}</b>
      </td>
      <Text as="td" tone="soft" className={css.gain} data-sign={Math.sign(gain ?? 0)}>
        {gain === null ? '—' : format.signed(gain)}
      </Text>
    </>
  )
}

/** What closing without effect leaves. */
export function WithoutEffect({ row }: { readonly row: Review }) {
  const t = useWords('reviews')
  return (
    <Row as="p" gap={8} align="start" tone="soft" className={css.without}>
      <Ban size={14} aria-hidden />
      <span>
        <b>{t('panel.without')}</b> {t(row.target_type === 'UPGRADE' ? 'panel.without_upgrade' : 'panel.without_target')}
      </span>
    </Row>
  )
}
