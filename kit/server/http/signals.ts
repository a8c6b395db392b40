/** What hears one kind of signal that transactions of any server give, and whether they are heard at the moment. */
export interface Hearer {
  readonly said: (text: string) => void
  readonly listening: (hears: boolean) => void
}

/** What is said when a customer is suspended, with its id. */
export const closedSignal = 'closed'

/** Signals between servers, as far as an area needs them. */
export interface Signals {
  /** From here on signals of a kind, `<kind>:<text>` on the channel of notifications, are heard, as long as `listening` says so. */
  readonly hear: (kind: string, hearer: Hearer) => void
}
