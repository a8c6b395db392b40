import { CalendarDays, TableProperties, Users } from 'lucide-react'
import { useMemo } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import type { ViewContext } from '#kit/web/resource/list-props.ts'
import { SkeletonRows } from '#kit/web/ui/states.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { OccurrenceList } from './occurrence-list.tsx'

const CalendarView = lazy(async () => ({ default: (await import('./calendar-view.tsx')).CalendarView }))

const EntryView = lazy(async () => ({ default: (await import('./entry/entry-view.tsx')).EntryView }))
const WorkloadView = lazy(async () => ({ default: (await import('./workload-view.tsx')).WorkloadView }))

/** What comes round, of all runbooks: to be answered, looked at and followed, as a list or by day. */
export function Page() {
  const t = useWords('runbooks')
  const views = useMemo(
    () => ({
      entry: {
        label: t('entry.view'),
        icon: TableProperties,
        render: ({ state }: ViewContext) => (
          <Suspense fallback={<SkeletonRows count={12} />}>
            <EntryView filters={state.filters} />
          </Suspense>
        ),
      },
      calendar: {
        label: t('calendar.title'),
        icon: CalendarDays,
        render: (context: ViewContext) => (
          <Suspense fallback={<SkeletonRows count={12} />}>
            <CalendarView {...context} />
          </Suspense>
        ),
      },
      workload: {
        label: t('workload.view'),
        icon: Users,
        render: ({ state }: ViewContext) => (
          <Suspense fallback={<SkeletonRows count={12} />}>
            <WorkloadView filters={state.filters} />
          </Suspense>
        ),
      },
    }),
    [t],
  )
  return <OccurrenceList views={views} />
}
