import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query'
import { useLayoutEffect, useMemo } from 'react'
import type { EntityDef } from '#kit/contract/entity.ts'
import type { ListAnswer, PageAnswer } from '#kit/contract/envelope.ts'
import { api, type Query } from '#kit/web/api/client.ts'
import { inPlaces, useSeen } from '#kit/web/table/kept-places.ts'
import type { RowId } from '#kit/web/table/list-state.ts'
import type { PageBody } from './list-api.ts'
import type { AnyRow } from './presentation.ts'

/** Rows that are read anew although they no longer match; of more, the list is shown as it is. */
const atMost = 100
const nothing: ReadonlySet<RowId> = new Set()

interface Kept {
  readonly rows: readonly AnyRow[] | undefined
  /** Those that stand there although they no longer match. */
  readonly leaving: ReadonlySet<RowId>
}

/** Whether a row was archived since, or taken back from there. */
const wasSentAway = (seen: AnyRow, now: AnyRow) => Reflect.get(seen, 'archived') !== Reflect.get(now, 'archived')

/**
 * The rows of a page in the places in which somebody saw them, until they ask something else or go: whoever works down a list finds the row that they have
 * just decided where it was, as it is now, and the next one below it. What was deleted goes, and an order by hand is shown as it was made.
 */
export function useKeptRows(entity: EntityDef, body: PageBody, params: Query, page: UseQueryResult<PageAnswer<AnyRow>>): Kept {
  const { before, drawn } = useSeen<AnyRow>(JSON.stringify([entity.name, params, body]))
  const answered = page.data?.objects
  const settled = page.isPlaceholderData ? undefined : answered
  const byHand = body.queryParams.sort.some(({ name }) => name === 'order') || (entity.ordered === true && body.queryParams.sort.length === 0)
  const seen = byHand ? undefined : before
  const gone = useMemo(() => {
    if (!settled || !seen) return []
    const here = new Set(settled.map(({ id }) => id))
    // Rows of mixed lists are rows of several entities.
    return seen.flatMap(({ id }) => (here.has(id) || typeof id !== 'number' ? [] : [id]))
  }, [settled, seen])
  const left = useQuery({
    queryKey: [entity.name, 'kept', gone],
    queryFn: ({ signal }) => api.get<ListAnswer<AnyRow>>(`/${entity.name}`, { query: { ids: gone, limit: atMost }, signal }),
    enabled: gone.length > 0 && gone.length <= atMost,
    placeholderData: keepPreviousData,
  })
  const retained = useMemo((): Kept => {
    if (!settled || !seen || gone.length > atMost) return { rows: answered, leaving: nothing }
    const now = new Map(left.data?.objects.map((row) => [row.id, row]))
    const wanted = new Set(gone)
    // Until they are read they stand there as they were; what is not there then was deleted, and what was archived or taken back went where it was sent.
    const still = seen.flatMap((row) => {
      if (!wanted.has(row.id)) return []
      const fresh = now.get(row.id)
      if (fresh) return wasSentAway(row, fresh) ? [] : fresh
      return left.isPending || left.isPlaceholderData ? row : []
    })
    return {
      rows: inPlaces(seen, settled, new Map(still.map((row) => [row.id, row]))),
      leaving: new Set(still.map(({ id }) => id)),
    }
  }, [answered, settled, seen, gone, left.data, left.isPending, left.isPlaceholderData])
  useLayoutEffect(() => drawn(settled && retained.rows))
  return retained
}
