import { Minus, RefreshCw, TrendingDown, TrendingUp } from 'lucide-react'
import { useState } from 'react'
import { cardsShown, mostCards, type Card } from '#areas/indicators/contract/calls.ts'
import { countPeriods, movePeriod } from '#areas/metrics/contract/period.ts'
import { nameOf } from '#areas/metrics/web/index.ts'
import { formatNumber } from '#kit/web/i18n/format.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import type { ViewContext } from '#kit/web/resource/list-page.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Grid, Row, Stack } from '#kit/web/ui/layout.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { useCards } from './indicator-api.ts'
import css from './cards.module.css'
import { toneFor, useShown, ValueLevel } from './level-value.tsx'

/** The indicators of a list: last value, level, trend, and course beside the dashed target (IND-13). */
export function CardsView({ state, onOpen }: Pick<ViewContext, 'state' | 'onOpen'>) {
  const t = useWords('indicators')
  const [most, setMost] = useState(cardsShown)
  const { data, error, refetch, isFetching } = useCards(state, most)
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) return <SkeletonRows count={8} />
  if (data.objects.length === 0) return <EmptyState title={t('cards.empty')} text={t('cards.empty_text')} />
  return (
    <>
      <Grid as="ul" grow gap={12} shortens padY={16} padX={16} overflow="scrolled-down" className={css.cards}>
        {data.objects.map((card) => (
          <li key={card.id}>
            <OneCard card={card} onOpen={() => onOpen(card.id)} />
          </li>
        ))}
      </Grid>
      {data.total > data.objects.length ? (
        <Row as="p" align="center" spread="middle" gap={12} padY={12} padX={12} size={13} tone="soft" role="status">
          {t('cards.shown', { count: data.objects.length, total: data.total })}
          {most < mostCards ? (
            <Button disabled={isFetching} onClick={() => setMost(most + cardsShown)}>
              {t('cards.more')}
            </Button>
          ) : null}
        </Row>
      ) : null}
    </>
  )
}

function OneCard({ card, onOpen }: { readonly card: Card; readonly onOpen: () => void }) {
  const t = useWords('indicators')
  const language = useLanguage()
  const shown = useShown(card.unit)
  const last = card.points.at(-1)
  return (
    <Stack as="article" holds gap={8} padY={16} padX={16} edge="all" corner={8} fill="surface" className={css.card}>
      <Text as="h2" size={13} weight={700}>
        <button type="button" onClick={onOpen} aria-label={t('cards.open', { name: card.name })}>
          {card.name}
        </button>
      </Text>
      <Row as="p" spread="between" gap={8} size={12} tone="soft">
        {[card.identifier, t(`entities.indicator.choices.periodicity.${card.periodicity}`).toLowerCase(), card.perimeter].filter(Boolean).join(' · ')}
      </Row>
      {last ? (
        <>
          <Row as="p" wrap align="center" gap={8} className={css.figure}>
            <Text as="b" size={20} figures {...toneFor(card, last.value, card.unit === '%' ? 1 : 2)}>
              {shown(last.value)}
            </Text>
            <ValueLevel levels={card.levels} value={last.value} />
            <Trend card={card} />
          </Row>
          <Spark card={card} />
          <Row as="p" spread="between" gap={8} size={12} tone="soft">
            {card.stale ? t('cards.stale', { period: nameOf(card.periodicity, last.start, language) }) : nameOf(card.periodicity, last.start, language)}
            {card.target === null ? null : <span>{t('board.target_at', { value: shown(card.target) })}</span>}
          </Row>
        </>
      ) : (
        <Text as="p" grow size={13} tone="soft">
          {t('cards.no_value')}
        </Text>
      )}
      {card.recalculating ? (
        <Row as="p" align="center" gap={6} size={12} tone="soft" role="status">
          <RefreshCw size={12} aria-hidden /> {t('board.recalculating')}
        </Row>
      ) : null}
    </Stack>
  )
}

/** Against the period before; where that has no value, against the last that has one, which is said. */
function Trend({ card }: { readonly card: Card }) {
  const t = useWords('indicators')
  const language = useLanguage()
  const [before, last] = card.points.slice(-2)
  if (!before || !last) return null
  const gap = movePeriod(card.periodicity, before.start, 1) !== last.start
  const moved = Math.round((last.value - before.value) * 10) / 10
  const points = formatNumber(Math.abs(moved), language, 1)
  const Icon = moved > 0 ? TrendingUp : moved < 0 ? TrendingDown : Minus
  return (
    <Row
      as="span"
      inline
      align="center"
      gap={4}
      pushed
      size={12}
      tone="soft"
      className={css.trend}
      data-way={card.type === 'ACTIVITY' || moved === 0 ? undefined : moved > 0 ? 'up' : 'down'}
    >
      <Icon size={14} aria-hidden /> {t(moved > 0 ? 'cards.trend.up' : moved < 0 ? 'cards.trend.down' : 'cards.trend.same', { points })}
      {gap ? ` ${t('cards.trend.since', { period: nameOf(card.periodicity, before.start, language) })}` : null}
    </Row>
  )
}

const [wide, high] = [240, 56]

/** The course as a line that ends where a period has no value, with the target dashed. */
function Spark({ card }: { readonly card: Card }) {
  const { points, target, type, name, periodicity } = card
  const t = useWords('indicators')
  const values = points.map(({ value }) => value)
  const first = points[0]?.start ?? ''
  const places = points.map(({ start }) => countPeriods(periodicity, first, start) - 1)
  const lastPlace = places.at(-1) ?? 0
  const all = [...values, ...(target === null ? [] : [target])]
  const [least, most] = type === 'PERFORMANCE' ? [Math.max(0, Math.min(...all) - 8), 100] : [Math.min(...all), Math.max(...all)]
  const y = (value: number) => high - 4 - ((value - least) / (most - least || 1)) * (high - 8)
  const x = (n: number) => 4 + ((places[n] ?? 0) / Math.max(1, lastPlace)) * (wide - 8)
  const last = values.at(-1)
  const line = values.map((value, n) => `${n === 0 || (places[n] ?? 0) - (places[n - 1] ?? 0) > 1 ? 'M' : 'L'}${x(n)} ${y(value)}`).join('')
  return (
    <svg
      className={css.spark}
      viewBox={`0 0 ${wide} ${high}`}
      preserveAspectRatio="none"
      role="img"
      aria-label={`${t('cards.course', { name })}, ${t('cards.periods', { count: values.length })}`}
    >
      {target === null ? null : <line className={css.aim} x1="0" x2={wide} y1={y(target)} y2={y(target)} />}
      <path className={css.line} d={line} />
      {last === undefined ? null : (
        <circle className={css.dot} {...toneFor(card, last, card.unit === '%' ? 1 : 2)} cx={x(values.length - 1)} cy={y(last)} r="3" />
      )}
    </svg>
  )
}
