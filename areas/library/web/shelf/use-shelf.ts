import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useEffect, useMemo, useRef } from 'react'
import type { listShelf, planAddition, previewShelf, searchShelf, shelfStatus, ShelfStatuses } from '#areas/library/contract/shelf.ts'
import { api } from '#kit/web/api/client.ts'
import { queryClient, renewAllBut } from '#kit/web/api/queries.ts'

const names = { list: ['library', 'shelf'], status: ['library', 'standing'] } as const

/** Everything on the shelf: a few hundred lines, searched and sorted here. */
export const useShelf = () =>
  useQuery({ queryKey: names.list, queryFn: ({ signal }) => api.call<typeof listShelf>('GET /shelf', { signal }), staleTime: 60_000 })

const isRunning = (standings: ShelfStatuses | undefined) =>
  standings !== undefined &&
  (standings.objects.some(({ state }) => state === 'waiting' || state === 'adding') ||
    standings.uploads.some(({ read_at }) => read_at === null) ||
    (standings.folder !== null && standings.folder.read_at === null))

/** How the shelf stands, asked for every second while something is on its way; what has come by then is read again everywhere. */
export function useStandings() {
  const query = useQuery({
    queryKey: names.status,
    queryFn: ({ signal }) => api.call<typeof shelfStatus>('GET /shelf/status', { signal }),
    refetchInterval: ({ state }) => (isRunning(state.data) ? 1000 : false),
    staleTime: 0,
  })
  const running = isRunning(query.data)
  const ran = useRef(false)
  useEffect(() => {
    if (ran.current && !running) void renewAllBut('import_report')
    ran.current = running
  }, [running])
  return { standings: query.data, running }
}

export const askStandings = () => queryClient.invalidateQueries({ queryKey: names.status })

/** What is on the shelf, and how it stands. */
export const askShelf = () => Promise.all(Object.values(names).map((queryKey) => queryClient.invalidateQueries({ queryKey })))

/** Libraries whose texts hold the words; nothing is asked for less than three letters. */
export function useTextSearch(search: string): ReadonlySet<number> | undefined {
  const asked = search.trim()
  const { data } = useQuery({
    queryKey: ['library', 'search', asked],
    queryFn: ({ signal }) => api.call<typeof searchShelf>('GET /shelf/search', { query: { q: asked }, signal }),
    enabled: asked.length >= 3,
    placeholderData: keepPreviousData,
  })
  const ids = asked.length >= 3 ? data?.ids : undefined
  return useMemo(() => ids && new Set(ids), [ids])
}

export const usePreview = (id: number) =>
  useQuery({
    queryKey: ['library', 'preview', id],
    queryFn: ({ signal }) => api.call<typeof previewShelf>('GET /shelf/{id}', { params: { id }, signal }),
    select: ({ object }) => object,
  })

/** What comes along with the checked libraries. */
export const usePlan = (ids: readonly number[]) =>
  useQuery({
    queryKey: ['library', 'plan', ids],
    queryFn: ({ signal }) => api.call<typeof planAddition>('POST /shelf/preview', { body: { ids: [...ids] }, signal }),
    select: ({ object }) => object,
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
  })
