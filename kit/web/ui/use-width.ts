import { useSyncExternalStore } from 'react'
import { widths } from './widths.ts'

function watch(width: number) {
  const query = matchMedia(`(width <= ${width}px)`)
  const subscribe = (listener: () => void) => {
    query.addEventListener('change', listener)
    return () => query.removeEventListener('change', listener)
  }
  const read = () => query.matches
  return { read, use: () => useSyncExternalStore(subscribe, read) }
}

const phone = watch(widths.phone)
/** Whether there is room for one column alone. */
export const usePhone = phone.use
/** The same, read once. */
export const isPhone = phone.read
/** Whether the window is too narrow for a menu beside the page. */
export const useNarrow = watch(widths.narrow).use
/** Whether the window is too narrow for a panel beside what it speaks of. */
export const useMedium = watch(widths.medium).use
