import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ListAnswer } from '#kit/contract/envelope.ts'
import { rowLimit } from '#kit/contract/limits.ts'
import { asOfCall } from '#kit/web/resource/list-api.ts'
import { api } from '#kit/web/api/client.ts'
import type { Measure } from '#areas/measures/web/presentation.tsx'

/** The day on which what puts a measure in place is due. */
export interface Due {
  readonly day: string
  readonly late: boolean
}

interface Building {
  readonly measure: { readonly id: number } | null
  readonly measures: readonly { readonly id: number }[] | null
  readonly target_date: string | null
  readonly late: boolean | null
}

function daysOf(answers: readonly ListAnswer<Building>[]): ReadonlyMap<number, Due> {
  const days = new Map<number, Due>()
  for (const { measure, measures, target_date: day, late } of answers.flatMap(({ objects }) => objects))
    for (const { id } of [...(measure ? [measure] : []), ...(measures ?? [])])
      if (day !== null && day > (days.get(id)?.day ?? '')) days.set(id, { day, late: late === true })
  return days
}

/** When planned measures are due: the last day of the open actions that put them in place, as far as the reader may see these. */
export function useDueDays(measures: readonly Measure[], asOf: string | undefined): ReadonlyMap<number, Due> | undefined {
  const ids = measures.flatMap(({ id, situation }) => (situation === 'PLANNED' ? [id] : [])).toSorted((a, b) => a - b)
  return useQuery({
    queryKey: ['remediation', 'due_of', ids, ...(asOf ? [asOf] : [])],
    queryFn: ({ signal }) => {
      const filters = [
        { name: 'type', selected_options: ['BUILD'] },
        { name: 'closed', selected_options: [false] },
      ]
      // What an action implements beside its own measure is in another field of it.
      const asked = (name: string) =>
        api.post<ListAnswer<Building>>(
          '/remediation/page',
          { queryParams: { filters: [...filters, { name, selected_options: ids }], per_page: rowLimit } },
          { signal, ...asOfCall(asOf) },
        )
      return Promise.all(['measure', 'measures'].map(asked))
    },
    enabled: ids.length > 0,
    placeholderData: keepPreviousData,
    // One function for all renders: with another at each the same answer would be another map, and drawn anew without end.
    select: daysOf,
  }).data
}
