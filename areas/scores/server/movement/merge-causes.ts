import type { Moved, NamedCause } from '#areas/scores/contract/calls.ts'
import type { MovementCode } from '#areas/scores/contract/score.ts'

/** Adds up causes that people would call one, the same action, measure or statement in one perimeter over all the requirements it moved: largest effect first; whole millionths, so that the sum stays exact. */
export function mergeCauses(causes: readonly NamedCause[]): NamedCause[] {
  const merged = new Map<string, NamedCause>()
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
    merged.set(key, known ? { ...known, amount: known.amount + cause.amount, requirements: known.requirements + cause.requirements } : cause)
  }
  return [...merged.values()].filter(({ amount }) => amount !== 0).toSorted((a, b) => Math.abs(b.amount) - Math.abs(a.amount))
}

/** What each kind of cause moved, in the order in which they were found. */
export function sumByCode(causes: readonly NamedCause[]): Moved['codes'] {
  const sums = new Map<MovementCode, number>()
  for (const { code, amount } of causes) sums.set(code, (sums.get(code) ?? 0) + amount)
  return [...sums].map(([code, amount]) => ({ code, amount }))
}
