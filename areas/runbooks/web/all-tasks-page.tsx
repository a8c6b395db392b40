import { useMemo } from 'react'
import { startFault } from '#areas/runbooks/contract/recurrence.ts'
import { isDay } from '#kit/contract/schema.ts'
import { useAsked } from '#kit/web/navigation.ts'
import { TaskList } from './task-list.tsx'

/** A rhythm that may start on a day. */
const rhythmFrom = (day: string) => (['MONTHLY', 'WEEKLY'] as const).find((one) => startFault(one, day) === undefined) ?? 'QUARTERLY'

/** The recurring tasks of all runbooks; a new one may be asked for that starts on a day, as by the calendar. */
export function Page() {
  const { start } = useAsked<'/runbooks/all'>()
  const initial = useMemo(() => (typeof start === 'string' && isDay(start) ? { initial: { start_date: start, periodicity: rhythmFrom(start) } } : {}), [start])
  return <TaskList {...initial} />
}
