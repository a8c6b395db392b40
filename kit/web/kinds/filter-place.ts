import { useQuery } from '@tanstack/react-query'
import { createContext, useContext, type ReactNode } from 'react'
import type { ObjectAnswer } from '#kit/contract/envelope.ts'
import type { Filter } from '#kit/contract/list-query.ts'
import { api } from '#kit/web/api/client.ts'
import type { TriggerProps } from '#kit/web/ui/popover.tsx'

/** Where a filter stands other than below the head of its column. */
export interface FilterPlaceState {
  /** Draws what opens the filter; `chosen` is what it holds in words. */
  readonly trigger: (props: TriggerProps, chosen: string | undefined) => ReactNode
  /** Stands there until the filter is. */
  readonly waiting: (label: string) => ReactNode
  readonly startOpen: boolean
  readonly onOpenChange: (open: boolean) => void
  /** The list that it filters, to count what each choice would show. */
  readonly counted: CountedFilter
}

interface CountedFilter {
  readonly entity: string
  readonly name: string
  readonly filters: readonly Filter[]
  readonly search: string
}

export const FilterPlace = createContext<FilterPlaceState | null>(null)

export interface FilterCounts {
  readonly total: number
  readonly all: number
  readonly without: readonly number[]
  readonly options: readonly number[]
}

/** The query that counts rows without each filter of a list and with each option of one field. */
export const filterCountsOf = (entity: string, filters: readonly Filter[], search: string, of?: { name: string; options: Filter['selected_options'] }) => ({
  queryKey: [entity, 'filter_counts', filters, search, of],
  queryFn: ({ signal }: { signal: AbortSignal }) =>
    api.post<ObjectAnswer<FilterCounts>>(`/list/${entity}/counts`, { queryParams: { filters, global_search: search }, ...(of && { of }) }, { signal }),
  select: (answer: ObjectAnswer<FilterCounts>) => answer.object,
  staleTime: 10_000,
})

/** The most options that are counted: each is a comparison of every row. */
const countedOptions = 40
const nowhere: CountedFilter = { entity: '', name: '', filters: [], search: '' }

/** How many rows there would be with each option of an open filter; nothing where that is not counted. */
export function useOptionCounts(options: Filter['selected_options'], opened: boolean): readonly number[] | undefined {
  const place = useContext(FilterPlace)
  const { entity, name, filters, search } = place?.counted ?? nowhere
  const enabled = place !== null && opened && options.length > 0 && options.length <= countedOptions
  const others = filters.filter((filter) => filter.name !== name)
  return useQuery({ ...filterCountsOf(entity, others, search, { name, options }), enabled, retry: false }).data?.options
}
