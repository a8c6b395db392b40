import { Suspense } from '#kit/web/ui/suspense.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import type { AssignDialogProps } from './assign-dialog.tsx'

const Dialog = lazy(async () => ({ default: (await import('./assign-dialog.tsx')).AssignDialog }))

/** The dialog that assigns a register, fetched when it is asked for. */
export const LazyAssignDialog = (props: AssignDialogProps) => (
  <Suspense fallback={null}>
    <Dialog {...props} />
  </Suspense>
)
