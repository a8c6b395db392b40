/** What a key asks for while linking. */
export type LinkingCommand =
  | { readonly do: 'next' | 'previous' | 'skip' | 'link' | 'search' | 'new' | 'select' | 'undo' | 'close' | 'down' | 'up' | 'fold' }
  | { readonly do: 'tick'; readonly place: number }

interface Pressed {
  readonly key: string
  readonly ctrlKey: boolean
  readonly metaKey: boolean
  readonly altKey: boolean
}

interface Where {
  /** Something is being written. */
  readonly typing: boolean
  /** Letters and digits do something by themselves. */
  readonly letters: boolean
  /** The focus is on the rows, not on a button or a box beside them. */
  readonly onRows: boolean
}

const letters: Readonly<Record<string, LinkingCommand>> = {
  j: { do: 'next' },
  k: { do: 'previous' },
  n: { do: 'new' },
  x: { do: 'select' },
  '/': { do: 'search' },
  '1': { do: 'tick', place: 0 },
  '2': { do: 'tick', place: 1 },
  '3': { do: 'tick', place: 2 },
}
const onRows: Readonly<Record<string, LinkingCommand>> = {
  ArrowDown: { do: 'down' },
  ArrowUp: { do: 'up' },
  ArrowRight: { do: 'skip' },
  ArrowLeft: { do: 'fold' },
  Enter: { do: 'link' },
  Escape: { do: 'close' },
}

/** What a key does: nothing while one writes, single letters only where they are not switched off, arrows only on the rows. */
export function commandOf({ key, ctrlKey, metaKey, altKey }: Pressed, { typing, letters: on, onRows: rows }: Where): LinkingCommand | undefined {
  if (typing || altKey) return undefined
  if (ctrlKey || metaKey) return key.toLowerCase() === 'z' ? { do: 'undo' } : undefined
  return (rows ? onRows[key] : undefined) ?? (on ? letters[key.toLowerCase()] : undefined)
}
