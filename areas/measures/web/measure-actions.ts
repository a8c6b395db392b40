import type { measure } from '#areas/measures/contract/measure.ts'
import type { ListAnswer, ObjectAnswer } from '#kit/contract/envelope.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import { useQuery } from '@tanstack/react-query'
import { api, failureDetails } from '#kit/web/api/client.ts'
import { invalidate, renewed } from '#kit/web/api/queries.ts'
import { asOfCall } from '#kit/web/resource/list-api.ts'
import { toast } from '#kit/web/ui/toast.ts'

/** What a measure shows of an action; the actions themselves belong to an area above. */
export interface ActionOfMeasure {
  readonly id: number
  readonly identifier: string
  readonly name: string
  readonly type: 'BUILD' | 'UPGRADE' | 'SIMPLE'
  readonly status: string
  readonly impact: number | null
  readonly target_date: string | null
}

/** The actions that implement, improve or concern a measure; or did at the end of a day. */
export const useActionsOf = (id: number, asOf?: string) =>
  useQuery({
    queryKey: ['remediation', 'of_measure', id, ...(asOf ? [asOf] : [])],
    queryFn: ({ signal }) =>
      api.post<ListAnswer<ActionOfMeasure>>(
        '/remediation/page',
        { queryParams: { filters: [{ name: 'measure', selected_options: [id] }], per_page: 200 } },
        { signal, ...asOfCall(asOf) },
      ),
    select: (answer) => answer.objects,
  })

/** The recurring tasks of a measure, as far as its reader sees them; they go with it (RUN-24). */
export const useTasksOf = (id: number) =>
  useQuery({
    queryKey: ['runtask', 'of_measure', id],
    queryFn: ({ signal }) =>
      api.post<ListAnswer<{ readonly id: number }>>(
        '/runtask/page',
        { queryParams: { filters: [{ name: 'measure', selected_options: [id] }], per_page: 200 } },
        { signal },
      ),
    select: ({ objects }) => objects.length,
  })

/** The open actions that implement a measure, as they stand now. */
export async function buildActionsOf(id: number): Promise<readonly (ActionOfMeasure & { readonly version: number })[]> {
  const filters = [
    { name: 'measure', selected_options: [id] },
    { name: 'type', selected_options: ['BUILD'] },
    { name: 'closed', selected_options: [false] },
  ]
  const { objects } = await api.post<ListAnswer<ActionOfMeasure & { version: number }>>('/remediation/page', { queryParams: { filters, per_page: 20 } })
  return objects
}

/** Runs a write, says how it went, offers what takes it back, and answers what was refused in words; nothing when it was done. */
export async function attempt<A extends { message?: string }>(
  send: () => Promise<A>,
  back?: (answer: A) => { readonly label: string; readonly run: () => void } | undefined,
): Promise<string | undefined> {
  try {
    const answer = await send()
    const action = back?.(answer)
    if (answer.message) toast.success(answer.message, action ? { action } : {})
    return undefined
  } catch (reason) {
    return failureDetails(reason)
  } finally {
    await Promise.all([renewed(), invalidate('score')])
  }
}

/** The fork dialogs' call, which the area of actions answers (MEA-22). */
export const forkRun = (body: Readonly<Record<string, unknown>>) =>
  api.post<ObjectAnswer<{ measure_id: number; remediation_id?: number }>>('/solution/fork_run', body)

export const resetMeasure = (row: RowOf<typeof measure>) => api.post<{ message?: string }>(`/measure/${row.id}/reset`, {})
