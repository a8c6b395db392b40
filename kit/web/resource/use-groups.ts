import { useMemo, useState } from 'react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { PageAnswer } from '#kit/contract/envelope.ts'
import { withFilter, type ListChange, type ListState } from '#kit/web/table/list-state.ts'
import { rowsByGroup, type RowsGroup } from './groups.ts'
import type { AnyRow } from './presentation.ts'

interface Grouped {
  readonly by: string | undefined
  readonly rows: readonly AnyRow[] | undefined
  readonly page: UseQueryResult<PageAnswer<AnyRow>>
  readonly state: ListState
  readonly onChange: (change: ListChange) => void
}

/** A group on the page, and whether its rows are folded away. */
export interface FoldedGroup {
  readonly group: RowsGroup
  readonly folded: boolean
  /** Shows its rows alone; absent where they are. */
  readonly only: (() => void) | undefined
}

/** The groups of a page, which of them are folded, and the rows that stand in the others, in their order; no groups where the list has none. */
export function useGroups({ by, rows, page, state, onChange }: Grouped) {
  const [closed, setClosed] = useState<ReadonlySet<string>>(new Set())
  const groupAnswers = page.data?.groups
  const found = useMemo(() => (by === undefined || !rows ? undefined : rowsByGroup(rows, by, groupAnswers)), [by, rows, groupAnswers])
  const shown = useMemo(() => (found ? found.filter(({ key }) => !closed.has(key)).flatMap((group) => group.rows) : rows), [found, closed, rows])
  const alone = state.filters.some(({ name }) => name === by)
  const groups = found?.map((group): FoldedGroup => ({
    group,
    folded: closed.has(group.key),
    only: alone || by === undefined ? undefined : () => onChange({ filters: withFilter(state.filters, by, [group.key === '' ? null : Number(group.key)]) }),
  }))
  const fold = (key: string, folded: boolean) => setClosed(new Set(folded ? [...closed, key] : [...closed].filter((one) => one !== key)))
  return { groups, shown, fold }
}
