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
export type OccurrenceValues = Omit<z.input<NonNullable<(typeof answerOccurrence)['body']>>, 'version'>

/** Gives an answer without waiting for what it puts out of date; throws what is refused. */
export const giveAnswer = async (row: Pick<Occurrence, 'id' | 'version'>, values: OccurrenceValues, key?: string): Promise<Occurrence> =>
  (
    await inLine(`/occurrence/${row.id}`, row, ({ version }) =>
      api.post<ObjectAnswer<Occurrence>>(`/occurrence/${row.id}/answer`, { ...values, version }, key === undefined ? {} : { key }),
    )
  ).object

/** Gives an answer, under a key of its own or the one given; throws what is refused. */
export async function sendAnswer(row: Occurrence, values: OccurrenceValues, key?: string): Promise<Occurrence> {
  const object = await giveAnswer(row, values, key)
  await renewed()
  return object
}

/** Takes an answer back, and tells what is there then. */
export const undoAnswer = async (id: number): Promise<Occurrence> => (await api.post<ObjectAnswer<Occurrence>>(`/occurrence/${id}/undo`, {})).object

/** Takes back an answer that was given a moment ago. */
export async function takeBack(row: Pick<Occurrence, 'id'>): Promise<void> {
  await api.post(`/occurrence/${row.id}/undo`, {})
  await renewed()
}

/** What the entry grid is about; it is not fetched again with every answer that is given in it. */
export const useEntryRows = (filters: readonly Filter[], order: 'asc' | 'desc', per_page: number) =>
  useQuery({
    queryKey: ['entry_grid', filters],
    queryFn: ({ signal }) =>
      api.post<ListAnswer<Occurrence>>('/occurrence/page', { queryParams: { filters, sort: [{ name: 'due_date', order }], per_page } }, { signal }),
    select: ({ objects }) => objects,
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

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
