/** Submissions of which nobody knows what became of them, by what they said. */
const unsettled = new Map<string, string>()
/** The oldest are forgotten: by then their list has been looked at again. */
const most = 50

/** A new name for one submission (`Idempotency-Key`). */
export const newKey = (): string => Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')

/**
 * The key under which something is created: the one it had the last time when the same was sent before and no answer came, so that the server
 * knows it again; else a new one.
 */
export function keyFor(what: string): string {
  const key = unsettled.get(what) ?? newKey()
  unsettled.delete(what)
  unsettled.set(what, key)
  const [oldest] = unsettled.keys()
  if (unsettled.size > most && oldest !== undefined) unsettled.delete(oldest)
  return key
}

/** The server has answered: the same again is another submission. */
export const settle = (what: string): void => {
  unsettled.delete(what)
}
