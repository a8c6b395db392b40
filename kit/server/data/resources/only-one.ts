import type { Refuse } from '#kit/server/data/store/refusals.ts'
import type { Changes } from './resource.ts'

/** Of two fields one holds at most, such as the person or the group in charge: naming one releases the other; naming both is refused with the message, at the second. */
export function onlyOne(changes: Changes, [first, second]: readonly [string, string], refuse: Refuse, message: string): void {
  const [one, other] = [changes[first] ?? null, changes[second] ?? null]
  if (one !== null && other !== null) refuse(second, message)
  else if (one !== null) changes[second] = null
  else if (other !== null) changes[first] = null
}
