import { useQuery } from '@tanstack/react-query'
import { useCallback, useEffect, useMemo, useRef } from 'react'
import type { ObjectAnswer } from '#kit/contract/envelope.ts'
import { rowsPerPage } from '#kit/contract/limits.ts'
import { api } from '#kit/web/api/client.ts'
import { queryClient } from '#kit/web/api/queries.ts'
import type { ListSetting } from '#kit/web/table/column-layout.ts'

/** Milliseconds a setting rests before it is written. */
const pause = 800

/** A person's setting of a list and how to change it. */
export interface ListSettingState {
  /** False while the answer is on its way: the table waits, so that columns do not jump. */
  readonly ready: boolean
  /** As it was when the page opened, for what must not change under the person's hands. */
  readonly first: Partial<ListSetting>
  readonly current: ListSetting
  readonly change: (next: ListSetting) => void
  readonly reset: () => void
}

const standard: ListSetting = { columns: [], density: 'compact', view_mode: 'list', per_page: rowsPerPage }

/** A person's columns, density, view and page size for one list, kept on the server. */
export function useListSetting(list: string): ListSettingState {
  const query = useQuery({
    queryKey: ['list_setting', list],
    queryFn: ({ signal }) => api.get<ObjectAnswer<Partial<ListSetting> | null>>(`/list_setting/${list}`, { signal }),
    staleTime: Number.POSITIVE_INFINITY,
    retry: false,
  })
  const waiting = useRef<{ timer: ReturnType<typeof setTimeout>; write: () => void } | undefined>(undefined)
  const first = useRef<Partial<ListSetting> | undefined>(undefined)
  const setting = query.data?.object ?? undefined
  if (!query.isPending) first.current ??= setting ?? {}

  const change = useCallback(
    (next: ListSetting) => {
      queryClient.setQueryData(['list_setting', list], { ok: true, object: next })
      clearTimeout(waiting.current?.timer)
      const write = () => {
        waiting.current = undefined
        // A taste that could not be kept is not worth a message; it still holds on this page.
        void api.put(`/list_setting/${list}`, next).catch(() => undefined)
      }
      waiting.current = { timer: setTimeout(write, pause), write }
    },
    [list],
  )
  useEffect(
    () => () => {
      clearTimeout(waiting.current?.timer)
      waiting.current?.write()
    },
    [list],
  )
  const current = useMemo(() => ({ ...standard, ...setting }), [setting])
  return {
    ready: !query.isPending,
    first: first.current ?? {},
    current,
    change,
    reset: () => change({ ...current, columns: [], density: 'compact' }),
  }
}
