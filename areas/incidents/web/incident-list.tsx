import { ChartColumn, Siren } from 'lucide-react'
import { useMemo, type ComponentType } from 'react'
import { sentAt } from '#areas/incidents/contract/clock.ts'
import { incident } from '#areas/incidents/contract/incident.ts'
import { useRight } from '#kit/web/api/session.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useAsk, useNavigate } from '#kit/web/navigation.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'
import { recordPart } from '#kit/web/resource/record-part.ts'
import type { ViewContext, ViewsOf } from '#kit/web/resource/list-props.ts'
import type { PanelParts } from '#kit/web/resource/panel-parts.ts'
import { path } from '#kit/web/route.ts'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { SkeletonRows } from '#kit/web/ui/states.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { useWorkList } from '#kit/web/work/use-work-list.tsx'
import { IncidentHead } from './incident-head.tsx'
import type { Incident } from './incident-row.ts'
import { incidentTransitions } from './presentation.tsx'
import { ScaleLevel } from '#kit/web/ui/level.tsx'

const parts = () => import('./panel-parts.ts')
const Details = recordPart(async () => (await parts()).Details, 480)
const IncidentStats = lazy(async () => ({ default: (await import('./incident-stats.tsx')).IncidentStats }))
const TimelineTab = lazy(async () => ({ default: (await parts()).TimelineTab }))

const LessonsTab = lazy(async () => ({ default: (await parts()).LessonsTab }))
const EvidenceTab = lazy(async () => ({ default: (await parts()).EvidenceTab }))
const NotificationsTab = lazy(async () => ({ default: (await parts()).NotificationsTab }))

const waiting = (Tab: ComponentType<{ row: Incident }>) =>
  function Waited({ row }: { readonly row: Incident }) {
    return (
      <Suspense fallback={<SkeletonRows count={6} />}>
        <Tab row={row} />
      </Suspense>
    )
  }
const Timeline = waiting(TimelineTab)
const Lessons = waiting(LessonsTab)
const Evidence = waiting(EvidenceTab)
const Notifications = waiting(NotificationsTab)

/** How many authorities were told, as the record itself says. */
const sendings = (row: Incident) => Object.values(sentAt).filter((column) => row[column] !== null).length

/** Incidents as list, board and statistics; each is run from its own page. */
export function IncidentList({ list }: { readonly list?: string }) {
  const t = useWords('incidents')
  const navigate = useNavigate()
  const ask = useAsk<'/ops/incidents'>()
  const mayDeclare = useRight('incident.create')
  const { tabs, rowActions, bulkActions, board, verbs, dialogs } = useWorkList(incident, incidentTransitions)
  const views = useMemo(
    () =>
      ({
        board: { ...board, card: (row: Incident) => ({ footer: <ScaleLevel scale="priority" value={row.severity} /> }) },
        stats: {
          label: t('stats.title'),
          icon: ChartColumn,
          render: (context: ViewContext) => (
            <Suspense fallback={<SkeletonRows />}>
              <IncidentStats {...context} />
            </Suspense>
          ),
        },
      }) satisfies ViewsOf<typeof incident>,
    [t, board],
  )
  const panel = useMemo(
    (): PanelParts<Incident> => ({
      header: (row) => <IncidentHead row={row} />,
      tabs: [
        { value: 'timeline', label: t('timeline.title'), first: true, past: true, Content: Timeline },
        { value: 'lessons', label: t('lessons.title'), past: true, Content: Lessons },
        { value: 'evidence', label: t('evidence.title'), past: true, Content: Evidence },
        { value: 'notifications', label: t('sendings.title'), count: sendings, past: true, Content: Notifications },
      ],
      follow: true,
      Details,
      wide: true,
      verbs: (row) => verbs(row).map((verb) => (verb.primary ? { ...verb, letter: ']' } : verb)),
    }),
    [t, verbs],
  )
  const quick = { label: t('declare.title'), icon: <Siren size={14} aria-hidden />, run: () => void navigate({ to: path('/incidents/declare') }) }
  return (
    <>
      <ListPage
        entity={incident}
        {...(list === undefined ? {} : { list })}
        tabs={tabs}
        views={views}
        rowActions={rowActions}
        bulkActions={bulkActions}
        panel={panel}
        onOpen={(row) => ask({ id: row.id, full: true })}
        {...(mayDeclare ? { quick } : {})}
      />
      {dialogs}
    </>
  )
}
