import { useId, useSyncExternalStore, type ReactNode } from 'react'
import { paint } from './color.ts'

const query = globalThis.matchMedia?.('(forced-colors: active)')
const subscribe = (listener: () => void) => {
  query?.addEventListener('change', listener)
  return () => query?.removeEventListener('change', listener)
}
/** Whether the reader chose the colours, which are too few to tell series apart by. */
const useForced = () =>
  useSyncExternalStore(
    subscribe,
    () => query?.matches ?? false,
    () => false,
  )

/** What series are filled with where colours do not tell them apart, on squares of six pixels; legends have the same (page.module.css). */
const patterns = ['M0 0h6v6h-6Z', 'M-1 1l2 -2M0 6l6 -6M5 7l2 -2', 'M2 3h2', 'M0 3h6', 'M-1 5l2 2M0 0l6 6M5 -1l2 2', 'M0 3h6M3 0v6'] as const

/** What fills each of several series, and what must stand in the drawing for it. */
export function useFills(colors: readonly string[]): { readonly defs: ReactNode; readonly fills: readonly string[] } {
  const id = useId()
  const forced = useForced()
  if (!forced) return { defs: null, fills: colors.map(paint) }
  return {
    defs: (
      <defs>
        {colors.map((color, n) => (
          <pattern key={`${color}${n}`} id={`${id}${n}`} width={6} height={6} patternUnits="userSpaceOnUse">
            <path d={patterns[n % patterns.length]} stroke="CanvasText" strokeWidth={n === 2 ? 2 : 1.5} fill={n === 0 ? 'CanvasText' : 'none'} />
          </pattern>
        ))}
      </defs>
    ),
    fills: colors.map((_, n) => `url(#${id}${n})`),
  }
}

const dashes = [undefined, '6 4', '2 3', '8 3 2 3'] as const

/** How the lines of several series are broken where colours do not tell them apart; what is broken anyway stays so. */
export function useDashes(own: readonly (string | undefined)[]): readonly (string | undefined)[] {
  const forced = useForced()
  return forced ? own.map((dash, n) => dash ?? dashes[n % dashes.length]) : own
}
