import { createContext, useContext } from 'react'
import type { Closing } from './use-closing.ts'

/** What the verbs of the open review and what stands in its panel share. */
export interface Panel extends Closing {
  /** The review whose reason to be closed without effect is asked for. */
  readonly leaving: number | undefined
  readonly leave: (id: number | undefined) => void
  /** What was typed beside a review, by its id, until it is closed. */
  readonly comments: Map<number, string>
}

const Context = createContext<Panel | undefined>(undefined)
export const PanelProvider = Context.Provider

export function usePanel(): Panel {
  const panel = useContext(Context)
  if (!panel) throw new Error('reviews are closed in their list or their dialog')
  return panel
}
