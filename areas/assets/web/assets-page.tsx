import { FileJson } from 'lucide-react'
import { useMemo, useState } from 'react'
import { supportingAsset } from '#areas/assets/contract/supporting-asset.ts'
import { useRight } from '#kit/web/api/session.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'
import type { PanelParts } from '#kit/web/resource/panel-parts.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { DependenciesTab } from './carrying-tab.tsx'
import { LoopsNotice } from './loops-notice.tsx'
import type { SupportingAsset } from './presentation.tsx'

const InventoryDialog = lazy(async () => ({ default: (await import('./inventory-dialog.tsx')).InventoryDialog }))

/** Libraries of an application stand below it, and here once the filter is taken away: hundreds of them would hide everything else, its services among it. */
const defaults = { filters: [{ name: 'library', selected_options: [false] }] }

/** What business values stand on, with the need that each has of them. */
export function Page() {
  const t = useWords('assets')
  const panel = useMemo(
    (): PanelParts<SupportingAsset> => ({ wide: true, tabs: [{ value: 'dependencies', label: t('tabs.dependencies'), Content: DependenciesTab }] }),
    [t],
  )
  const writes = useRight('supporting_asset.write')
  const [importing, setImporting] = useState(false)
  const tools = writes ? (
    <Button icon={<FileJson size={14} aria-hidden />} onClick={() => setImporting(true)}>
      {t('inventory.open')}
    </Button>
  ) : undefined
  return (
    <>
      <ListPage entity={supportingAsset} defaults={defaults} panel={panel} tools={tools}>
        <LoopsNotice />
      </ListPage>
      <Suspense>{importing ? <InventoryDialog onClose={() => setImporting(false)} /> : null}</Suspense>
    </>
  )
}
