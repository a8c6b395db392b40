import { levelReached } from './play.ts'
import type { Accumulator } from './structure.ts'

/** How critical what was answered about is. */
export type Criticality = 'CRITICAL' | 'HIGH' | 'MEDIUM' | 'LOW'

const whole: readonly Criticality[] = ['LOW', 'MEDIUM', 'HIGH', 'CRITICAL']
/** Which of the four an accumulator's levels stand for, lowest first, by how many it has. */
const ladders: readonly (readonly Criticality[])[] = [[], ['LOW'], ['LOW', 'HIGH'], ['LOW', 'MEDIUM', 'HIGH'], whole]

/** How many levels an accumulator has, and which of them a value has reached, from 1 on; 0: none. */
export function rankIn(of: Accumulator, value: number): { readonly at: number; readonly count: number } {
  const sorted = of.levels.toSorted((a, b) => a.from - b.from)
  const reached = levelReached(of, value)
  return { at: reached ? sorted.findIndex(({ from }) => from === reached.from) + 1 : 0, count: sorted.length }
}

/** More than four levels are spread over the four; below the first level it is the lowest. */
export function criticalityOf(of: Accumulator, value: number): Criticality {
  const { at, count } = rankIn(of, value)
  const n = Math.max(0, at - 1)
  return ladders[count]?.[n] ?? whole[Math.round((n * (whole.length - 1)) / Math.max(1, count - 1))] ?? 'LOW'
}
