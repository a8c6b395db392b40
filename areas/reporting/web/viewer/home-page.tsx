import { useState } from 'react'
import type { SpanName } from '#kit/contract/source.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useParams } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { ButtonLink } from '#kit/web/ui/button.tsx'
import { PageHeading, PageToolbar, Page as Sheet } from '#kit/web/ui/page.tsx'
import { EmptyState, ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { BlockView } from '#areas/reporting/web/blocks/block-view.tsx'
import { LayoutView } from '#areas/reporting/web/layout-view.tsx'
import { HomeMenu } from '#areas/reporting/web/home-menu.tsx'
import { PeriodChoice } from '#areas/reporting/web/period-choice.tsx'
import { useDashboard, useLive } from '#areas/reporting/web/reporting-api.ts'

/** A dashboard in place of the cockpit: what its published version shows, told now. */
export function Page() {
  const t = useWords('reporting')
  const format = useFormat()
  const { dashboardId } = useParams<'/home/$dashboardId'>()
  const id = Number(dashboardId)
  const [period, setPeriod] = useState<SpanName>()
  const shown = useDashboard(id)
  const live = useLive(id, period)
  const failed = shown.isError ? shown.error : live.isError ? live.error : null
  if (failed && !live.data) return <ErrorState reason={failed} onRetry={() => void live.refetch()} />
  if (!shown.data || !live.data) {
    return (
      <Sheet canvas>
        <SkeletonRows count={12} />
      </Sheet>
    )
  }
  const { name, perimeter, frozen } = shown.data
  return (
    <Sheet canvas>
      <PageToolbar>
        <PageHeading title={name} text={[`${t('viewer.live')}, ${format.dateTime(live.data.at)}`, perimeter].filter(Boolean).join(' · ')} />
        <PeriodChoice value={period} onChange={setPeriod} />
        <HomeMenu />
        <ButtonLink to={path('/reporting/dashboards/$id/viewer', { id })}>{t('viewer.versions')}</ButtonLink>
      </PageToolbar>
      {frozen ? (
        <LayoutView
          layout={live.data.layout}
          render={(block) => <BlockView block={block} told={live.data.blocks.find((each) => each.id === block.id)} onRetry={() => void live.refetch()} />}
        />
      ) : (
        <EmptyState title={t('viewer.none')} text={t('viewer.none_text')} />
      )}
    </Sheet>
  )
}
