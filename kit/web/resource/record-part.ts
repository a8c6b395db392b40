import type { ComponentType, ReactElement } from 'react'
import { later } from '#kit/web/kinds/lazy-controls.tsx'

/** Whether the page was opened by a link to one of its objects. */
const opensRecord = () => new URLSearchParams(globalThis.location?.search).has('id')

/** A part of the panel of an object, which a list does not need before one is opened; where its link is what was opened, it is fetched beside the panel. */
export function recordPart<P extends object>(load: () => Promise<ComponentType<P>>, height: number): (props: P) => ReactElement {
  let loading: Promise<ComponentType<P>> | undefined
  const once = () => (loading ??= load())
  // Who needs it tells when it cannot be had, and asks again.
  if (opensRecord()) once().catch(() => (loading = undefined))
  return later(once, height)
}
