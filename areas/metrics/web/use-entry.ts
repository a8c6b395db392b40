import { useMemo, useRef, useState } from 'react'
import type { Cell, GivenValue, Grid, GridPeriod, Place } from '#areas/metrics/contract/calls.ts'
import { isUnusual } from '#areas/metrics/contract/course.ts'
import { readNumber, wrongValue } from '#areas/metrics/contract/fault.ts'
import { ApiError, failureText } from '#kit/web/api/client.ts'
import { queryClient } from '#kit/web/api/queries.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { translate, useWords } from '#kit/web/i18n/words.ts'
import { toast } from '#kit/web/ui/toast.ts'
import { sendValues } from './entry-api.ts'
import { changesIn, pasted, type At, type CellState, type Pasted } from './paste.ts'

const without = (places: readonly At[], { row, column }: At) => places.filter((one) => one.row !== row || one.column !== column)

export const keyOf = (perimeter: number, period: string) => `${perimeter} ${period}`

/** What was typed and could not be saved: it stays in its cell, with why. */
export interface Draft {
  readonly text: string
  readonly error: string
}

/** Values as they were before an entry. */
type Undo = readonly { readonly perimeter_id: number; readonly period: string; readonly value: number | null; readonly comment: string | null }[]

const refusedBy: Partial<Record<GridPeriod['state'], string>> = {
  BEFORE: 'metrics.errors.before_start',
  CLOSED: 'metrics.errors.closed',
  FUTURE: 'metrics.errors.future',
}

/** What the answers of the server say of cells, into every grid that shows them. */
function keepCells(id: number, cells: readonly Cell[]): void {
  const known = new Map(cells.map((cell) => [keyOf(cell.perimeter, cell.period), cell]))
  queryClient.setQueriesData<{ object: Grid }>({ queryKey: ['metric', 'grid', id] }, (before) => {
    if (!before) return before
    const periods = new Set(before.object.periods.map(({ start }) => start))
    const others = before.object.cells.filter((cell) => !known.has(keyOf(cell.perimeter, cell.period)))
    return { ...before, object: { ...before.object, cells: [...others, ...cells.filter(({ period }) => periods.has(period))] } }
  })
}

/** Everything that is done in a grid of values: what is active, typed, pasted, saved and taken back. */
export function useEntry(grid: Grid) {
  const t = useWords('metrics')
  const language = useLanguage()
  const { metric, places, periods } = grid
  const cells = useMemo(() => new Map(grid.cells.map((cell) => [keyOf(cell.perimeter, cell.period), cell])), [grid.cells])
  const rows = useMemo(() => places.filter(({ own }) => own), [places])
  const [chosen, setActive] = useState<At>(() => firstExpected(rows, periods, cells))
  const [editing, setEditing] = useState<string>()
  const [paste, setPaste] = useState<readonly Pasted[]>()
  const [odd, setOdd] = useState<readonly At[]>([])
  const [drafts, setDrafts] = useState<ReadonlyMap<string, Draft>>(new Map())
  const undos = useRef<Undo[]>([])
  const active = { row: Math.min(chosen.row, rows.length - 1), column: Math.min(chosen.column, periods.length - 1) }

  const at = ({ row, column }: At): { place: Place; period: GridPeriod; cell: Cell | undefined } | undefined => {
    const [place, period] = [rows[row], periods[column]]
    return place && period ? { place, period, cell: cells.get(keyOf(place.id, period.start)) } : undefined
  }
  const stateAt = (row: number, column: number): CellState | undefined => {
    const found = at({ row, column })
    if (!found) return undefined
    const refused = found.place.may_enter ? refusedBy[found.period.state] : 'metrics.paste.outside'
    return { open: refused === undefined, value: found.cell?.value ?? null, ...(refused && { refused }) }
  }
  const givenAt = (where: At, value: number | null, comment?: string | null): GivenValue[] => {
    const found = at(where)
    return found
      ? [{ perimeter_id: found.place.id, period: found.period.start, value, version: found.cell?.version ?? 0, ...(comment !== undefined && { comment }) }]
      : []
  }

  /** Sends values; those that are refused stay in their cells as they were typed. Answers whether they are saved. */
  const save = async (values: readonly GivenValue[], undoing = false): Promise<boolean> => {
    if (values.length === 0) return true
    const before: Undo = values.map(({ perimeter_id, period }) => {
      const { value = null, comment = null } = cells.get(keyOf(perimeter_id, period)) ?? {}
      return { perimeter_id, period, value, comment }
    })
    try {
      const { objects } = await sendValues(metric.id, values)
      keepCells(metric.id, objects)
      if (!undoing) undos.current.push(before)
      forget(values)
      return true
    } catch (reason) {
      const errors = reason instanceof ApiError ? reason.errors : {}
      const failed = new Map(
        values.map(({ perimeter_id, period, value }, n) => {
          const [message] = Object.entries(errors).flatMap(([field, texts]) => (field.startsWith(`values.${n}.`) ? texts : []))
          return [keyOf(perimeter_id, period), { text: value === null ? '' : String(value), error: message ?? failureText(reason) }]
        }),
      )
      setDrafts((others) => new Map([...others, ...failed]))
      toast.error([t('entry.failed'), failureText(reason), t('entry.kept')].map((sentence) => sentence.replace(/\.?$/, '.')).join(' '))
      if (reason instanceof ApiError && reason.status === 409) void queryClient.invalidateQueries({ queryKey: ['metric', 'grid', metric.id] })
      return false
    }
  }
  const forget = (values: readonly GivenValue[]) =>
    setDrafts((others) => {
      const left = new Map(others)
      for (const { perimeter_id, period } of values) left.delete(keyOf(perimeter_id, period))
      return left
    })

  /** What lies far from all before it is to be explained (visual-time, Metric entry). */
  const isStrange = (where: At): boolean => {
    const { value = null, comment } = at(where)?.cell ?? {}
    const former = Array.from({ length: where.column }, (_, column) => stateAt(where.row, column)?.value ?? null).filter((one) => one !== null)
    return value !== null && !comment && isUnusual(former, value)
  }

  const move = (down: number, right: number) =>
    setActive({
      row: Math.max(0, Math.min(rows.length - 1, active.row + down)),
      column: Math.max(0, Math.min(periods.length - 1, active.column + right)),
    })

  /** What was typed into the active cell becomes its value, or stays with what is wrong. */
  const commit = (text: string) => {
    setEditing(undefined)
    // What is typed takes the place of what was pasted there.
    setPaste((all) => all?.filter(({ row, column }) => row !== active.row || column !== active.column))
    const found = at(active)
    const state = stateAt(active.row, active.column)
    if (!found || !state?.open) return
    const key = keyOf(found.place.id, found.period.start)
    const value = text.trim() === '' ? null : readNumber(text)
    const fault = value === null ? undefined : value === undefined ? { key: 'metrics.errors.not_a_number' } : wrongValue(metric, value)
    if (fault) return setDrafts((others) => new Map(others).set(key, { text, error: translate(fault.key, fault.values) }))
    if (value === state.value) return forget([{ perimeter_id: found.place.id, period: found.period.start, value }])
    void save(givenAt(active, value ?? null)).then((saved) => {
      if (saved) setOdd((before) => [...without(before, active), active])
    })
  }

  return {
    rows,
    cells,
    drafts,
    active,
    editing,
    paste,
    at,
    stateAt,
    setActive,
    move,
    commit,
    /** Begins to change the active cell: with what is typed, or with what it holds. */
    edit: (typed?: string) => {
      const found = at(active)
      if (!found || !stateAt(active.row, active.column)?.open) return
      const held = drafts.get(keyOf(found.place.id, found.period.start))?.text ?? (found.cell?.value ?? '').toString()
      setEditing(typed ?? (language === 'fr' ? held.replace('.', ',') : held))
    },
    type: setEditing,
    leave: () => setEditing(undefined),
    empty: () => commit(''),
    /** The cell above goes down into the active one. */
    fillDown: () => {
      const above = stateAt(active.row - 1, active.column)?.value
      const here = stateAt(active.row, active.column)
      if (here?.open && above !== undefined && above !== null && above !== here.value) void save(givenAt(active, above))
      move(1, 0)
    },
    comment: (where: At, text: string | null) => save(givenAt(where, at(where)?.cell?.value ?? null, text)),
    lay: (text: string) => {
      const all = pasted({ ...metric, rows: rows.length, columns: periods.length, cellAt: stateAt }, active, text)
      const [only] = all
      if (all.length === 1 && only) return commit(only.text)
      if (all.length > 0) setPaste(all)
    },
    /** The last value entered here that is to be explained: whenever there is a moment, nothing is opened over the next one. */
    strange: odd.findLast(isStrange),
    isStrange,
    explained: (where: At) => setOdd((before) => without(before, where)),
    /** Says why a pasted value is what it is. */
    explain: ({ row, column }: At, comment: string) =>
      setPaste((all) => all?.map((one) => (one.row === row && one.column === column ? { ...one, comment } : one))),
    discard: () => setPaste(undefined),
    keepPaste: async () => {
      const values = changesIn(paste ?? []).flatMap((one) => givenAt(one, one.value ?? null, one.comment?.trim() || undefined))
      setPaste(undefined)
      await save(values)
    },
    undo: async () => {
      const last = undos.current.pop()
      if (!last) return toast.info(t('entry.nothing_to_undo'))
      const values = last.map((one) => ({ ...one, version: cells.get(keyOf(one.perimeter_id, one.period))?.version ?? 0 }))
      if (await save(values, true)) toast.info(t('entry.undone'))
    },
  }
}

export type Entry = ReturnType<typeof useEntry>

/** Where work begins: the first value that is late or expected, the oldest period first. */
function firstExpected(rows: readonly Place[], periods: readonly GridPeriod[], cells: ReadonlyMap<string, Cell>): At {
  for (const [column, { start, state }] of periods.entries()) {
    if (state !== 'OPEN' && state !== 'CURRENT') continue
    const row = rows.findIndex(({ id, may_enter }) => may_enter && (cells.get(keyOf(id, start))?.value ?? null) === null)
    if (row >= 0) return { row, column }
  }
  return {
    row: 0,
    column: Math.max(
      0,
      periods.findLastIndex(({ state }) => state !== 'FUTURE'),
    ),
  }
}
