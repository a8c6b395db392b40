import type { EntityDef } from '#kit/contract/entity.ts'
import type { Filter } from '#kit/contract/list-query.ts'
import { usePage } from '#kit/web/resource/list-api.ts'

/** More than a panel shows are seen in their list. */
const most = 100

/** The rows of an entity that some filters let through, as a tab lists them. */
export function useRows<E extends EntityDef>(entity: E, filters: readonly Filter[], sort: string) {
  const order = sort.startsWith('-') ? ('desc' as const) : ('asc' as const)
  return usePage(
    entity,
    { queryParams: { sort: [{ name: sort.replace('-', ''), order }], filters: [...filters], global_search: '', per_page: most, page: 1 }, page: 1 },
    {},
  )
}
