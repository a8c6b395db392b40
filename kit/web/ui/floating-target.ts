import { createContext, useContext } from 'react'

/** The dialog in which a component stands: what Mantine floats must stand in it too, or it would lie below the top layer. */
export const FloatingTarget = createContext<HTMLElement | null>(null)

/** Popover properties for Mantine's selects and date inputs: in the dialog around them, else in the page's `main`, so that what floats is never outside of all landmarks. */
export function useFloating(): { portalProps: { target: HTMLElement | string } } {
  return { portalProps: { target: useContext(FloatingTarget) ?? 'main' } }
}
