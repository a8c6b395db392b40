import { Ban, CirclePause, CirclePlay, CheckCheck, RotateCcw, Users as Workload, ChartColumn } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import type { ReactNode } from 'react'
import { useFromModel } from '#areas/catalog/web/index.ts'
import type { assignMe } from '#areas/actions/contract/calls.ts'
import { remediation } from '#areas/actions/contract/remediation.ts'
import { program } from '#areas/actions/contract/program.ts'
import type { Filter } from '#kit/contract/list-query.ts'
import { glyphs } from '#kit/web/glyphs.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { useSession } from '#kit/web/api/session.ts'
import { renewed } from '#kit/web/api/queries.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { later } from '#kit/web/kinds/lazy-controls.tsx'
import { ListPage } from '#kit/web/resource/list-page.tsx'
import type { AnyListProps, ViewContext, ViewsOf } from '#kit/web/resource/list-props.ts'
import type { FormValues } from '#kit/web/resource/form-values.ts'
import type { PanelParts } from '#kit/web/resource/panel-parts.ts'
import type { RowAction } from '#kit/web/table/columns.ts'
import { ScaleLevel } from '#kit/web/ui/level.tsx'
import { Avatar } from '#kit/web/ui/avatar.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { Progress } from '#kit/web/ui/marks.tsx'
import { SkeletonRows } from '#kit/web/ui/states.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import { whenUsed } from '#kit/web/when-used.ts'
import { useWorkList } from '#kit/web/work/use-work-list.tsx'
import css from './actions.module.css'
import { offeredViews } from './offered-views.ts'
import { isOpenAction, TargetDate, type Action } from './presentation.tsx'
import { RecordHead } from './record-head.tsx'
import { transitions } from './transition.ts'

const groups = { entity: program }
const parts = () => import('./panel-parts.ts')
const Details = later(async () => (await parts()).Details, 480)
const TasksTab = later(async () => (await parts()).TasksTab, 120)
const ProofsTab = later(async () => (await parts()).ProofsTab, 120)
const LinksTab = later(async () => (await parts()).LinksTab, 120)
const LabelsForm = lazy(async () => ({ default: (await import('./labels-form.tsx')).LabelsForm }))
const WorkloadView = lazy(async () => ({ default: (await import('./workload-view.tsx')).WorkloadView }))
const StatsView = lazy(async () => ({ default: (await import('./stats-view.tsx')).StatsView }))

interface ActionListProps {
  /** Settings and saved views of two lists are kept apart by it. */
  readonly list: string
  readonly fixed?: readonly Filter[]
  readonly initial?: FormValues
  /** For whoever comes a few minutes a month: the list alone, and of it what tells what to do next. */
  readonly plain?: boolean
  /** What else can be done with a row here. */
  readonly more?: readonly RowAction<Action>[]
  readonly report?: AnyListProps['report']
  readonly children?: ReactNode
}

const plainColumns: readonly string[] = ['identifier', 'name', 'status', 'priority', 'program', 'target_date', 'progress']
const { columns, more = [] } = remediation.list
const plainRemediation = {
  ...remediation,
  list: { ...remediation.list, columns: plainColumns, more: [...columns, ...more].filter((name) => !plainColumns.includes(name)) },
}

const ofModel = { entity: 'remediation_model', right: 'remediation.manage', fields: ['type', 'priority', 'workload', 'cost'] } as const
const noActions: readonly RowAction<Action>[] = []
const icons = { start: CirclePlay, hold: CirclePause, finish: CheckCheck, reopen: RotateCcw, cancel: Ban }
/** Improvement actions that are cancelled together say together what becomes of their defects. */
const bulkNeeds = (rows: readonly Action[], to: string) => (to === 'CANCELLED' && rows.every((row) => row.type === 'UPGRADE') ? ['defect'] : [])
const isFree = (row: Action) => row.edit_right && !row.manager

async function takeCharge(row: Action): Promise<void> {
  try {
    const { message = '' } = await api.call<typeof assignMe>('PUT /remediation/{id}/assign_me', { params: { id: row.id } })
    toast.success(message)
  } catch (reason) {
    toast.error(failureText(reason))
  } finally {
    await renewed()
  }
}

/** The actions of the organisation or of one plan: list, board, gantt, workload and statistics over the same query (ACT-27). */
export function ActionList({ list, fixed, initial, plain = false, more: others = noActions, report, children }: ActionListProps) {
  const t = useWords('actions')
  useEffect(() => whenUsed(() => void parts()), [])
  const bulk = useMemo(() => [{ name: 'labels', label: t('do.set_labels'), Form: LabelsForm }], [t])
  const { tabs, rowActions: moves, bulkActions, board, verbs, dialogs } = useWorkList(remediation, transitions, { icons, bulk, bulkNeeds })
  const rowActions = useMemo(
    (): readonly RowAction<Action>[] => [
      ...others,
      { name: 'assign_me', label: t('do.assign_me'), icon: glyphs.assign, show: isFree, run: (row) => void takeCharge(row) },
      ...moves,
    ],
    [t, others, moves],
  )
  const views = useMemo(
    () =>
      ({
        board: {
          ...board,
          card: (row: Action) => ({
            tags: (row.labels ?? []).map((label) => label.name),
            body: row.status === 'ONGOING' || row.status === 'STANDBY' ? <Progress value={row.progress ?? 0} /> : undefined,
            footer: <CardFoot row={row} />,
          }),
        },
        gantt: {
          start: 'start_date',
          end: 'target_date',
          status: 'status',
          progress: 'progress',
          who: 'manager',
          canMove: (row: Action) => row.edit_right_regular && isOpenAction(row),
          onMove: transitions.moveDates,
        },
        workload: {
          label: t('views.workload'),
          icon: Workload,
          render: (context: ViewContext) => (
            <Suspense fallback={<SkeletonRows />}>
              <WorkloadView {...context} />
            </Suspense>
          ),
        },
        stats: {
          label: t('views.stats'),
          icon: ChartColumn,
          render: (context: ViewContext) => (
            <Suspense fallback={<SkeletonRows />}>
              <StatsView {...context} />
            </Suspense>
          ),
        },
      }) satisfies ViewsOf<typeof remediation>,
    [t, board],
  )
  const { flags } = useSession()
  const offered = useMemo(() => offeredViews(views, flags), [views, flags])
  const panel = useMemo(
    (): PanelParts<Action> => ({
      follow: true,
      header: (row) => <RecordHead row={row} />,
      Details,
      // Who does it says how far it is; the rest stands there to be read.
      mayEdit: () => true,
      tabs: [
        { value: 'tasks', label: t('panel.tasks'), count: (row) => row.tasks.length, Content: TasksTab },
        {
          value: 'proofs',
          label: t('panel.proofs'),
          count: (row) => row.evidences.length,
          Content: ProofsTab,
        },
        {
          value: 'links',
          label: t('panel.links'),
          count: (row) => [row.program, row.measure, ...row.measures].filter(Boolean).length,
          Content: LinksTab,
        },
      ],
      verbs: (row) => [
        ...verbs(row),
        ...(isFree(row) ? [{ name: 'assign_me', label: t('do.assign_me'), icon: glyphs.assign, run: () => void takeCharge(row) }] : []),
      ],
    }),
    [t, verbs],
  )

  const { initial: ofCatalogue, tool, dialog } = useFromModel(ofModel)
  const begun = useMemo(() => (ofCatalogue ? { ...initial, ...ofCatalogue } : initial), [initial, ofCatalogue])

  return (
    <>
      <ListPage
        entity={plain ? plainRemediation : remediation}
        list={list}
        tabs={tabs}
        {...(plain ? {} : { views: offered, bulkActions })}
        rowActions={rowActions}
        panel={panel}
        groups={groups}
        {...(fixed ? { fixed } : {})}
        tools={plain ? null : tool}
        {...(begun ? { initial: begun } : {})}
        {...(report ? { report } : {})}
      >
        {children}
      </ListPage>
      {dialogs}
      {dialog}
    </>
  )
}

function CardFoot({ row }: { readonly row: Action }) {
  const who = row.manager ?? row.group
  return (
    <Row as="span" align="center" gap={8} full className={css.card}>
      <ScaleLevel scale="priority" value={row.priority} />
      <TargetDate row={row} />
      {who ? (
        <span title={who.name}>
          <Avatar name={who.name} />
          <VisuallyHidden>{who.name}</VisuallyHidden>
        </span>
      ) : null}
    </Row>
  )
}
