import { useSyncExternalStore } from 'react'
import { questionStore } from './confirm.ts'
import { lazy } from './lazy.tsx'
import { Suspense } from './suspense.tsx'

const ConfirmDialog = lazy(() => import('./confirm-dialog.tsx').then((module) => ({ default: module.ConfirmDialog })))

/** Where questions appear; stands once in the application. */
export function ConfirmHost() {
  const question = useSyncExternalStore(questionStore.subscribe, questionStore.get)
  return question ? (
    <Suspense>
      <ConfirmDialog question={question} />
    </Suspense>
  ) : null
}
