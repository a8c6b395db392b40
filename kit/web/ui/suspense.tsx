import { Suspense as ReactSuspense, useLayoutEffect, type ReactNode } from 'react'
import { begin } from '#kit/web/pending-work.ts'

/** Draws nothing: while it stands, a part of the page is on its way. React shows what has come up to 300 ms late, which nothing else tells. */
function OnItsWay() {
  useLayoutEffect(begin, [])
  return null
}

/** React's `Suspense`, whose parts on their way keep the page from being at rest. */
export const Suspense = ({ fallback, children }: { readonly fallback?: ReactNode; readonly children?: ReactNode }) => (
  <ReactSuspense
    fallback={
      <>
        <OnItsWay />
        {fallback}
      </>
    }
  >
    {children}
  </ReactSuspense>
)
