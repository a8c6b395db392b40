import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { EntityDef } from '#kit/contract/entity.ts'
import type { ObjectAnswer } from '#kit/contract/envelope.ts'
import type { ChoiceNames } from '#kit/contract/field.ts'
import type { Filter } from '#kit/contract/list-query.ts'
import { usePainted } from '#kit/web/after-paint.ts'
import { api } from '#kit/web/api/client.ts'
import { pageQuery, withFilter } from '#kit/web/table/list-state.ts'
import type { ListState } from '#kit/web/table/list-state.ts'
import { fieldOf, useFieldContexts } from './entity-columns.tsx'
import type { ViewTab } from './saved-views.tsx'

/** Tabs of a list by one of its choices. */
export interface CountedTabs<E extends EntityDef = EntityDef> {
  /** The choice; it must be a filter of the list. */
  readonly by: ChoiceNames<E['fields']>
  /** Answers `{<value>: count, total}` to a POST of the list's query, its filter on the choice left aside. */
  readonly counts: string
}

/** The tabs with their counts as they are known so far; nothing for a list without. */
export function useCountedTabs(
  entity: EntityDef,
  wanted: CountedTabs | undefined,
  state: ListState,
  fixed: readonly Filter[],
  standard: readonly Filter[],
  enabled: boolean,
) {
  const contextOf = useFieldContexts(entity)
  const body = pageQuery({ ...state, page: 1, sort: [], filters: withFilter([...fixed, ...state.filters], wanted?.by ?? '', []) })
  const painted = usePainted(enabled)
  const { data } = useQuery({
    queryKey: [entity.name, 'counts', body],
    queryFn: ({ signal }) => api.post<ObjectAnswer<Readonly<Record<string, number>>>>(wanted?.counts ?? '', body, { signal }),
    // Asking takes the page's time too, which the rows need first.
    enabled: painted && enabled && wanted !== undefined,
    placeholderData: keepPreviousData,
  })
  if (!wanted) return undefined
  const { by } = wanted
  const tabs = (fieldOf(entity, by).options.values ?? []).map((value): ViewTab => ({
    value,
    label: contextOf(by).words.choice(by, value),
    count: data?.object[value],
    filters: withFilter(state.filters, by, [value]),
  }))
  const others = (filters: readonly Filter[]) => JSON.stringify(withFilter(filters, by, []))
  return { total: data?.object.total, standing: state.search === '' && others(state.filters) === others(standard), tabs }
}
