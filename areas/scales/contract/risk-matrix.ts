import type { LevelInput } from './scale.ts'

/** By place of the impact, then of the probability, both lowest first: the value of the level of risk. */
export type Matrix = readonly (readonly number[])[]

export const isMatrix = (value: unknown): value is Matrix =>
  Array.isArray(value) && value.every((line) => Array.isArray(line) && line.every((cell) => Number.isInteger(cell)))

/** The key of what is wrong with a matrix for sides of these lengths, or null. */
export function matrixFault(matrix: unknown, impacts: number, probabilities: number, levels: readonly LevelInput[]): string | null {
  if (!isMatrix(matrix) || matrix.length !== impacts || matrix.some((line) => line.length !== probabilities)) return 'scales.errors.matrix_shape'
  const known = new Set(levels.map(({ value }) => value))
  return matrix.every((line) => line.every((cell) => known.has(cell))) ? null : 'scales.errors.matrix_level'
}

/** Where each entry of an edited list stood before; undefined for a new one. */
export type Order = readonly (number | undefined)[]

/** The matrix after its sides were edited: cells move with their places, a new place begins as the one before it. */
export function rearranged(matrix: Matrix, impacts: Order, probabilities: Order): number[][] {
  const from = (order: Order, at: number) => order[at] ?? order.slice(0, at).findLast((place) => place !== undefined) ?? 0
  return impacts.map((_, impact) => probabilities.map((__, probability) => matrix[from(impacts, impact)]?.[from(probabilities, probability)] ?? 0))
}

/** The matrix after the levels of risk were edited: cells keep their level under its new value, those of a level that is gone take the lowest. */
export function revalued(matrix: Matrix, before: readonly LevelInput[], after: readonly LevelInput[], order: Order): number[][] {
  const valueOf = (cell: number) => {
    const was = before.findIndex(({ value }) => value === cell)
    return was < 0 ? undefined : after[order.indexOf(was)]?.value
  }
  const lowest = Math.min(...after.map(({ value }) => value ?? 100))
  return matrix.map((line) => line.map((cell) => valueOf(cell) ?? lowest))
}
