import type { Figure } from '#kit/contract/figure.ts'
import type { Filter } from '#kit/contract/list-query.ts'
import { pageOfEntity } from './entity-pages.ts'
import { path, type Address } from './route.ts'
import { withFilter } from './table/list-state.ts'

/** Everything that a list reads from its address, so that nothing is left to what the reader keeps of it: these rows, as a list, from the first page. */
export interface ListSearch {
  readonly view: 'list'
  readonly filters: Readonly<Record<string, Filter['selected_options']>>
}

/** The search of an address that lists the rows under these filters and no others. */
export const listSearch = (filters: readonly Filter[]): ListSearch => ({
  view: 'list',
  filters: Object.fromEntries(filters.map(({ name, selected_options }) => [name, selected_options])),
})

/** The rows under these filters at a page's address; `on`: as they stood on a day gone by; `view`: in a view of the page's own. */
export function rowsAt(address: Address, filters: readonly Filter[], on?: string, view = 'list'): Address {
  const { filters: asked } = listSearch(filters)
  return `${address}${address.includes('?') ? '&' : '?'}${new URLSearchParams({ view, filters: JSON.stringify(asked), ...(on === undefined ? {} : { as_of: on }) })}` as Address
}

/** The same in the list that the reader has of an entity; nothing where they have none. */
export function rowsOf(entity: string, filters: readonly Filter[], on?: string): Address | undefined {
  const page = pageOfEntity(entity)
  return page && rowsAt(path(page.path), filters, on)
}

/** An object in the list that the reader has of its entity; nothing where they have none. */
export function recordAddress(entity: string, id: number, on?: string): Address | undefined {
  const page = pageOfEntity(entity)
  return page && path(page.path, { id, as_of: on })
}

/** The filters of a figure that does not depend on the day. */
export const filtersOf = (figure: Figure): readonly Filter[] => figure.filters('')

/**
 * What a list is asked for when one of its own figures is opened: what it was asked for already, and what the figure asks for. Of a field that
 * both speak of the figure asks for a part, or nothing would have been counted.
 */
export const narrowed = (asked: readonly Filter[], more: readonly Filter[]): Filter[] =>
  more.reduce((filters: Filter[], { name, selected_options }) => withFilter(filters, name, selected_options), [...asked])
