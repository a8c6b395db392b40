import { createContext, useContext } from 'react'
import type { ListLink } from '#kit/contract/source.ts'
import { rowsOf } from '#kit/web/figure-link.ts'

/** The day of which figures tell, so that a list opens as it was then; undefined: they tell of now. */
export const FiguresOf = createContext<string | undefined>(undefined)

/** Where the rows that are counted stand; nothing where there are none, or where figures lead nowhere. */
export function useListOf(opens: boolean) {
  const on = useContext(FiguresOf)
  return (link: ListLink | null) => (opens && link && (link.total ?? 0) > 0 ? rowsOf(link.entity, link.filters, on) : undefined)
}
