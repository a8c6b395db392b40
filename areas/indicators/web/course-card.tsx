import { useCallback } from 'react'
import { headOf, nameOf } from '#areas/metrics/web/index.ts'
import { levelName } from '#kit/contract/level.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Chart, type Token } from '#kit/web/ui/chart.tsx'
import { toneOf } from '#kit/web/ui/level-color.ts'
import { Text } from '#kit/web/ui/text.tsx'
import type { Chosen, ShownBoard } from './indicator-api.ts'
import css from './indicators.module.css'
import { CourseNotes, notesShown } from './course-notes.tsx'
import { useShown } from './level-value.tsx'
import type { Indicator } from './presentation.tsx'

interface Props {
  readonly row: Indicator
  readonly board: ShownBoard
  readonly chosen: Chosen | undefined
  readonly name: string
}

/** The course of one perimeter over its levels, with the dashed target and numbered notes; the current period is hollow. */
export function CourseCard({ row, board, chosen, name }: Props) {
  const perimeter = chosen?.perimeter
  const t = useWords('indicators')
  const language = useLanguage()
  const shown = useShown(board.unit)
  const place = board.places.find(({ id }) => id === perimeter)
  const option = useCallback(
    (token: Token) => {
      const values = new Map(board.cells.filter((cell) => cell.perimeter === perimeter).map(({ period, value }) => [period, value]))
      const { levels, periods, target } = board
      const numbers = new Map(notesShown(row, board).map(({ period }, n) => [period, n + 1]))
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
          {
            name: t('notes.title'),
            type: 'line',
            silent: true,
            lineStyle: { opacity: 0 },
            symbol: 'circle',
            symbolSize: 15,
            symbolOffset: [0, 16],
            showAllSymbol: true,
            data: periods.map(({ start }) => (numbers.has(start) ? (values.get(start) ?? target) : null)),
            itemStyle: { color: token('surface'), borderColor: token('line'), borderWidth: 1 },
            label: {
              show: true,
              position: 'inside',
              color: token('text-2'),
              fontSize: 10,
              formatter: ({ dataIndex }: { readonly dataIndex: number }) => String(numbers.get(periods[dataIndex]?.start ?? '') ?? ''),
            },
            z: 4,
          },
        ],
      }
    },
    [row, board, perimeter, language, t, shown],
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
        {board.target === null ? null : (
          <Text size={12} tone="soft">
            {t('board.target_at', { value: shown(board.target) })}
          </Text>
        )}
      </header>
      <Chart label={t('cards.course', { name })} height={230} table={table} option={option} />
      <CourseNotes row={row} board={board} chosen={chosen} />
    </section>
  )
}
