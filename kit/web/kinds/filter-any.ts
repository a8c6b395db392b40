import { createContext } from 'react'

/** What a filter says while nothing is chosen, where that agrees with its label: «Toutes» of priorities. */
export const FilterAny = createContext<string | undefined>(undefined)
