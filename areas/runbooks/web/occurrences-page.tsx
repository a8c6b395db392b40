import { CalendarDays, TableProperties } from 'lucide-react'
import { lazy, Suspense, useMemo } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import { SkeletonRows } from '#kit/web/ui/states.tsx'
import { OccurrenceList } from './occurrence-list.tsx'

const CalendarView = lazy(async () => ({ default: (await import('./calendar-view.tsx')).CalendarView }))

const EntryView = lazy(async () => ({ default: (await import('./entry/entry-view.tsx')).EntryView }))

/** What comes round, of all runbooks: to be answered, looked at and followed, as a list or by day. */
export function Page() {
  const t = useWords('runbooks')
  const views = useMemo(
    () => ({
      entry: {
        label: t('entry.view'),
        icon: TableProperties,
        render: (context: Parameters<typeof EntryView>[0]) => (
          <Suspense fallback={<SkeletonRows count={12} />}>
            <EntryView {...context} />
          </Suspense>
        ),
      },
      calendar: {
        label: t('calendar.title'),
        icon: CalendarDays,
        render: (context: Parameters<typeof CalendarView>[0]) => (
          <Suspense fallback={<SkeletonRows count={12} />}>
            <CalendarView {...context} />
          </Suspense>
        ),
      },
    }),
    [t],
  )
  return <OccurrenceList views={views} />
}
