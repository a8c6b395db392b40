import { History, Tags, Users } from 'lucide-react'
import { useMemo } from 'react'
import { useFromModel } from '#areas/catalog/web/index.ts'
import type { backfillRuntask } from '#areas/runbooks/contract/calls.ts'
import { nextStart, type Periodicity } from '#areas/runbooks/contract/recurrence.ts'
import { runtask } from '#areas/runbooks/contract/runtask.ts'
import { runbook } from '#areas/runbooks/contract/runbook.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { renewed } from '#kit/web/api/queries.ts'
import { dayOf } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import type { FormValues } from '#kit/web/resource/form-values.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'
import type { ListPageProps, ViewContext } from '#kit/web/resource/list-props.ts'
import type { PanelParts } from '#kit/web/resource/panel-parts.ts'
import type { RowAction } from '#kit/web/table/columns.ts'
import { SkeletonRows } from '#kit/web/ui/states.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import './presentation.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'

const WorkloadView = lazy(async () => ({ default: (await import('./workload-view.tsx')).WorkloadView }))
const TaskDetails = lazy(async () => ({ default: (await import('./task-details.tsx')).TaskDetails }))
const LabelsView = lazy(async () => ({ default: (await import('./labels-view.tsx')).LabelsView }))

const panel: PanelParts<RowOf<typeof runtask>> = { Details: TaskDetails }
const groups = { entity: runbook }
const defaults = { filters: [{ name: 'archived', selected_options: [false] }] }

/** What tasks and their times are both asked for. */
const shared = new Set(['runbook', 'kind', 'periodicity', 'perimeter', 'tag', 'manager', 'group'])

async function addPast(id: number): Promise<void> {
  try {
    const { message } = (await api.call<typeof backfillRuntask>('POST /runtask/{id}/backfill', { params: { id }, body: {} })) as { message?: string }
    if (message) toast.success(message)
  } catch (reason) {
    toast.error(failureText(reason))
  } finally {
    await renewed()
  }
}

const ofModel = {
  entity: 'runtask_model',
  right: 'runtask.write',
  fields: ['kind', 'periodicity', 'charge', 'proof', 'approval_required'],
  more: ({ periodicity }: FormValues) => ({ start_date: nextStart(periodicity as Periodicity, dayOf()) }),
} as const

/** Recurring tasks; what came round of each is in its panel. */
export function TaskList(page: Partial<Omit<ListPageProps<typeof runtask>, 'entity'>>) {
  const t = useWords('runbooks')
  const rowActions = useMemo(
    (): readonly RowAction<RowOf<typeof runtask>>[] => [
      {
        name: 'backfill',
        label: t('do.backfill'),
        icon: History,
        show: ({ edit_right, archived }) => edit_right && !archived,
        run: ({ id }) => void addPast(id),
      },
    ],
    [t],
  )
  const views = useMemo(
    () => ({
      workload: {
        label: t('workload.view'),
        icon: Users,
        render: ({ state }: ViewContext) => (
          <Suspense fallback={<SkeletonRows count={12} />}>
            <WorkloadView filters={state.filters.filter(({ name }) => shared.has(name))} />
          </Suspense>
        ),
      },
      labels: {
        label: t('labels.view'),
        icon: Tags,
        render: (context: ViewContext) => (
          <Suspense fallback={<SkeletonRows count={12} />}>
            <LabelsView {...context} />
          </Suspense>
        ),
      },
    }),
    [t],
  )
  const { initial, tool, dialog } = useFromModel(ofModel)
  const begun = useMemo(() => (initial || page.initial ? { initial: { ...initial, ...page.initial } } : {}), [initial, page.initial])
  return (
    <>
      <ListPage {...page} {...begun} entity={runtask} views={views} defaults={defaults} rowActions={rowActions} tools={tool} panel={panel} groups={groups} />
      {dialog}
    </>
  )
}
