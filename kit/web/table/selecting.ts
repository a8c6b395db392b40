import { canSelect, type Selection, type TableRow } from './columns.ts'

/** By id, and of numbers the lowest first: in whatever order rows were selected, what is done with them is done in one. */
const ordered = <T>(selection: ReadonlyMap<string, T>): Selection<T> => new Map(Object.entries(Object.fromEntries(selection)))

/** What is selected, as it stands on the screen now where it is there: a row that may no longer be changed is not selected any more. */
export function asOfNow<T extends TableRow>(selection: Selection<T>, rows: readonly T[]): Selection<T> {
  const here = new Map(rows.map((row) => [String(row.id), row]))
  if (![...selection].some(([id, row]) => here.has(id) && here.get(id) !== row)) return selection
  return ordered(new Map([...selection].map(([id, row]) => [id, here.get(id) ?? row] as const).filter(([, row]) => canSelect(row))))
}

/** Selects these rows too, or no longer; a row without right is never selected (TBL-16). Rows that are on the screen are kept as they stand there now. */
export function withRows<T extends TableRow>(selection: Selection<T>, rows: readonly T[], changed: readonly T[], selected: boolean): Selection<T> {
  const next = new Map(asOfNow(selection, rows))
  for (const row of changed) {
    if (!selected) next.delete(String(row.id))
    else if (canSelect(row)) next.set(String(row.id), row)
  }
  return ordered(next)
}

/** The rows from the one that was ticked last to this one, both included; this one alone where that one is not on the screen. */
export function rangeTo<T extends TableRow>(rows: readonly T[], last: string | undefined, index: number): readonly T[] {
  const from = last === undefined ? -1 : rows.findIndex((row) => String(row.id) === last)
  return from < 0 ? rows.slice(index, index + 1) : rows.slice(Math.min(from, index), Math.max(from, index) + 1)
}

/** Whether all rows of a page that may be selected are, or some. */
export function ticked<T extends TableRow>(rows: readonly T[], selection: Selection<T>): { readonly all: boolean; readonly some: boolean } {
  const may = rows.filter(canSelect)
  const are = may.filter((row) => selection.has(String(row.id))).length
  return { all: may.length > 0 && are === may.length, some: are > 0 }
}
