import type { Occurrence } from './occurrence-api.ts'
import type { PersonOf } from './calendar-days.ts'

export interface Move {
  readonly row: Occurrence
  readonly from: PersonOf
  readonly to: PersonOf
}

interface Shared {
  readonly moves: readonly Move[]
  /** Days of each on that day: as it is, and as it would be. */
  readonly loads: readonly { readonly person: PersonOf; readonly before: number; readonly after: number }[]
}

/**
 * Who could take what of a day: from whoever has the most that day to whoever has the least, one after the other, for as long as that makes the heaviest day
 * lighter. Dates stay, and so does what is answered or has begun to be looked at.
 */
export function shareOut(rows: readonly Occurrence[], people: readonly PersonOf[]): Shared {
  const loads = new Map(people.map(({ id }) => [id, 0]))
  for (const { manager, charge, closed } of rows)
    if (manager && !closed && loads.has(manager.id)) loads.set(manager.id, (loads.get(manager.id) ?? 0) + (charge ?? 0))
  const before = new Map(loads)
  const moves = new Map<number, Move>()
  const movable = rows.filter(({ status, edit_right, charge, manager }) => status === 'TO_DO' && edit_right && (charge ?? 0) > 0 && manager !== null)
  for (const _ of movable) {
    const order = people.toSorted((one, other) => (loads.get(other.id) ?? 0) - (loads.get(one.id) ?? 0) || one.name.localeCompare(other.name))
    const [most, least] = [order[0], order.at(-1)]
    if (!most || !least) break
    const gap = (loads.get(most.id) ?? 0) - (loads.get(least.id) ?? 0)
    const [row] = movable
      .filter(({ id, manager, charge }) => manager?.id === most.id && !moves.has(id) && (charge ?? 0) < gap)
      .toSorted((one, other) => (other.charge ?? 0) - (one.charge ?? 0) || one.id - other.id)
    if (!row) break
    moves.set(row.id, { row, from: most, to: least })
    loads.set(most.id, (loads.get(most.id) ?? 0) - (row.charge ?? 0))
    loads.set(least.id, (loads.get(least.id) ?? 0) + (row.charge ?? 0))
  }
  return { moves: [...moves.values()], loads: people.map((person) => ({ person, before: before.get(person.id) ?? 0, after: loads.get(person.id) ?? 0 })) }
}
