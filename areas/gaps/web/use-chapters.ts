import { useQuery } from '@tanstack/react-query'
import type { RowOf } from '#kit/contract/entity.ts'
import { rowLimit } from '#kit/contract/limits.ts'
import { gapGroup } from '#areas/gaps/contract/gap-group.ts'
import { pageQueryOf } from '#kit/web/resource/list-api.ts'

export type Chapter = RowOf<typeof gapGroup>

/** The chapters of a register, as they stand in its report; or stood at the end of a day. */
export const useChapters = (register: number, asOf?: string) =>
  useQuery({
    ...pageQueryOf<Chapter>(
      gapGroup,
      {
        queryParams: {
          filters: [{ name: 'register', selected_options: [register] }],
          sort: [{ name: 'order', order: 'asc' }],
          per_page: rowLimit,
          global_search: '',
          page: 1,
        },
        page: 1,
      },
      asOf ? { as_of: asOf } : {},
    ),
    select: ({ objects }) => objects,
  })
