import type { Moved } from '#areas/scores/contract/calls.ts'
import { MOVEMENT_UNIT } from '#areas/scores/contract/score.ts'
import type { MovementCode } from '#areas/scores/contract/score.ts'

/** One bar of the waterfall, in points. */
export interface Step {
  readonly name: string
  readonly from: number
  readonly to: number
  /** Stands on the ground: the score before or after. */
  readonly total: boolean
}

/** Kinds of cause that get a bar of their own; the rest is one. */
const barsAtMost = 6

/** From the score before to the score after, by kinds of cause, the largest first. */
export function waterfall(
  moved: Moved,
  names: { readonly before: string; readonly after: string; readonly others: string },
  nameOf: (code: MovementCode) => string,
): Step[] {
  const ranked = moved.codes.toSorted((a, b) => Math.abs(b.amount) - Math.abs(a.amount)).map(({ code, amount }) => ({ name: nameOf(code), amount }))
  const rest = ranked.slice(barsAtMost)
  const bars = rest.length > 1 ? [...ranked.slice(0, barsAtMost), { name: names.others, amount: rest.reduce((sum, { amount }) => sum + amount, 0) }] : ranked
  let level = moved.before ?? 0
  const steps = bars.map(({ name, amount }): Step => {
    const from = level
    level += amount / MOVEMENT_UNIT
    return { name, from, to: level, total: false }
  })
  return [{ name: names.before, from: 0, to: moved.before ?? 0, total: true }, ...steps, { name: names.after, from: 0, to: moved.after ?? 0, total: true }]
}
