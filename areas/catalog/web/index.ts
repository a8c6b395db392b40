import { lazy } from 'react'
import { useSession } from '#kit/web/api/session.ts'

/** Opened in catalogs alone, so loaded when it is. */
export const LazyShareDialog = lazy(async () => ({ default: (await import('./share-dialog.tsx')).ShareDialog }))

/** Whether what is made here is for others to see (GEN-14). */
export function useIsCatalog(): boolean {
  const { customer, instance_type: type } = useSession()
  return customer !== null && type === 'catalog'
}
