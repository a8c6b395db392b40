import { useLocation, useNavigate } from '@tanstack/react-router'
import { useCallback, useMemo, useRef } from 'react'
import { changeListState, readListState, withView, writeListState } from '#kit/web/table/list-state.ts'
import type { ListChange, ListDefaults, ListState } from '#kit/web/table/list-state.ts'

/**
 * The list state in the URL. Opening a row, paging and changing the view are steps that «back» undoes;
 * typing in a filter is not.
 */
export function useListState(defaults: ListDefaults): [ListState, (change: ListChange) => void] {
  const navigate = useNavigate()
  const search = useLocation({ select: (location) => location.search as Readonly<Record<string, unknown>> })
  const state = useMemo(() => readListState(search, defaults), [search, defaults])
  const latest = useRef({ state, defaults })
  latest.current = { state, defaults }
  const change = useCallback(
    (wanted: ListChange) => {
      const next = changeListState(latest.current.state, withView(latest.current.state, wanted, latest.current.defaults))
      latest.current.state = next // two changes in one event build on each other
      const step = 'id' in wanted || 'view' in wanted || 'page' in wanted
      void navigate({
        to: '.',
        search: (before: object) => writeListState({ ...before }, next, latest.current.defaults),
        replace: !step,
      } as never)
    },
    [navigate],
  )
  return [state, change]
}
