import type { LevelInput } from './scale.ts'

/** How many places each side of a risk matrix has (SCL-08). */
export const [leastPlaces, mostPlaces] = [3, 6]

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

/** A matrix of the wanted size: cells that are there stay, new ones take the level of their nearest neighbour, unknown ones the lowest. */
export function resized(matrix: Matrix, impacts: number, probabilities: number, levels: readonly LevelInput[]): number[][] {
  const values = levels.flatMap(({ value }) => (value == null ? [] : [value]))
  const lowest = Math.min(...values, 100)
  const cell = (impact: number, probability: number) => {
    const line = matrix[Math.min(impact, matrix.length - 1)] ?? []
    const found = line[Math.min(probability, line.length - 1)]
    return found !== undefined && values.includes(found) ? found : lowest
  }
  return Array.from({ length: impacts }, (_, impact) => Array.from({ length: probabilities }, (__, probability) => cell(impact, probability)))
}
