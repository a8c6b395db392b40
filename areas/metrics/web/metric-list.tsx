import { Table2 } from 'lucide-react'
import { useMemo } from 'react'
import { metricOfModel } from '#areas/catalog/contract/metric-model.ts'
import { useFromModel } from '#areas/catalog/web/index.ts'
import { metric } from '#areas/metrics/contract/metric.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { ListPage, type ViewContext } from '#kit/web/resource/list-page.tsx'
import type { ViewsOf } from '#kit/web/resource/list-props.ts'
import type { PanelParts } from '#kit/web/resource/panel-parts.ts'
import { Skeleton, SkeletonRows } from '#kit/web/ui/states.tsx'
import type { Metric } from './presentation.tsx'
import './presentation.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'

const EntryView = lazy(async () => ({ default: (await import('./entry-view.tsx')).EntryView }))
const GraphTab = lazy(async () => ({ default: (await import('./graph-tab.tsx')).GraphTab }))

const Graph = ({ row }: { readonly row: Metric }) => (
  <Suspense fallback={<Skeleton height={320} />}>
    <GraphTab row={row} />
  </Suspense>
)

const ofModel = {
  entity: 'metric_model',
  right: 'metric.write',
  fields: ['unit', ...metricOfModel],
} as const

/** What is measured, and its values to be filled in. */
export function MetricList({ list }: { readonly list: string }) {
  const t = useWords('metrics')
  const panel = useMemo((): PanelParts<Metric> => ({ tabs: [{ value: 'graph', label: t('graph.title'), first: true, Content: Graph }] }), [t])
  const views = useMemo(
    () =>
      ({
        entry: {
          label: t('entry.title'),
          icon: Table2,
          render: ({ state }: ViewContext) => (
            <Suspense fallback={<SkeletonRows />}>
              <EntryView state={state} />
            </Suspense>
          ),
        },
      }) satisfies ViewsOf<typeof metric>,
    [t],
  )
  const { initial, tool, dialog } = useFromModel(ofModel)
  return (
    <>
      <ListPage entity={metric} list={list} views={views} panel={panel} tools={tool} {...(initial && { initial })} />
      {dialog}
    </>
  )
}
