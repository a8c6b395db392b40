import { Clock } from 'lucide-react'
import { useRef, useState, type CSSProperties, type KeyboardEvent } from 'react'
import type { IndicatorPlace } from '#areas/indicators/contract/calls.ts'
import { headOf, nameOf } from '#areas/metrics/web/index.ts'
import { formatNumber } from '#kit/web/i18n/format.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Box } from '#kit/web/ui/layout.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import type { Chosen, ShownBoard } from './indicator-api.ts'
import css from './indicators.module.css'
import { toneFor, useShown } from './level-value.tsx'

/** Rows and periods before the reader asks for more. */
const [shownRows, shownPeriods] = [12, 12]

interface Props {
  readonly board: ShownBoard
  readonly chosen: Chosen | undefined
  readonly onChoose: (chosen: Chosen) => void
  readonly name: string
}

/** Perimeters by periods, the number in its cell: arrows move, and the calculation follows. */
export function HeatTable({ board, chosen, onChoose, name }: Props) {
  const t = useWords('indicators')
  const language = useLanguage()
  const table = useRef<HTMLTableElement>(null)
  const [all, setAll] = useState(false)
  const places = all ? board.places : board.places.slice(0, shownRows)
  const periods = board.periods.slice(-shownPeriods)
  const values = new Map(board.cells.map((cell) => [`${cell.perimeter} ${cell.period}`, cell]))
  const move = (event: KeyboardEvent) => {
    const step = { ArrowUp: [-1, 0], ArrowDown: [1, 0], ArrowLeft: [0, -1], ArrowRight: [0, 1], Home: [0, -99], End: [0, 99] }[event.key]
    if (!step || !chosen) return
    event.preventDefault()
    event.stopPropagation()
    const [down = 0, right = 0] = step
    const row = Math.min(places.length - 1, Math.max(0, places.findIndex(({ id }) => id === chosen.perimeter) + down))
    const column = Math.min(periods.length - 1, Math.max(0, periods.findIndex(({ start }) => start === chosen.period) + right))
    const [place, period] = [places[row], periods[column]]
    if (!place || !period) return
    onChoose({ perimeter: place.id, period: period.start })
    requestAnimationFrame(() => table.current?.querySelector<HTMLElement>('[aria-selected=true]')?.focus())
  }
  const reachable = places.some(({ id }) => id === chosen?.perimeter) && periods.some(({ start }) => start === chosen?.period)
  return (
    <section className={css.card} aria-label={t('board.places')}>
      <header>
        <h3>{t('board.places')}</h3>
        <small>{t('board.places_about', { count: board.places.length, unit: board.unit ?? '' }).replace(/, $/, '')}</small>
        {board.places.length > shownRows ? (
          <Button variant="link" size="sm" onClick={() => setAll(!all)}>
            {all ? t('board.less') : t('board.all', { count: board.places.length })}
          </Button>
        ) : null}
      </header>
      <Box overflow="scrolled-across">
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role */}
        <Box ref={table} role="grid" aria-label={name} as="table" full size={12} figures className={css.heat} onKeyDown={move}>
          <thead>
            <tr>
              <th scope="col">{t('board.perimeter')}</th>
              {periods.map(({ start, current }) => (
                <th key={start} scope="col" data-current={current || undefined} aria-label={nameOf(board.periodicity, start, language)}>
                  {headOf(board.periodicity, start, language)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {places.map((place, row) => (
              <tr key={place.id}>
                <th scope="row" style={{ '--depth': Math.min(place.depth, 5) } as CSSProperties}>
                  {place.name}
                </th>
                {periods.map(({ start }, column) => {
                  const selected = chosen?.perimeter === place.id && chosen.period === start
                  return (
                    <HeatCell
                      key={start}
                      board={board}
                      place={place}
                      start={start}
                      cell={values.get(`${place.id} ${start}`)}
                      begun={periods.slice(0, column).some((one) => values.has(`${place.id} ${one.start}`))}
                      selected={selected}
                      stop={selected || (!reachable && row === 0 && column === 0)}
                      onChoose={onChoose}
                    />
                  )
                })}
              </tr>
            ))}
          </tbody>
        </Box>
      </Box>
    </section>
  )
}

interface CellProps {
  readonly board: ShownBoard
  readonly place: IndicatorPlace
  readonly start: string
  readonly cell: ShownBoard['cells'][number] | undefined
  /** There was a value before: one that is missing now is carried forward. */
  readonly begun: boolean
  readonly selected: boolean
  readonly stop: boolean
  readonly onChoose: (chosen: Chosen) => void
}

function HeatCell({ board, place, start, cell, begun, selected, stop, onChoose }: CellProps) {
  const t = useWords('indicators')
  const language = useLanguage()
  const shown = useShown(board.unit)
  const { value } = cell ?? {}
  return (
    // The table moves by its arrows.
    // oxlint-disable-next-line jsx-a11y/click-events-have-key-events
    <Text
      as="td"
      corner={4}
      fill="subtle"
      tone="soft"
      side="center"
      role="gridcell"
      tabIndex={stop ? 0 : -1}
      aria-selected={selected}
      aria-label={t('board.cell', {
        place: place.name,
        period: nameOf(board.periodicity, start, language),
        value: value === undefined ? t('board.none') : shown(value),
      })}
      {...toneFor(board, value, board.type === 'PERFORMANCE' ? 0 : 1)}
      data-filled={value === undefined ? undefined : true}
      data-clamped={typeof cell?.computed === 'number' || undefined}
      onClick={() => onChoose({ perimeter: place.id, period: start })}
    >
      {value === undefined ? begun ? <Clock size={12} aria-hidden /> : null : formatNumber(value, language, board.type === 'PERFORMANCE' ? 0 : 1)}
    </Text>
  )
}
