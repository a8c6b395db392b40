import { Suspense } from '#kit/web/ui/suspense.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import type { NoMatchProps } from './no-match.tsx'

const Explained = lazy(async () => ({ default: (await import('./no-match.tsx')).NoMatch }))

/** What is said where filters leave nothing, loaded when they do. */
export const NoMatch = (props: NoMatchProps) => (
  <Suspense>
    <Explained {...props} />
  </Suspense>
)
