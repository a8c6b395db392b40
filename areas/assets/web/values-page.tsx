import { useMemo } from 'react'
import { businessValue } from '#areas/assets/contract/business-value.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'
import type { PanelParts } from '#kit/web/resource/panel-parts.ts'
import { CarriersTab } from './carrying-tab.tsx'
import type { BusinessValue } from './presentation.tsx'

/** What the organisation lives by, with what it needs. */
export function Page() {
  const t = useWords('assets')
  const panel = useMemo(
    (): PanelParts<BusinessValue> => ({
      wide: true,
      tabs: [{ value: 'carriers', label: t('tabs.carriers'), Content: CarriersTab }],
    }),
    [t],
  )
  return <ListPage entity={businessValue} panel={panel} />
}
