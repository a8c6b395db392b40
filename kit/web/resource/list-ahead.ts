import { declaredSort, type EntityDef } from '#kit/contract/entity.ts'
import type { Filter } from '#kit/contract/list-query.ts'
import type { Query } from '#kit/web/api/client.ts'
import { queryClient } from '#kit/web/api/queries.ts'
import type { ListSetting } from '#kit/web/table/column-layout.ts'
import { pageQuery, readListState, type ListDefaults, type ListState } from '#kit/web/table/list-state.ts'
import { askedGroup, opensWork } from './groups.ts'
import { pageQueryOf } from './list-api.ts'
import { listSettings } from './list-settings.ts'

/** What a list shows when its URL says nothing: as declared, as its page wants it, and in the view that its reader chose last. */
export const listDefaults = (entity: EntityDef, setting: Partial<ListSetting>, own: ListDefaults = {}, list = entity.name): ListDefaults => ({
  sort: declaredSort(entity),
  ...opensWork(entity, list),
  ...(setting.per_page ? { per_page: setting.per_page } : {}),
  ...own,
  ...(setting.view_mode ? { view: setting.view_mode } : {}),
})

/** The state as the server is asked for it: with the filters that are always on. */
export const askedState = (state: ListState, fixed: readonly Filter[]): ListState => ({ ...state, filters: [...fixed, ...state.filters] })

/** What goes along with every call of a list. */
export const listParams = (params: Query | undefined, { as_of }: Pick<ListState, 'as_of'>): Query => ({ ...params, ...(as_of ? { as_of } : {}) })

/**
 * Asks for the rows of a page of one plain list while the page itself is being put together, so that it is drawn once, with them. A page
 * module exports it as `ahead`; it answers once the rows are there, and never fails: the page will say what went wrong.
 */
export const listAhead =
  (entity: EntityDef, { list = entity.name, defaults }: { readonly list?: string; readonly defaults?: ListDefaults } = {}) =>
  async (search: Readonly<Record<string, unknown>>): Promise<void> => {
    await listSettings.load()
    const setting = listSettings.get()?.get(list) ?? {}
    const state = readListState(search, listDefaults(entity, setting, defaults, list))
    const group = askedGroup(entity, { list, fixed: [], setting, view: state.view, perPage: state.per_page })
    await queryClient.prefetchQuery(pageQueryOf(entity, pageQuery(askedState(state, []), group), listParams(undefined, state)))
  }
