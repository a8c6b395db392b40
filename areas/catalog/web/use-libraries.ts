import type { ModelKind } from '#areas/catalog/contract/shared.ts'
import { useRight } from '#kit/web/api/session.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { path } from '#kit/web/route.ts'
import type { Way } from '#kit/web/ui/states.tsx'

/** The way on from an empty catalog whose rows come with libraries, for those who may bring them in. */
export function useLibraries(): Way | undefined {
  const t = useWords('catalog')
  return useRight('library.import') ? { label: t('to_libraries'), to: path('/org/policies/shelf') } : undefined
}

/** The way on from a list of models that is still empty: what is shared of them, for those who see it. */
export function useShared(entity: ModelKind): Way | undefined {
  const t = useWords('catalog')
  return useRight('shared_catalog.read') ? { label: t('sharing.from'), to: path('/admin/catalog/policies', { view: entity }) } : undefined
}
