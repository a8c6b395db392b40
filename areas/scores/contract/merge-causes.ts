import type { NamedCause } from './calls.ts'

/** One line of what moved: the same action, measure or statement in one perimeter, over all the requirements it moved. */
export interface MergedCause extends NamedCause {
  readonly requirements: number
}

/** Adds up causes that people would call one, largest effect first; whole millionths, so that the sum stays exact. */
export function mergeCauses(causes: readonly NamedCause[]): MergedCause[] {
  const merged = new Map<string, MergedCause>()
  for (const cause of causes) {
    const { code, hidden, perimeter, policy, requirement, solution, measure, action, task, indicator } = cause
    const subject = action ?? measure ?? solution
    const key = [
      code,
      hidden,
      perimeter?.id,
      ...(subject ? [action?.id, task?.id, indicator?.id, measure?.id, solution?.id] : [policy?.id, requirement?.id]),
    ].join('|')
    const known = merged.get(key)
    merged.set(key, known ? { ...known, amount: known.amount + cause.amount, requirements: known.requirements + 1 } : { ...cause, requirements: 1 })
  }
  return [...merged.values()].filter(({ amount }) => amount !== 0).toSorted((a, b) => Math.abs(b.amount) - Math.abs(a.amount))
}
