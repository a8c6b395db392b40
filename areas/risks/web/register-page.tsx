import { Calculator, ChartNoAxesColumn, Grid3x3, ListChecks, ListOrdered } from 'lucide-react'
import { useMemo } from 'react'
import { riskRegister } from '#areas/risks/contract/risk-register.ts'
import type { ReportFormat } from '#kit/contract/report.ts'
import { loadingError } from '#kit/web/api/loading-error.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useParams } from '#kit/web/navigation.ts'
import { usePageTitle } from '#kit/web/page-title.ts'
import { useRecord } from '#kit/web/resource/list-api.ts'
import type { ViewContext } from '#kit/web/resource/list-props.ts'
import { Page as Sheet } from '#kit/web/ui/page.tsx'
import { ErrorState, Skeleton, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { useMatrix } from './risk-api.ts'
import { RiskList } from './risk-list.tsx'

const MatrixView = lazy(async () => ({ default: (await import('./matrix-view.tsx')).MatrixView }))
const QuantificationView = lazy(async () => ({ default: (await import('./quantification-view.tsx')).QuantificationView }))
const TrendView = lazy(async () => ({ default: (await import('./trend-view.tsx')).TrendView }))
const TopView = lazy(async () => ({ default: (await import('./top-view.tsx')).TopView }))
const PlanView = lazy(async () => ({ default: (await import('./plan-view.tsx')).PlanView }))

/** One register: its matrix, its risks as a list, what is done about them. */
export function Page() {
  const { id } = useParams<'/org/risks/registers/$id'>()
  const record = useRecord(riskRegister, id)
  const lost = loadingError(record)
  if (lost) {
    return (
      <Sheet>
        <ErrorState reason={lost} onRetry={() => void record.refetch()} />
      </Sheet>
    )
  }
  if (!record.data) {
    return (
      <Sheet>
        <SkeletonRows count={20} />
      </Sheet>
    )
  }
  return <Held key={id} id={Number(id)} name={record.data.name ?? ''} />
}

const defaults = { view: 'matrix' }

function Held({ id, name }: { readonly id: number; readonly name: string }) {
  const t = useWords('risks')
  usePageTitle(name || null)
  const fixed = useMemo(() => [{ name: 'register', selected_options: [id] }], [id])
  const initial = useMemo(() => ({ register: { id, name } }), [id, name])
  const views = useMemo(
    () => ({
      matrix: {
        label: t('matrix.name'),
        icon: Grid3x3,
        past: true as const,
        render: (view: ViewContext) => (
          <Suspense fallback={<Skeleton height={480} />}>
            <MatrixView register={id} {...view} />
          </Suspense>
        ),
      },
      top: {
        label: t('top.name'),
        icon: ListOrdered,
        render: (view: ViewContext) => (
          <Suspense fallback={<SkeletonRows />}>
            <TopView register={id} {...view} />
          </Suspense>
        ),
      },
      trend: {
        label: t('trend.name'),
        icon: ChartNoAxesColumn,
        render: () => (
          <Suspense fallback={<Skeleton height={320} />}>
            <TrendView register={id} />
          </Suspense>
        ),
      },
      plan: {
        label: t('matrix.plan'),
        icon: ListChecks,
        render: (view: ViewContext) => (
          <Suspense fallback={<SkeletonRows />}>
            <PlanView register={id} {...view} />
          </Suspense>
        ),
      },
      euros: {
        label: t('quantification.name'),
        icon: Calculator,
        render: (view: ViewContext) => (
          <Suspense fallback={<Skeleton height={480} />}>
            <QuantificationView register={id} {...view} />
          </Suspense>
        ),
      },
    }),
    [t, id],
  )
  const scale = useMatrix(id).data?.scale
  const places = useMemo(() => scale && { impact: scale.impacts.length, probability: scale.probabilities.length }, [scale])
  const report = useMemo(
    () => ({ path: `/risk_register/${id}/risk_register_report`, label: (format: ReportFormat) => t(`report.as.${format}`), whole: true as const }),
    [id, t],
  )
  return <RiskList report={report} places={places} list="register_risks" fixed={fixed} initial={initial} defaults={defaults} ownViews={views} />
}
