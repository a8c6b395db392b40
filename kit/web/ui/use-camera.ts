import { useEffect, useSyncExternalStore, type RefObject } from 'react'

/** Somebody came back from it without a picture: it is not allowed, or taken by something else. As long as the page is not loaded anew. */
let refused = false
const listeners = new Set<() => void>()
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const set = (value: boolean) => {
  refused = value
  for (const listener of listeners) listener()
}
const onTaken = () => set(false)
const onRefused = () => set(true)
/** A device that is held has one; where only a mouse points, the same control opens a list of files. */
const read = () => !refused && matchMedia('(any-pointer: coarse)').matches

/** Whether a picture is likely to be taken with this device by the control that asks for it; one that came back without has been refused. */
export function useCamera(control: RefObject<HTMLInputElement | null>): boolean {
  useEffect(() => {
    const input = control.current
    input?.addEventListener('change', onTaken)
    input?.addEventListener('cancel', onRefused)
    return () => {
      input?.removeEventListener('change', onTaken)
      input?.removeEventListener('cancel', onRefused)
    }
  })
  return useSyncExternalStore(subscribe, read)
}
