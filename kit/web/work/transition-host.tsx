import { useSyncExternalStore } from 'react'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { transitionStore } from './transition-question.ts'

const Dialog = lazy(async () => ({ default: (await import('./transition-dialog.tsx')).TransitionDialog }))

/** Where transitions ask for what they need; stands once on every page that changes a status. */
export function TransitionHost() {
  const question = useSyncExternalStore(transitionStore.subscribe, transitionStore.get)
  return question ? (
    <Suspense>
      <Dialog key={question.id} {...question} />
    </Suspense>
  ) : null
}
