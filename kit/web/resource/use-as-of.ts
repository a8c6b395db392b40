import { useLocation } from '@tanstack/react-router'
import { readDay } from '#kit/web/table/list-state.ts'

/** The day gone by of which the page shows its list and its records, as its address says; undefined is now. For what stands beside them and asks the server itself. */
export const useAsOf = (): string | undefined => useLocation({ select: ({ search }) => readDay((search as { as_of?: unknown }).as_of) })
