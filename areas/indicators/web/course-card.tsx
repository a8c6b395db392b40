import { useCallback } from 'react'
import { headOf, nameOf } from '#areas/metrics/web/index.ts'
import { levelName } from '#kit/contract/level.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Chart, type Token } from '#kit/web/ui/chart.tsx'
import { toneOf } from '#kit/web/ui/level-color.ts'
import type { ShownBoard } from './indicator-api.ts'
import css from './indicators.module.css'
import { useShown } from './level-value.tsx'

interface Props {
  readonly board: ShownBoard
  readonly perimeter: number | undefined
  readonly name: string
}

/** The course of one perimeter over its levels, with the dashed target; the current period is hollow. */
export function CourseCard({ board, perimeter, name }: Props) {
  const t = useWords('indicators')
  const language = useLanguage()
  const shown = useShown(board.unit)
  const place = board.places.find(({ id }) => id === perimeter)
  const option = useCallback(
    (token: Token) => {
      const values = new Map(board.cells.filter((cell) => cell.perimeter === perimeter).map(({ period, value }) => [period, value]))
      const { levels, periods, target } = board
      const inBounds = board.type === 'PERFORMANCE'
      return {
        grid: { left: 36, right: 12, top: 14, bottom: 26 },
        tooltip: {
          trigger: 'axis',
          renderMode: 'richText',
          backgroundColor: token('raised'),
          borderColor: token('line'),
          borderWidth: 1,
          textStyle: { color: token('text'), fontSize: 12 },
          formatter: (points: readonly { readonly dataIndex: number }[]) => {
            const period = periods[points[0]?.dataIndex ?? -1]
            const value = period && values.get(period.start)
            return period ? `${nameOf(board.periodicity, period.start, language)}\n${value === undefined ? '–' : shown(value)}` : ''
          },
        },
        xAxis: {
          type: 'category',
          data: periods.map(({ start }) => headOf(board.periodicity, start, language)),
          axisTick: { show: false },
          axisLine: { lineStyle: { color: token('line') } },
          axisLabel: { color: token('text-3'), fontSize: 11 },
        },
        yAxis: {
          type: 'value',
          splitNumber: 5,
          ...(inBounds ? { min: 0, max: 100 } : { scale: true }),
          splitLine: { lineStyle: { color: token('line-soft') } },
          axisLabel: { color: token('text-3'), fontSize: 11 },
        },
        series: [
          ...levels.map(({ low = 0, high = 100, color, ...named }) => {
            const tone = toneOf(color)
            return {
              name: levelName(named, language),
              type: 'line',
              stack: 'levels',
              silent: true,
              symbol: 'none',
              data: periods.map(() => (high >= 100 ? high - low : high - low + 1)),
              lineStyle: { opacity: 0 },
              areaStyle: { color: tone ? token(tone) : (color ?? 'transparent'), opacity: 0.14 },
              tooltip: { show: false },
            }
          }),
          ...(target === null
            ? []
            : [
                {
                  name: t('board.target'),
                  type: 'line',
                  silent: true,
                  symbol: 'none',
                  data: periods.map(() => target),
                  lineStyle: { color: token('text-2'), width: 1, type: 'dashed' },
                },
              ]),
          {
            name: t('board.value'),
            type: 'line',
            data: periods.map(({ start, current }) => ({
              value: values.get(start) ?? null,
              symbolSize: current ? 8 : 6,
              itemStyle: { color: current ? token('surface') : token('c1'), borderColor: token('c1'), borderWidth: 1.5 },
            })),
            symbol: 'circle',
            showAllSymbol: periods.length < 40,
            lineStyle: { color: token('c1'), width: 2 },
            z: 3,
          },
        ],
      }
    },
    [board, perimeter, language, t, shown],
  )
  const own = board.cells.filter((cell) => cell.perimeter === perimeter)
  const table = {
    head: [t('board.period'), t('board.value')],
    rows: own.map(({ period, value }) => [nameOf(board.periodicity, period, language), shown(value)]),
  }
  return (
    <section className={css.card} aria-label={t('board.course')}>
      <header>
        <h3>{t('board.course')}</h3>
        <small>{place?.name}</small>
        {board.target === null ? null : <span className={css.aim}>{t('board.target_at', { value: shown(board.target) })}</span>}
      </header>
      <Chart label={t('cards.course', { name })} height={230} table={table} option={option} />
    </section>
  )
}
