import type { Json, MatrixLevel, ParsedRiskMatrix } from '#areas/library/server/library-content.ts'
import type { Item } from './item.ts'
import { readObject } from './read-object.ts'

/** Reads a matrix; its grid must have one row per probability, one column per impact and only indexes of risks. */
export function readRiskMatrix(item: Item): ParsedRiskMatrix {
  const object = readObject(item, 'risk_matrix')
  const probability = readLevels(item, 'probability')
  const impact = readLevels(item, 'impact')
  const risk = readLevels(item, 'risk')
  return {
    ...object,
    probability,
    impact,
    risk,
    grid: readGrid(item, probability.length, impact.length, risk.length),
    strength_of_knowledge: item.json('strength_of_knowledge'),
    is_enabled: item.flag('is_enabled') ?? true,
    ...item.rest(),
  }
}

/** Levels in the order of their ids; ids are all absent (the list's order counts) or exactly 0 to n - 1. */
function readLevels(matrix: Item, field: string): MatrixLevel[] {
  const levels = matrix.items(field).map((item, index) => {
    const id = item.integer('id', { min: 0 })
    return {
      id: id ?? index,
      level: {
        abbreviation: item.text('abbreviation'),
        name: item.localized('name'),
        description: item.localized('description'),
        hexcolor: item.text('hexcolor'),
        ...item.rest(),
      },
    }
  })
  if (levels.length === 0) throw matrix.fault('missing_field', {}, field)
  levels.sort((one, other) => one.id - other.id)
  if (levels.some(({ id }, index) => id !== index)) throw matrix.fault('matrix_ids', { max: levels.length - 1 }, field)
  return levels.map(({ level }) => level)
}

function readGrid(item: Item, rows: number, columns: number, risks: number): number[][] {
  const grid = item.json('grid')
  if (!Array.isArray(grid) || grid.length !== rows) {
    throw item.fault('matrix_rows', { rows, found: Array.isArray(grid) ? grid.length : 0 }, 'grid')
  }
  return grid.map((row, at) => {
    if (!Array.isArray(row) || row.length !== columns) {
      throw item.fault('matrix_columns', { row: at + 1, columns, found: Array.isArray(row) ? row.length : 0 }, 'grid')
    }
    return row.map((cell, column) => {
      const index = cellIndex(cell)
      if (index === null || index >= risks) {
        throw item.fault('matrix_cell', { row: at + 1, column: column + 1, max: risks - 1, found: JSON.stringify(cell).slice(0, 60) }, 'grid')
      }
      return index
    })
  })
}

function cellIndex(cell: Json): number | null {
  const index = typeof cell === 'string' && /^\d+$/.test(cell) ? Number(cell) : cell
  return typeof index === 'number' && Number.isInteger(index) && index >= 0 ? index : null
}
