const prefix = 'vigie.typed.'

/** Of which step, and whose words they are (`context` of the session): nobody else who signs in here is shown them. */
export const placeOf = (context: string, step: string): string => `${prefix}${context}.${step}`

type Kept = Readonly<Record<string, unknown>>

function read(place: string): Kept {
  try {
    const parsed: unknown = JSON.parse(sessionStorage.getItem(place) ?? '{}')
    return typeof parsed === 'object' && parsed !== null ? (parsed as Kept) : {}
  } catch {
    return {}
  }
}

/** What was typed there and neither saved nor skipped; else what stands there at first. */
export function keptTyped<T>(place: string, name: string, initial: () => T): T {
  const stored = read(place)
  return Object.hasOwn(stored, name) ? (stored[name] as T) : initial()
}

export const keepTyped = (place: string, name: string, value: unknown): void => sessionStorage.setItem(place, JSON.stringify({ ...read(place), [name]: value }))

/** The step has been answered. */
export const forgetTyped = (place: string): void => sessionStorage.removeItem(place)
