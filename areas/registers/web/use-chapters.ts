import { useQuery } from '@tanstack/react-query'
import type { RowOf } from '#kit/contract/entity.ts'
import { rowLimit } from '#kit/contract/limits.ts'
import { gapGroup } from '#areas/registers/contract/gap-group.ts'
import { pageQueryOf } from '#kit/web/resource/list-api.ts'

export type Chapter = RowOf<typeof gapGroup>

/** The chapters of a register, as they stand in its report. */
export const useChapters = (register: number) =>
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
      {},
    ),
    select: ({ objects }) => objects,
  })
