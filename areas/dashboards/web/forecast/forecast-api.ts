import { keepPreviousData, useQuery } from '@tanstack/react-query'
import type { ForecastAnswer, ForecastCause, readForecast, remindTasks } from '#areas/dashboards/contract/forecast.ts'
import type { renewExemption, withdrawExemption } from '#areas/exemptions/contract/exemption-calls.ts'
import { api } from '#kit/web/api/client.ts'
import { invalidate } from '#kit/web/api/queries.ts'

export interface ForecastPlace {
  readonly perimeter: number | undefined
  readonly policy: number | undefined
  readonly months: number
}

export const useForecast = (place: ForecastPlace, enabled = true) =>
  useQuery({
    queryKey: ['score', 'forecast', place],
    queryFn: ({ signal }) => api.call<typeof readForecast>('GET /dashboard/forecast', { query: { ...place }, signal }),
    select: (answer) => answer.object,
    staleTime: 0,
    placeholderData: keepPreviousData,
    enabled,
  })

/** The same with every cause of each fall, for a file. */
export const wholeForecast = async (place: ForecastPlace): Promise<ForecastAnswer> =>
  (await api.call<typeof readForecast>('GET /dashboard/forecast', { query: { ...place, causes: 'ALL' } })).object

/** What of some causes can be started by whoever may write tasks or ask for exemptions, or was. */
export interface Remedies {
  readonly tasks: readonly ForecastCause[]
  readonly exemptions: readonly ForecastCause[]
  /** Tasks whose next time has a day of its own. */
  readonly bookings: readonly ForecastCause[]
}

export const count = ({ tasks, exemptions, bookings }: Remedies): number => tasks.length + exemptions.length + bookings.length

/** The remedies of causes, once for each task and exemption. */
export function remediesOf(causes: readonly ForecastCause[], started: boolean, may: { readonly remind: boolean; readonly renew: boolean }): Remedies {
  const of = (remedy: ForecastCause['remedy'], id: (cause: ForecastCause) => number | undefined) => [
    ...new Map(causes.filter((cause) => cause.remedy === remedy && cause.started === started).map((cause) => [id(cause), cause])).values(),
  ]
  return {
    tasks: may.remind ? of('REMIND', ({ task }) => task?.id) : [],
    exemptions: may.renew ? of('RENEW', ({ exemption }) => exemption?.id) : [],
    bookings: may.remind ? of('BOOK', ({ task }) => task?.id) : [],
  }
}

const shifted = (day: string, days: number) => new Date(Date.parse(`${day}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10)
/** The longest that an exemption lasts, both days included, is a year. */
const longest = 364

const remindOn = (task: number, on: string, undone = false) =>
  api.call<typeof remindTasks>('POST /dashboard/forecast/remind', { body: { tasks: [task], on, undo: undone } })

/** Books a day of one's own choice for the next time of a task. */
export async function book(task: number, on: string): Promise<void> {
  await remindOn(task, on)
  await invalidate('score', 'runtask')
}

/** Starts them, one after the other: reminders at once, then each day booked, as it is proposed, and each request for renewal, from the day after its end and for as long as it was granted. */
export async function start({ tasks, exemptions, bookings }: Remedies): Promise<void> {
  try {
    if (tasks.length > 0)
      await api.call<typeof remindTasks>('POST /dashboard/forecast/remind', { body: { tasks: tasks.flatMap(({ task }) => task?.id ?? []) } })
    for (const { task, proposed } of bookings) if (task && proposed) await remindOn(task.id, proposed)
    for (const { exemption, ends, days } of exemptions) {
      if (!exemption || ends === null) continue
      const begin = shifted(ends, 1)
      const body = { start_date: begin, end_date: shifted(begin, Math.min(days ?? longest, longest)) }
      await api.call<typeof renewExemption>('POST /exemption/{id}/renew', { params: { id: exemption.id }, body })
    }
  } finally {
    await invalidate('score', 'runtask', 'exemption')
  }
}

/** Takes back what was started. */
export async function undo({ tasks, exemptions, bookings }: Remedies): Promise<void> {
  try {
    if (tasks.length > 0)
      await api.call<typeof remindTasks>('POST /dashboard/forecast/remind', { body: { tasks: tasks.flatMap(({ task }) => task?.id ?? []), undo: true } })
    for (const { task, booked } of bookings) if (task && booked) await remindOn(task.id, booked, true)
    for (const { renewal } of exemptions)
      if (renewal !== null) await api.call<typeof withdrawExemption>('POST /exemption/{id}/withdraw', { params: { id: renewal }, body: {} })
  } finally {
    await invalidate('score', 'runtask', 'exemption')
  }
}
