import { createContext, useContext } from 'react'

/** The dialog in which a component stands: what Mantine floats must stand in it too, or it would lie below the top layer. */
export const FloatingTarget = createContext<HTMLElement | null>(null)

/** Popover properties for Mantine's selects and date inputs; nothing outside of dialogs. */
export function useFloating(): { portalProps?: { target: HTMLElement } } {
  const target = useContext(FloatingTarget)
  return target ? { portalProps: { target } } : {}
}
