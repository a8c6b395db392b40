import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import type { ListAnswer } from '#kit/contract/envelope.ts'
import type { FieldOptions, Reference } from '#kit/contract/field.ts'
import { api } from '#kit/web/api/client.ts'

/** Options shown at a time; more are found by typing. */
const optionPage = 200

const none: readonly Reference[] = []

/** Of people and groups, the rights that what they are chosen for asks of them, with commas between them. */
export const optionsFor = ({ only, asks }: Pick<FieldOptions, 'only' | 'asks'>): Readonly<Record<string, string>> | undefined =>
  asks ? { ...only, asks } : only

/** Rows of an entity to choose from, `only` those of some choices, archived ones only when asked for; typing searches from the second character on (TBL-35). */
export function useOptions(entity: string, search: string, enabled: boolean, archived = false, only?: Readonly<Record<string, string>>) {
  const text = useDeferredValue(search.trim())
  const wanted = text.length > 1 ? text : ''
  const query = useQuery({
    queryKey: [entity, 'options', wanted, archived, only],
    queryFn: ({ signal }) =>
      api.get<ListAnswer<Reference> & { readonly archivable: boolean }>(`/${entity}/options`, {
        query: { search: wanted, limit: optionPage + 1, ...only, ...(archived ? { archived: 1 } : {}) },
        signal,
      }),
    placeholderData: keepPreviousData,
    staleTime: 60_000,
    enabled,
  })
  const objects = query.data?.objects ?? none
  return {
    options: useMemo(() => objects.slice(0, optionPage), [objects]),
    /** There are others, to be found by typing. */
    more: objects.length > optionPage,
    busy: query.isFetching,
    failed: query.isError,
    archivable: query.data?.archivable ?? false,
  }
}

/** The names of rows known only by id, such as those a filter in the URL holds. */
export function useNamed(entity: string, ids: readonly number[], enabled: boolean): readonly Reference[] {
  const query = useQuery({
    queryKey: [entity, 'options', 'ids', ids],
    queryFn: ({ signal }) => api.get<ListAnswer<Reference>>(`/${entity}/options`, { query: { ids, limit: ids.length }, signal }),
    staleTime: 60_000,
    enabled: enabled && ids.length > 0,
  })
  return query.data?.objects ?? []
}
