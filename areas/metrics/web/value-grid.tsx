import { memo, useEffect, useLayoutEffect, useMemo, useRef, type KeyboardEvent } from 'react'
import { aggregate } from '#areas/catalog/contract/aggregate.ts'
import type { Cell, Grid, GridMetric, GridPeriod, Place } from '#areas/metrics/contract/calls.ts'
import { carriedIn } from '#areas/metrics/contract/carried-forward.ts'
import { courseOf, type Measured } from '#areas/metrics/contract/course.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Box } from '#kit/web/ui/layout.tsx'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import css from './entry.module.css'
import type { Pasted } from './paste.ts'
import { fixed, headOf, nameOf } from './spans.ts'
import { keyOf, type Draft, type Entry } from './use-entry.ts'
import { ValueCell } from './value-cell.tsx'

interface ValueGridProps {
  readonly grid: Grid
  readonly entry: Entry
  readonly onComment: () => void
}

/** Perimeters by periods, filled in by keyboard alone (visual-time, Metric entry). */
export function ValueGrid({ grid, entry, onComment }: ValueGridProps) {
  const t = useWords('metrics')
  const language = useLanguage()
  const { metric, places, periods } = grid
  const { rows, cells, drafts, active, editing, paste } = entry
  const table = useRef<HTMLTableElement>(null)
  const inGrid = useRef(false)
  const known = useMemo(() => new Map(grid.carried.map((one) => [one.perimeter, one])), [grid.carried])
  const order = useMemo(() => new Map(rows.map(({ id }, row) => [id, row])), [rows])
  const totals = useMemo(() => totalsOf(metric, places, cells), [metric, places, cells])
  const laid = useMemo(() => {
    const byRow = new Map<number, Map<number, Pasted>>()
    for (const one of paste ?? []) byRow.set(one.row, (byRow.get(one.row) ?? new Map<number, Pasted>()).set(one.column, one))
    return byRow
  }, [paste])

  useEffect(() => {
    if (!inGrid.current || editing !== undefined) return
    table.current?.querySelector<HTMLElement>('[data-active]')?.focus()
  }, [active.row, active.column, editing])

  // Work begins where a value is waited for, which a narrow screen may not show.
  useLayoutEffect(() => {
    const cell = table.current?.querySelector<HTMLElement>('[data-active]')
    const around = table.current?.parentElement
    if (cell && around) around.scrollLeft = cell.offsetLeft - around.clientWidth / 2
  }, [])

  const keys = useKeys(entry, onComment)
  return (
    <Box grow shortens overflow="scrolled" edge="above" className={css.scroll}>
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-to-interactive-role */}
      <Box
        ref={table}
        role="grid"
        aria-label={metric.name ?? metric.identifier}
        as="table"
        size={13}
        figures
        className={css.grid}
        onFocus={() => (inGrid.current = true)}
        onBlur={({ currentTarget, relatedTarget }) => {
          // A field that goes once its value is taken leaves the focus to its cell.
          inGrid.current = currentTarget.contains(relatedTarget) || (relatedTarget === null && editing !== undefined)
        }}
        onKeyDown={keys}
        onPaste={(event) => {
          if (editing !== undefined) return
          event.preventDefault()
          entry.lay(event.clipboardData.getData('text/plain'))
        }}
      >
        <thead>
          <tr>
            <th scope="col">{t('entry.perimeter')}</th>
            {periods.map(({ start, state }) => (
              <th key={start} scope="col" data-state={state} aria-label={nameOf(metric.periodicity, start, language, metric.time_zone)}>
                {headOf(metric.periodicity, start, language, metric.time_zone)}
              </th>
            ))}
            <th scope="col">{t('entry.whole')}</th>
          </tr>
          <Filled periods={periods} rows={rows} cells={cells} />
        </thead>
        <tbody>
          {places.map((place) => {
            const row = order.get(place.id)
            return row === undefined ? (
              <GroupRow key={place.id} place={place} metric={metric} periods={periods} totals={totals.get(place.id)} />
            ) : (
              <PlaceRow
                key={place.id}
                place={place}
                metric={metric}
                periods={periods}
                cells={cells}
                before={known.get(place.id)}
                drafts={drafts}
                pasted={laid.get(row)}
                active={active.row === row ? active.column : -1}
                editing={active.row === row ? editing : undefined}
                entry={entry}
                row={row}
              />
            )
          })}
        </tbody>
      </Box>
    </Box>
  )
}

/** What each key does in the grid; while a value is typed, its field has them. */
function useKeys(entry: Entry, onComment: () => void) {
  return (event: KeyboardEvent) => {
    if (entry.editing !== undefined) return
    const { key, shiftKey } = event
    const held = event.ctrlKey || event.metaKey
    const commands: Readonly<Record<string, () => void>> = held
      ? { d: entry.fillDown, z: () => void entry.undo() }
      : {
          ArrowUp: () => entry.move(-1, 0),
          ArrowDown: () => entry.move(1, 0),
          ArrowLeft: () => entry.move(0, -1),
          ArrowRight: () => entry.move(0, 1),
          Home: () => entry.move(0, -1000),
          End: () => entry.move(0, 1000),
          PageUp: () => entry.move(-10, 0),
          PageDown: () => entry.move(10, 0),
          F2: () => (shiftKey ? onComment() : entry.edit()),
          Delete: entry.empty,
          Backspace: entry.empty,
          Enter: () => (entry.paste ? void entry.keepPaste() : entry.edit()),
          ...(entry.paste ? { Escape: entry.discard } : {}),
        }
    const command = commands[held ? key.toLowerCase() : key] ?? (!held && /^[0-9.,−-]$/.test(key) ? () => entry.edit(key) : undefined)
    if (!command) return
    event.preventDefault()
    if (key === 'Escape') event.stopPropagation()
    command()
  }
}

/** How full each period is. */
function Filled({
  periods,
  rows,
  cells,
}: {
  readonly periods: readonly GridPeriod[]
  readonly rows: readonly Place[]
  readonly cells: ReadonlyMap<string, Cell>
}) {
  const t = useWords('metrics')
  return (
    <tr className={css.filled}>
      <th scope="row">{t('entry.filled')}</th>
      {periods.map(({ start, state }) => {
        const there = rows.filter(({ id }) => (cells.get(keyOf(id, start))?.value ?? null) !== null).length
        const expected = state === 'OPEN' || state === 'CURRENT' || state === 'CLOSED'
        return (
          <td key={start}>
            {expected ? (
              <>
                <progress aria-hidden data-open={(state === 'OPEN' && there < rows.length) || undefined} value={there} max={Math.max(1, rows.length)} />
                <VisuallyHidden>{`${there}/${rows.length}`}</VisuallyHidden>
              </>
            ) : null}
          </td>
        )
      })}
      <td />
    </tr>
  )
}

interface Totals {
  readonly periods: ReadonlyMap<string, number>
  readonly whole: number | null
}

/** What brings places together: everything below each of them, as the metric says. */
function totalsOf(metric: GridMetric, places: readonly Place[], cells: ReadonlyMap<string, Cell>): ReadonlyMap<number, Totals> {
  const above = new Map(places.map(({ id, parent }) => [id, parent]))
  const below = new Map<number, Measured[]>()
  const ordered = [...cells.values()].toSorted((a, b) => (a.period < b.period ? -1 : 1))
  for (const { perimeter, period, value } of ordered) {
    if (value === null) continue
    for (let place = above.get(perimeter); place !== undefined && place !== null; place = above.get(place)) {
      const there = below.get(place)
      if (there) there.push({ perimeter, period, value })
      else below.set(place, [{ perimeter, period, value }])
    }
  }
  return new Map(
    [...below].map(([id, values]) => {
      const periods = new Map([...courseOf(metric, metric.periodicity, values)].map(([start, { value }]) => [start, value]))
      return [id, { periods, whole: aggregate(metric.time_aggregation, [...periods.values()]) }]
    }),
  )
}

const GroupRow = memo(function GroupRow({
  place,
  metric,
  periods,
  totals,
}: {
  readonly place: Place
  readonly metric: GridMetric
  readonly periods: readonly GridPeriod[]
  readonly totals: Totals | undefined
}) {
  const t = useWords('metrics')
  const language = useLanguage()
  const formatValue = (value: number | null | undefined) =>
    value === null || value === undefined ? '–' : fixed(value, Math.max(metric.decimals, metric.perimeter_aggregation === 'AVERAGE' ? 1 : 0), language)
  return (
    <tr className={css.group}>
      <th scope="row" data-depth={Math.min(place.depth, 5)}>
        {place.name} <small>{t(`entry.how.${metric.perimeter_aggregation}`)}</small>
      </th>
      {periods.map(({ start }) => (
        <td key={start}>{formatValue(totals?.periods.get(start))}</td>
      ))}
      <td>{formatValue(totals?.whole)}</td>
    </tr>
  )
})

interface RowProps {
  readonly place: Place
  readonly metric: GridMetric
  readonly periods: readonly GridPeriod[]
  readonly cells: ReadonlyMap<string, Cell>
  /** The last value before the periods that are shown. */
  readonly before: Grid['carried'][number] | undefined
  readonly drafts: ReadonlyMap<string, Draft>
  readonly pasted: ReadonlyMap<number, Pasted> | undefined
  /** The active column, −1 in other rows. */
  readonly active: number
  readonly editing: string | undefined
  readonly row: number
  readonly entry: Entry
}

const PlaceRow = memo(
  function PlaceRow({ place, metric, periods, cells, before, drafts, pasted, active, editing, row, entry }: RowProps) {
    const language = useLanguage()
    const values = periods.flatMap(({ start }) => cells.get(keyOf(place.id, start))?.value ?? [])
    const carried = carriedIn(metric, periods, (start) => cells.get(keyOf(place.id, start))?.value ?? null, before)
    const whole = aggregate(metric.time_aggregation, values)
    return (
      <tr>
        <th scope="row" data-depth={Math.min(place.depth, 5)}>
          {place.name}
        </th>
        {periods.map((period, column) => (
          <ValueCell
            key={period.start}
            metric={metric}
            place={place}
            period={period}
            cell={cells.get(keyOf(place.id, period.start))}
            carried={carried.get(period.start)}
            draft={drafts.get(keyOf(place.id, period.start))}
            pasted={pasted?.get(column)}
            active={active === column}
            editing={active === column ? editing : undefined}
            onChoose={() => entry.setActive({ row, column })}
            entry={entry}
          />
        ))}
        <td className={css.whole}>{whole === null ? '–' : fixed(whole, metric.decimals, language)}</td>
      </tr>
    )
  },
  // What the entry does depends on where it stands: only the row that is active, or was, is drawn anew.
  (before, after) =>
    before.active === -1 &&
    after.active === -1 &&
    before.cells === after.cells &&
    before.drafts === after.drafts &&
    before.pasted === after.pasted &&
    before.periods === after.periods &&
    before.metric === after.metric &&
    before.row === after.row,
)
