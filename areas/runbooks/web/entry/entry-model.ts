import { addDays, addMonths } from '#areas/runbooks/contract/recurrence.ts'
import { answersOf, isDone, isExplained, type OccurrenceAnswer } from '#areas/runbooks/contract/occurrence.ts'
import type { Language } from '#kit/contract/catalogue.ts'
import type { FileReference } from '#kit/contract/field.ts'
import type { Occurrence } from '#areas/runbooks/web/occurrence-api.ts'
import type { Given } from '#areas/runbooks/web/values.ts'

/** Months that the grid shows, this one last. */
export const shownMonths = 6

/** One recurring task: what came round of it, the earliest first. */
export interface Line {
  readonly id: number
  readonly name: string
  readonly periodicity: Occurrence['periodicity']
  readonly cells: readonly Occurrence[]
}

export interface Book {
  readonly id: number
  readonly name: string
  readonly lines: readonly Line[]
}

/** What somebody has begun to say of a cell; it stays while they look at others. */
export interface Draft {
  readonly answer?: OccurrenceAnswer | undefined
  readonly comment: string
  readonly day: string | null
  readonly files: readonly FileReference[]
  readonly opens: { readonly gap: boolean; readonly action: boolean }
  readonly given: Given
}

export const monthsUntil = (today: string): string[] => Array.from({ length: shownMonths }, (_, n) => addMonths(`${today.slice(0, 7)}-01`, n + 1 - shownMonths))

const monthOf = (day: string, first: string) => (Number(day.slice(0, 4)) - Number(first.slice(0, 4))) * 12 + Number(day.slice(5, 7)) - Number(first.slice(5, 7))
const within = (month: number) => Math.min(Math.max(month, 0), shownMonths - 1)

/** Which months a time spans, from 0: one that is older than the grid stands in its first one, one that goes on beyond it ends with it. */
export function spanOf({ period_start, due_date }: Occurrence, first: string): { readonly from: number; readonly to: number } {
  const from = within(monthOf(period_start ?? first, first))
  // One that ends within a month leaves that month to the next one.
  const to = within(monthOf(addDays(due_date ?? first, 1), first) - 1)
  return { from, to: Math.max(from, to) }
}

/** Several of which stand in a month, as letters. */
export const isSmall = (periodicity: Occurrence['periodicity']): boolean => periodicity === 'HOURLY' || periodicity === 'DAILY' || periodicity === 'WEEKLY'

const inTime = (one: Occurrence, other: Occurrence) => (one.period_start ?? '').localeCompare(other.period_start ?? '') || (one.hour ?? 0) - (other.hour ?? 0)
const byName = (one: { readonly name: string }, other: { readonly name: string }) => one.name.localeCompare(other.name)

/** The tasks of some times, by runbook. */
export function booksOf(rows: readonly Occurrence[]): Book[] {
  const books = new Map<number, { id: number; name: string; lines: Map<number, Line & { readonly cells: Occurrence[] }> }>()
  for (const row of rows) {
    const [bookId, taskId] = [row.runbook?.id ?? 0, row.runtask?.id ?? 0]
    const book = books.get(bookId) ?? { id: bookId, name: row.runbook?.name ?? '', lines: new Map() }
    books.set(bookId, book)
    const line = book.lines.get(taskId) ?? { id: taskId, name: row.runtask?.name ?? row.name ?? '', periodicity: row.periodicity, cells: [] }
    book.lines.set(taskId, line)
    line.cells.push(row)
  }
  return [...books.values()]
    .map(({ lines, ...book }) => ({ ...book, lines: [...lines.values()].map((line) => ({ ...line, cells: line.cells.toSorted(inTime) })).toSorted(byName) }))
    .toSorted(byName)
}

export const isOpen = ({ status, edit_right }: Occurrence): boolean => edit_right && (status === 'TO_DO' || status === 'REJECTED')

/** What waits for an answer in the order in which it is offered: late first, the oldest before. */
export const queueOf = (rows: readonly Occurrence[]): number[] =>
  rows
    .filter(isOpen)
    .toSorted((one, other) => Number(other.late) - Number(one.late) || (one.due_date ?? '').localeCompare(other.due_date ?? '') || one.id - other.id)
    .map(({ id }) => id)

/** The next one in order that still waits; after the last one the first. */
export function nextOf(order: readonly number[], waits: (id: number) => boolean, after: number | undefined): number | undefined {
  const at = after === undefined ? -1 : order.indexOf(after)
  const turned = [...order.slice(at + 1), ...order.slice(0, at + 1)]
  return turned.find((id) => id !== after && waits(id))
}

/** The cell beside another one: in its row, or in the row above or below, that of the nearest time. */
export function besideOf(books: readonly Book[], id: number, key: 'ArrowLeft' | 'ArrowRight' | 'ArrowUp' | 'ArrowDown'): number {
  const lines = books.flatMap((book) => book.lines)
  const row = lines.findIndex(({ cells }) => cells.some((cell) => cell.id === id))
  const cells = lines[row]?.cells ?? []
  const at = cells.findIndex((cell) => cell.id === id)
  if (key === 'ArrowLeft') return cells[at - 1]?.id ?? id
  if (key === 'ArrowRight') return cells[at + 1]?.id ?? id
  const start = Date.parse(cells[at]?.period_start ?? '')
  const other = lines[row + (key === 'ArrowUp' ? -1 : 1)]?.cells ?? []
  const distance = (cell: Occurrence) => Math.abs(Date.parse(cell.period_start ?? '') - start)
  return other.toSorted((one, two) => distance(one) - distance(two))[0]?.id ?? id
}

/** What is between two cells: of one row, or of all rows from one to the other within the same time. */
export function between(books: readonly Book[], one: number, other: number): ReadonlySet<number> {
  const lines = books.flatMap((book) => book.lines)
  const placeOf = (id: number) => {
    const row = lines.findIndex(({ cells }) => cells.some((cell) => cell.id === id))
    return { row, start: lines[row]?.cells.find((cell) => cell.id === id)?.period_start ?? '' }
  }
  const [a, b] = [placeOf(one), placeOf(other)]
  const [first, last] = a.start < b.start ? [a.start, b.start] : [b.start, a.start]
  const chosen = lines
    .slice(Math.min(a.row, b.row), Math.max(a.row, b.row) + 1)
    .flatMap(({ cells }) => cells.filter(({ period_start: start }) => (start ?? '') >= first && (start ?? '') <= last))
  return new Set([one, other, ...chosen.map(({ id }) => id)])
}

/** What a letter does: gives an answer, or goes to a field of the dock. */
export type EntryAct = OccurrenceAnswer | 'comment' | 'day' | 'proof' | 'values'
const common = { DONE_OK: 'O', DONE_KO: 'K', NOT_DONE: 'N', NA: 'A', comment: 'C', proof: 'P', values: 'V' } as const
/** The letter of each act, that of its word in the reader's language. */
export const entryLetters: Readonly<Record<Language, Readonly<Record<EntryAct, string>>>> = {
  en: { ...common, DONE: 'D', day: 'W' },
  fr: { ...common, DONE: 'F', day: 'D' },
}

/** What a key that was pressed does; nothing where it is no letter of the language. */
export const actOf = (key: string, language: Language): EntryAct | undefined =>
  (Object.entries(entryLetters[language]) as [EntryAct, string][]).find(([, letter]) => letter === key.toUpperCase())?.[0]

/** What an answer lacks before it can be saved. */
export function lacks(row: Occurrence, draft: Draft, answer: OccurrenceAnswer): 'comment' | 'proof' | 'kind' | 'values' | undefined {
  if (!answersOf(row.kind).includes(answer)) return 'kind'
  if (draft.given.wrong) return 'values'
  if (isExplained(answer) && draft.comment.trim() === '') return 'comment'
  if (row.proof === 'REQUIRED' && isDone(answer) && draft.files.length + row.evidences.length === 0) return 'proof'
  return undefined
}

/** Minutes that are left at one's own pace; what took longer than two minutes was something else. */
export function minutesLeft(left: number, moments: readonly number[]): number {
  const gaps = moments.slice(1).flatMap((moment, n) => {
    const gap = moment - (moments[n] ?? moment)
    return gap < 120_000 ? [gap] : []
  })
  const pace = gaps.length < 3 ? 7_500 : gaps.reduce((all, gap) => all + gap, 0) / gaps.length
  return Math.ceil((left * pace) / 60_000)
}
