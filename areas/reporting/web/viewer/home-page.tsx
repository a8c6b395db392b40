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
import { useLive } from '#areas/reporting/web/reporting-api.ts'

/** A dashboard in place of the cockpit: what its published version shows, told now. */
export function Page() {
  const t = useWords('reporting')
  const format = useFormat()
  const { dashboardId } = useParams<'/home/$dashboardId'>()
  const id = Number(dashboardId)
  const [period, setPeriod] = useState<SpanName>()
  const { data, error, refetch } = useLive(id, period)
  if (error && !data) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) {
    return (
      <Sheet canvas>
        <SkeletonRows count={12} />
      </Sheet>
    )
  }
  const { name, perimeter, published, layout, blocks, at } = data
  return (
    <Sheet canvas>
      <PageToolbar>
        <PageHeading title={name} text={[`${t('viewer.live')}, ${format.dateTime(at)}`, perimeter].filter(Boolean).join(' · ')} />
        <PeriodChoice value={period} onChange={setPeriod} />
        <HomeMenu />
        <ButtonLink to={path('/reporting/dashboards/$id/viewer', { id })}>{t('viewer.versions')}</ButtonLink>
      </PageToolbar>
      {published ? (
        <LayoutView
          layout={layout}
          render={(block) => <BlockView block={block} told={blocks.find((each) => each.id === block.id)} onRetry={() => void refetch()} />}
        />
      ) : (
        <EmptyState title={t('viewer.none')} text={t('viewer.none_text')} />
      )}
    </Sheet>
  )
}
