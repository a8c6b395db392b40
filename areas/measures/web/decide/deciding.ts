import { createContext, useContext } from 'react'
import type { Measure } from '#areas/measures/web/presentation.tsx'

/** What the verbs of the open measure and its tab «Decide» tell each other. */
export interface Deciding {
  /** The measure whose reason to be discarded is asked for, by id. */
  readonly discarding: number | undefined
  /** Answers why it was refused, in words. */
  readonly discard: (row: Measure, justification: string) => Promise<string | undefined>
  readonly stopDiscarding: () => void
  /** A measure as it was when somebody else changed it first. */
  readonly moved: Measure | undefined
  readonly forgetMoved: () => void
  /** Shows what the model of a measure proposes. */
  readonly propose: (row: Measure) => void
  readonly changeSince: (row: Measure) => void
  readonly addEvidence: (row: Measure) => void
  /** Shows what proves the open measure. */
  readonly showEvidence: () => void
  readonly open: (id: number) => void
}

const Context = createContext<Deciding | undefined>(undefined)
export const DecidingProvider = Context.Provider

export function useDeciding(): Deciding {
  const deciding = useContext(Context)
  if (!deciding) throw new Error('decisions are taken in a list of measures')
  return deciding
}
