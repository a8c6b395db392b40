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
  /** The values in which something is still to be done: of a list that begins with those they are counted together. */
  readonly open?: readonly string[]
}

/** The tabs with their counts as they are known so far; nothing for a list without. */
export function useCountedTabs(
  entity: EntityDef,
  wanted: CountedTabs | undefined,
  state: ListState,
  fixed: readonly Filter[],
  /** What the list begins with; of one that begins with what is open the tabs lead to what is not, too. */
  standard: readonly Filter[],
  enabled: boolean,
) {
  const contextOf = useFieldContexts(entity)
  const opens = standard.some(({ name }) => name === 'closed')
  const besides = (filters: readonly Filter[]) => withFilter(opens ? withFilter(filters, 'closed', []) : filters, wanted?.by ?? '', [])
  const body = pageQuery({ ...state, page: 1, sort: [], filters: [...withFilter(fixed, wanted?.by ?? '', []), ...besides(state.filters)] })
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
    filters: withFilter(opens ? withFilter(state.filters, 'closed', []) : state.filters, by, [value]),
  }))
  const others = (filters: readonly Filter[]) => JSON.stringify(besides(filters))
  /** The list begins with some of its tabs together. */
  const begins = standard.find(({ name }) => name === by)?.selected_options.map(String)
  const open = data && (begins ?? wanted.open)?.reduce((sum, value) => sum + (data.object[value] ?? 0), 0)
  return {
    begins: begins !== undefined,
    total: data?.object.total,
    all: besides(state.filters),
    open,
    isStandard: state.search === '' && others(state.filters) === others(standard),
    tabs,
  }
}
