import type { Measure } from './presentation.tsx'

/** Who leads a measure that has no manager of its own, being in place at another perimeter, and where they lead it. */
export function leaderOf({ manager, operator }: Pick<Partial<Measure>, 'manager' | 'operator'>) {
  if (manager || !operator?.accepted || !operator.manager) return undefined
  return { ...operator.manager, perimeter: operator.name }
}
