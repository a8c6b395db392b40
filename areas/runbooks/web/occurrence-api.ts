import { useQuery } from '@tanstack/react-query'
import type { answerOccurrence } from '#areas/runbooks/contract/calls.ts'
import type { occurrence } from '#areas/runbooks/contract/occurrence.ts'
import type { z } from 'zod'
import type { RowOf } from '#kit/contract/entity.ts'
import type { ListAnswer, ObjectAnswer } from '#kit/contract/envelope.ts'
import type { Filter } from '#kit/contract/list-query.ts'
import { api } from '#kit/web/api/client.ts'
import { renewed } from '#kit/web/api/queries.ts'
import { inLine } from '#kit/web/api/save-row.ts'

export type Occurrence = RowOf<typeof occurrence>
export type Said = Omit<z.input<NonNullable<(typeof answerOccurrence)['body']>>, 'version'>

/** Gives an answer; throws what is refused. */
export async function sendAnswer(row: Occurrence, said: Said): Promise<Occurrence> {
  const { object } = await inLine(`/occurrence/${row.id}`, row, ({ version }) =>
    api.post<ObjectAnswer<Occurrence>>(`/occurrence/${row.id}/answer`, { ...said, version }),
  )
  await renewed()
  return object
}

/** Takes back an answer that was given a moment ago. */
export async function takeBack(row: Pick<Occurrence, 'id'>): Promise<void> {
  await api.post(`/occurrence/${row.id}/undo`, {})
  await renewed()
}

/** Occurrences by filters, the earliest due first; all on one page. */
export const useOccurrences = (filters: readonly Filter[], name: string, per_page = 200, enabled = true) =>
  useQuery({
    queryKey: ['occurrence', name, filters],
    queryFn: ({ signal }) =>
      api.post<ListAnswer<Occurrence>>('/occurrence/page', { queryParams: { filters, sort: [{ name: 'due_date', order: 'asc' }], per_page } }, { signal }),
    select: ({ objects }) => objects,
    enabled,
    staleTime: 0,
  })
