import type { Occurrence } from './occurrence-api.ts'

/** The times of one task that wait for an answer: the newest is what one is at, the earlier ones are folded beneath it, and each is answered alone. */
export interface TaskTimes {
  readonly newest: Occurrence
  /** The latest first. */
  readonly earlier: readonly Occurrence[]
}

/** Groups times, the earliest due first, by their task; the task that has waited longest comes first. */
export const timesByTask = (rows: readonly Occurrence[]): readonly TaskTimes[] =>
  [...Map.groupBy(rows, ({ id, runtask }) => (runtask ? `task ${runtask.id}` : `time ${id}`)).values()].flatMap((times) => {
    const [newest, ...earlier] = times.toReversed()
    return newest ? [{ newest, earlier }] : []
  })

/** Whether any time of a task is late, which of them has waited longest, and how many they are. */
export function lateOf({ newest, earlier }: TaskTimes): { readonly count: number; readonly since: string | null } | null {
  const late = [newest, ...earlier].filter((one) => one.late)
  return late.length === 0 ? null : { count: late.length, since: late.at(-1)?.due_date ?? null }
}
