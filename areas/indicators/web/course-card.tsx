import { headOf, nameOf } from '#areas/metrics/web/index.ts'
import type { Line } from '#kit/web/charts/line-path.tsx'
import { LinesChart } from '#kit/web/charts/lines-chart.tsx'
import type { Told } from '#kit/web/charts/plot.tsx'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
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
  const values = new Map(board.cells.filter((cell) => cell.perimeter === perimeter).map(({ period, value }) => [period, value]))
  const { levels, periods, target } = board
  const numbers = new Map(notesShown(row, board).map(({ period }, n) => [period, n + 1]))
  const series: readonly Line[] = [
    ...(target === null
      ? []
      : [{ name: t('board.target'), color: 'text-2', width: 1, dash: '4 2', values: periods.map(() => target), pointAt: false as const }]),
    {
      name: t('board.value'),
      color: 'c1',
      values: periods.map(({ start }) => values.get(start) ?? null),
      pointAt: periods.length < 40 && ((at) => (periods[at]?.current ? { radius: 4, hollow: true } : { radius: 3.75 })),
    },
  ]
  const bands = levels.map(({ low = 0, high = 100, color }) => ({ from: low, to: high >= 100 ? high : high + 1, color: color ?? null }))
  const notes = periods.flatMap(({ start }, at) => {
    const [number, value] = [numbers.get(start), values.get(start) ?? target]
    return number === undefined || value === null ? [] : [{ at, value, text: String(number) }]
  })
  const tell = (at: number): Told => {
    const period = periods[at]
    const value = period && values.get(period.start)
    return period
      ? { title: nameOf(board.periodicity, period.start, language), rows: [{ text: value === undefined ? '–' : shown(value) }] }
      : { title: '', rows: [] }
  }
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
      <LinesChart
        label={t('cards.course', { name })}
        height={230}
        table={table}
        categories={periods.map(({ start }) => headOf(board.periodicity, start, language))}
        series={series}
        bands={bands}
        notes={notes}
        axis={board.type === 'PERFORMANCE' ? { min: 0, max: 100, steps: 5 } : { afloat: true, steps: 5 }}
        room={{ left: 36, right: 12, top: 14, bottom: 26 }}
        tell={tell}
      />
      <CourseNotes row={row} board={board} chosen={chosen} />
    </section>
  )
}
