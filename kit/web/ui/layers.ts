import { useEffect, useRef, useSyncExternalStore } from 'react'

/** What stands over what, whenever it was opened: a list lies over its dialog, a dialog over the help, the help over a panel beside the page. */
const ranks = { panel: 0, help: 1, dialog: 2, popup: 3 } as const

interface Layer {
  readonly rank: number
  readonly close: (event: KeyboardEvent) => void
}

const layers: Layer[] = []
const listeners = new Set<() => void>()
const changed = () => {
  for (const listener of listeners) listener()
}
const subscribe = (listener: () => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
const isCovered = () => layers.some(({ rank }) => rank < ranks.popup)

/** Whether a panel, the help or a dialog stands over the page. */
export const useCovered = (): boolean => useSyncExternalStore(subscribe, isCovered)

/** Before anything else hears of it, so that the key that closes a list does not reach the dialog behind, nor the browser, which would close that too. */
function onKeyDown(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.isComposing) return
  const top = layers.reduce<Layer | undefined>((highest, layer) => (highest && highest.rank > layer.rank ? highest : layer), undefined)
  if (!top) return
  event.preventDefault()
  event.stopImmediatePropagation()
  top.close(event)
}

/** Makes something that is open the one that Escape closes, until it is closed or something opens over it; what must not be closed so does nothing. */
export function useLayer(kind: keyof typeof ranks, open: boolean, close: (event: KeyboardEvent) => void): void {
  const latest = useRef(close)
  latest.current = close
  useEffect(() => {
    if (!open) return
    const layer: Layer = { rank: ranks[kind], close: (event) => latest.current(event) }
    if (layers.length === 0) addEventListener('keydown', onKeyDown, true)
    layers.push(layer)
    changed()
    return () => {
      layers.splice(layers.indexOf(layer), 1)
      changed()
      if (layers.length === 0) removeEventListener('keydown', onKeyDown, true)
    }
  }, [kind, open])
}
