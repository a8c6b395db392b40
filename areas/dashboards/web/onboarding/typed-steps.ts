const prefix = 'vigie.typed.'

/** Of which step, and whose words they are (`context` of the session): nobody else who signs in here is shown them. */
export const placeOf = (context: string, step: string): string => `${prefix}${context}.${step}`

type Kept = Readonly<Record<string, unknown>>

function read(place: string): Kept {
  try {
    const kept: unknown = JSON.parse(sessionStorage.getItem(place) ?? '{}')
    return typeof kept === 'object' && kept !== null ? (kept as Kept) : {}
  } catch {
    return {}
  }
}

/** What was typed there and neither saved nor skipped; else what stands there at first. */
export function keptTyped<T>(place: string, name: string, initial: () => T): T {
  const kept = read(place)
  return Object.hasOwn(kept, name) ? (kept[name] as T) : initial()
}

export const keepTyped = (place: string, name: string, value: unknown): void => sessionStorage.setItem(place, JSON.stringify({ ...read(place), [name]: value }))

/** The step has been answered. */
export const forgetTyped = (place: string): void => sessionStorage.removeItem(place)
