import { Copy } from 'lucide-react'
import { useState } from 'react'
import type { SpanName } from '#kit/contract/source.ts'
import { useRight } from '#kit/web/api/session.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useNavigate } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { Button, ButtonLink } from '#kit/web/ui/button.tsx'
import { PageHeading, PageToolbar, Page as Sheet } from '#kit/web/ui/page.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { failureText } from '#kit/web/api/client.ts'
import { BlockView } from './blocks/block-view.tsx'
import { LayoutView } from './layout-view.tsx'
import { PeriodChoice } from './period-choice.tsx'
import { beginWith, useCockpit } from './reporting-api.ts'

/** The cockpit as the dashboard that it is: read only, told now, to be begun with. */
export function Page() {
  const t = useWords('reporting')
  const format = useFormat()
  const navigate = useNavigate()
  const writes = useRight('dashboard.write')
  const [period, setPeriod] = useState<SpanName>()
  const [busy, setBusy] = useState(false)
  const { data, isError, error, refetch } = useCockpit(period)
  if (isError && !data) return <ErrorState reason={error} onRetry={() => void refetch()} />
  if (!data) {
    return (
      <Sheet canvas>
        <SkeletonRows count={14} />
      </Sheet>
    )
  }
  const copy = async () => {
    setBusy(true)
    try {
      const id = await beginWith(t('cockpit.copy_name'), data.layout)
      await navigate({ to: path('/reporting/dashboards/$id/builder', { id }) })
    } catch (reason) {
      toast.error(failureText(reason))
      setBusy(false)
    }
  }
  return (
    <Sheet canvas>
      <PageToolbar>
        <PageHeading title={t('cockpit.title')} text={`${t('viewer.live')}, ${format.dateTime(data.at)} · ${t('cockpit.shipped')}`} />
        <PeriodChoice value={period} onChange={setPeriod} />
        <ButtonLink to={path('/home')}>{t('cockpit.open')}</ButtonLink>
        {writes ? (
          <Button variant="primary" icon={<Copy size={14} aria-hidden />} loading={busy} onClick={() => void copy()}>
            {t('cockpit.copy')}
          </Button>
        ) : null}
      </PageToolbar>
      <LayoutView
        layout={data.layout}
        render={(block) => <BlockView block={block} told={data.blocks.find(({ id }) => id === block.id)} onRetry={() => void refetch()} />}
      />
    </Sheet>
  )
}
