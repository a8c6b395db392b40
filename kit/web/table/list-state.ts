import { rowsPerPage } from '#kit/contract/limits.ts'
import type { Filter, ListQuery, Sort } from '#kit/contract/list-query.ts'

/** Ids of plain rows are numbers; those of several entities in one list carry a letter (`r12`, TBL-05). */
export type RowId = number | string

/** What a person asked of a list. It is kept in the URL, so that going back or sharing the address brings it back. */
export interface ListState {
  readonly page: number
  readonly per_page: number
  readonly sort: readonly Sort[]
  readonly filters: readonly Filter[]
  readonly search: string
  /** `list`, `board`, `gantt` or one of the page's own views. */
  readonly view: string
  /** The opened row; `new` while one is being added. */
  readonly id?: RowId
  /** The list as it stood at the end of this day, `YYYY-MM-DD`; now when absent. */
  readonly as_of?: string
}

/** A change of list state; `id: undefined` closes the panel. */
export type ListChange = Partial<{ -readonly [K in keyof ListState]: ListState[K] | undefined }>

/** The parts of a list state that may differ from one list to the next when the URL says nothing. */
export type ListDefaults = Partial<Pick<ListState, 'sort' | 'per_page' | 'view' | 'filters'>> & {
  /** In place of no filters while the list is shown as a list: other views show every state at once. */
  readonly listFilters?: readonly Filter[]
}

const noFilters: readonly Filter[] = []

/** The filters of a list, in a view, whose address says none. */
export const standingFilters = ({ filters, listFilters }: ListDefaults, view: string): readonly Filter[] =>
  filters ?? (view === 'list' ? listFilters : undefined) ?? noFilters

type Search = Readonly<Record<string, unknown>>

const positive = (value: unknown, max: number, otherwise: number) => {
  const n = Number(value)
  return Number.isInteger(n) && n > 0 && n <= max ? n : otherwise
}

const readSort = (value: unknown): Sort[] | undefined =>
  typeof value === 'string' && value
    ? value
        .split(',')
        .slice(0, 3)
        .map((part) => (part.startsWith('-') ? { name: part.slice(1), order: 'desc' } : { name: part, order: 'asc' }))
    : undefined

const writeSort = (sort: readonly Sort[]) => sort.map((s) => (s.order === 'desc' ? `-${s.name}` : s.name)).join(',')

const isOption = (o: unknown): o is Filter['selected_options'][number] =>
  o === null || ['string', 'number', 'boolean'].includes(typeof o) || (typeof o === 'object' && ('text' in o || 'from' in o || 'to' in o || 'period' in o))

const readFilters = (value: unknown): Filter[] | undefined => {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return Object.entries(value).flatMap(([name, options]) => {
    const selected_options = Array.isArray(options) ? options.filter(isOption) : []
    return selected_options.length ? [{ name, selected_options }] : []
  })
}

const writeFilters = (filters: readonly Filter[]) => Object.fromEntries(filters.map((f) => [f.name, f.selected_options]))

const readId = (value: unknown): RowId | undefined => (typeof value === 'number' || (typeof value === 'string' && value !== '') ? value : undefined)

/** A day as an address has it; undefined where it is none. */
export const readDay = (value: unknown): string | undefined =>
  typeof value === 'string' && /^\d{4}-\d{2}-\d{2}$/.test(value) && new Date(`${value}T00:00:00Z`).toJSON()?.startsWith(value) ? value : undefined

/** Reads a list state from the URL's search; whatever cannot be understood counts as unsaid (plain guards keep zod out of the entry chunk). */
export function readListState(search: Search, defaults: ListDefaults = {}): ListState {
  const id = readId(search.id)
  const as_of = readDay(search.as_of)
  const view = typeof search.view === 'string' ? search.view : (defaults.view ?? 'list')
  return {
    page: positive(search.page, 1_000_000, 1),
    per_page: positive(search.per_page, 6000, defaults.per_page ?? rowsPerPage),
    sort: readSort(search.sort) ?? defaults.sort ?? [],
    filters: readFilters(search.filters) ?? standingFilters(defaults, view),
    search: typeof search.search === 'string' || typeof search.search === 'number' ? String(search.search) : '',
    view,
    ...(id === undefined ? {} : { id }),
    ...(as_of === undefined ? {} : { as_of }),
  }
}

/** The search that `readListState` reads back, without what equals the defaults; keys of others in `search` stay. */
export function writeListState(search: Search, state: ListState, defaults: ListDefaults = {}): Record<string, unknown> {
  const own = {
    page: state.page === 1 ? undefined : state.page,
    per_page: state.per_page === (defaults.per_page ?? rowsPerPage) ? undefined : state.per_page,
    sort: writeSort(state.sort) === writeSort(defaults.sort ?? []) ? undefined : writeSort(state.sort),
    filters: JSON.stringify(state.filters) === JSON.stringify(standingFilters(defaults, state.view)) ? undefined : writeFilters(state.filters),
    search: state.search || undefined,
    view: state.view === (defaults.view ?? 'list') ? undefined : state.view,
    id: state.id,
    as_of: state.as_of,
  }
  return { ...search, ...own }
}

/** Applies a change; anything that changes which rows match goes back to page 1 (TBL-15). */
export function changeListState(state: ListState, change: ListChange): ListState {
  const resets = ['sort', 'filters', 'search', 'per_page', 'as_of'].some((key) => key in change) && !('page' in change)
  const next: ListChange = { ...state, ...change, ...(resets ? { page: 1 } : {}) }
  if (next.id === undefined) delete next.id
  if (next.as_of === undefined) delete next.as_of
  return next as ListState
}

/** The page to show when `total` rows match, always within 1 … last. */
export const pageInRange = (page: number, perPage: number, total: number) => Math.min(Math.max(1, page), Math.max(1, Math.ceil(total / perPage)))

/** Sets or, when nothing is selected, removes the filter of one field. */
export function withFilter(filters: readonly Filter[], name: string, selected_options: Filter['selected_options']): Filter[] {
  const others = filters.filter((f) => f.name !== name)
  if (!selected_options.length) return others
  return filters.some((f) => f.name === name) ? filters.map((f) => (f.name === name ? { name, selected_options } : f)) : [...others, { name, selected_options }]
}

/** The next sort after a click on a column: ascending, then descending, one column unless `additive` (TBL-14). */
export function toggleSort(sort: readonly Sort[], name: string, additive: boolean): Sort[] {
  const current = sort.find((s) => s.name === name)
  const next: Sort = { name, order: current?.order === 'asc' ? 'desc' : 'asc' }
  if (!additive) return [next]
  return current ? sort.map((s) => (s.name === name ? next : s)) : [...sort, next].slice(-3)
}

/** A change of view with what follows from it: filters that nobody chose are those of the new one. */
export const withView = (state: ListState, change: ListChange, defaults: ListDefaults): ListChange =>
  change.view !== undefined && !('filters' in change) && JSON.stringify(state.filters) === JSON.stringify(standingFilters(defaults, state.view))
    ? { ...change, filters: standingFilters(defaults, change.view) }
    : change

/** The body of a page request, in groups by a field if there is one. */
export function pageQuery(state: ListState, group?: string): { queryParams: ListQuery; page: number } {
  const queryParams = {
    ...(group !== undefined && { group }),
    sort: [...state.sort],
    filters: [...state.filters],
    global_search: state.search.trim(),
    per_page: state.per_page,
    page: state.page,
  }
  return { queryParams, page: state.page }
}
