import { Share2 } from 'lucide-react'
import { useMemo, useState, type ReactNode } from 'react'
import type { ModelKind } from '#areas/catalog/contract/shared.ts'
import type { catalogTypes } from '#kit/contract/origin.ts'
import { useRight } from '#kit/web/api/session.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { path } from '#kit/web/route.ts'
import type { RowAction } from '#kit/web/table/columns.ts'
import { ButtonLink } from '#kit/web/ui/button.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { LazyShareDialog, useIsCatalog } from './index.ts'

type SharedEntity = ModelKind | 'mapping_set'
interface Shared {
  readonly id: number
  readonly version: number
  readonly name: string | null
  readonly edit_right: boolean
  readonly catalog_type: (typeof catalogTypes)[number] | null
}

/** What a list of models, threats or mapping sets has to do with the shared catalog: the way there, and in a catalog the say of who sees a row. */
export function useSharing<T extends Shared>(
  entity: SharedEntity,
): { readonly rowActions: readonly RowAction<T>[]; readonly tools: ReactNode; readonly dialog: ReactNode } {
  const t = useWords('catalog')
  const shares = useIsCatalog()
  const maySee = useRight('shared_catalog.read')
  const [sharing, setSharing] = useState<T>()
  const rowActions = useMemo(
    (): readonly RowAction<T>[] => (shares ? [{ name: 'share', label: t('sharing.title'), icon: Share2, show: (row) => row.edit_right, run: setSharing }] : []),
    [shares, t],
  )
  return {
    rowActions,
    tools: maySee ? (
      <ButtonLink to={path('/admin/catalog/policies', { view: entity })} icon={<Share2 size={14} aria-hidden />}>
        {t('sharing.from')}
      </ButtonLink>
    ) : null,
    dialog: sharing ? (
      <Suspense fallback={null}>
        <LazyShareDialog entity={entity} row={sharing} onClose={() => setSharing(undefined)} />
      </Suspense>
    ) : null,
  }
}
