import { useMemo } from 'react'
import { levelName } from '#kit/contract/level.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { monthNames } from '#kit/web/charts/month-names.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { BarsChart } from '#kit/web/charts/bars-chart.tsx'
import { Box, Row } from '#kit/web/ui/layout.tsx'
import { LevelSign } from '#kit/web/ui/level.tsx'
import { EmptyState, ErrorState, Skeleton } from '#kit/web/ui/states.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import css from './plan.module.css'
import { useTrend } from './risk-api.ts'

/** From the lowest level to the highest, as many of them as a scale has. */
const colors = ['ok', 'warn', 'c4', 'bad'] as const
const colorAt = (n: number, of: number) => colors[of < 2 ? 0 : Math.round((n * (colors.length - 1)) / (of - 1))] ?? 'mute'

/** How the risks of a register have moved over the last twelve months. */
export function TrendView({ register }: { readonly register: number }) {
  const t = useWords('risks')
  const { language } = useFormat()
  const { data, error, refetch } = useTrend(register)
  const drawn = useMemo(
    () =>
      data && {
        months: monthNames(
          data.months.map(({ month }) => month),
          language,
        ),
        series: data.scale.levels.map((level, n) => ({
          name: levelName(level, language),
          color: level.color ?? colorAt(n, data.scale.levels.length),
          values: data.months.map(({ counts }) => counts.find((one) => one.level === level.value)?.count ?? 0),
        })),
      },
    [data, language],
  )
  if (error) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!drawn) return <Skeleton height={320} />
  if (drawn.series.every(({ values }) => values.every((value) => value === 0))) return <EmptyState title={t('trend.empty')} />
  return (
    <Box grow narrows overflow="scrolled" className={css.plan}>
      <Text as="p" below={12} weight={600}>
        {t('trend.text')}
      </Text>
      <Row as="ul" wrap below={12} tone="soft" size={12} gap={16} rowGap={4}>
        {drawn.series.map(({ name }, n) => (
          <Row as="li" inline align="center" gap={6} key={name}>
            <LevelSign at={n + 1} of={drawn.series.length} color={data?.scale.levels[n]?.color ?? null} /> {name}
          </Row>
        ))}
      </Row>
      <BarsChart label={t('trend.text')} categories={drawn.months} series={drawn.series} height={320} />
    </Box>
  )
}
