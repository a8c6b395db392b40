import { useSession } from '#kit/web/api/session.ts'
import { lazy } from '#kit/web/ui/lazy.tsx'

/** Opened in catalogs alone, so loaded when it is. */
export const LazyShareDialog = lazy(async () => ({ default: (await import('./share-dialog.tsx')).ShareDialog }))

/** What a shared model says, shown where something shared is opened. */
export const LazyModelPreview = lazy(async () => ({ default: (await import('./models/model-preview.tsx')).ModelPreview }))
/** Several shared models at once, loaded when it is asked for. */
export const LazyAdoptSeveral = lazy(async () => ({ default: (await import('./models/adopt-several.tsx')).AdoptSeveral }))
/** The models of the own catalogue, one of which is chosen. */
export const LazyModelPicker = lazy(async () => ({ default: (await import('./models/model-picker.tsx')).ModelPicker }))
export { useFromModel } from './use-from-model.tsx'

/** Whether what is made here is for others to see (GEN-14). */
export function useIsCatalog(): boolean {
  const { customer, instance_type: type } = useSession()
  return customer !== null && type === 'catalog'
}
