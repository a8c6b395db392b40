import { isUnusual } from '#areas/metrics/contract/course.ts'
import { readNumber, wrongValue, type Bounded, type ValueFault } from '#areas/metrics/contract/fault.ts'

/** A cell of the grid by its row among those that take values, and its column. */
export interface At {
  readonly row: number
  readonly column: number
}

/** What a grid knows of one of its cells. */
export interface CellState {
  /** Whether it takes a value: its period is open, and it is the reader's to fill in. */
  readonly open: boolean
  /** Why not, if not. */
  readonly refused?: string
  readonly value: number | null
}

export interface Pasted extends At {
  readonly text: string
  readonly value: number | undefined
  readonly was: number | null
  readonly fault: ValueFault | undefined
  /** Far from what its row held so far. */
  readonly unusual: boolean
  /** Why it is, as somebody explains it before it is saved. */
  readonly comment?: string
}

interface Grid extends Bounded {
  readonly rows: number
  readonly columns: number
  readonly cellAt: (row: number, column: number) => CellState | undefined
}

/** A block as spreadsheets copy it: lines of cells between tabs; what is quoted may hold either. */
export function linesOf(text: string): string[][] {
  const lines: string[][] = [['']]
  let quoted = false
  for (let at = 0; at < text.length; at++) {
    const character = text[at] ?? ''
    const line = lines.at(-1) ?? []
    const cell = line.length - 1
    if (character === '"' && quoted && text[at + 1] === '"') {
      line[cell] += '"'
      at++
    } else if (character === '"' && (quoted || line[cell] === '')) quoted = !quoted
    else if (!quoted && character === '\t') line.push('')
    else if (!quoted && character === '\n') lines.push([''])
    else if (quoted || character !== '\r') line[cell] += character
  }
  if (lines.length > 1 && lines.at(-1)?.join('') === '') lines.pop()
  return lines
}

/** What a pasted block would do, cell by cell from the active one on; empty cells leave theirs as they are. */
export function pasted(grid: Grid, from: At, text: string): Pasted[] {
  return linesOf(text).flatMap((line, down) =>
    line.flatMap((raw, right) => {
      const trimmed = raw.trim()
      if (trimmed === '') return []
      const [row, column] = [from.row + down, from.column + right]
      const cell = row < grid.rows && column < grid.columns ? grid.cellAt(row, column) : undefined
      const value = readNumber(trimmed)
      const fault = faultOf(grid, cell, value, trimmed)
      const former = Array.from({ length: Math.min(column, grid.columns) }, (_, at) => grid.cellAt(row, at)?.value ?? null).filter((one) => one !== null)
      return [
        { row, column, text: trimmed, value, was: cell?.value ?? null, fault, unusual: fault === undefined && value !== undefined && isUnusual(former, value) },
      ]
    }),
  )
}

function faultOf(grid: Grid, cell: CellState | undefined, value: number | undefined, text: string): ValueFault | undefined {
  if (!cell) return { key: 'metrics.paste.outside' }
  if (!cell.open) return { key: cell.refused ?? 'metrics.paste.outside' }
  return value === undefined ? { key: 'metrics.paste.not_a_number', values: { text: text.slice(0, 40) } } : wrongValue(grid, value)
}

/** What would be written: everything right that changes something. */
export const changesIn = (all: readonly Pasted[]): Pasted[] => all.filter(({ fault, value, was }) => fault === undefined && value !== was)
