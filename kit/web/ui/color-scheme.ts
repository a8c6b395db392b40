import { useSyncExternalStore } from 'react'

export type ColorScheme = 'light' | 'dark'
export type ColorChoice = ColorScheme | 'system'

/** What a person's own setting (`theme` of the session) is called here. */
export const colorChoices = { SYSTEM: 'system', LIGHT: 'light', DARK: 'dark' } as const satisfies Record<string, ColorChoice>

const storageKey = 'vigie.theme'
const attribute = 'data-mantine-color-scheme'
const listeners = new Set<() => void>()

const systemDark = () => matchMedia('(prefers-color-scheme: dark)')

/** What the person chose, as this browser was told last; the system decides until then. */
export function colorChoice(): ColorChoice {
  const stored = localStorage.getItem(storageKey)
  return stored === 'light' || stored === 'dark' ? stored : 'system'
}

/** The scheme on screen; `public/before-paint.js` has set it before the first paint. */
export const colorScheme = (): ColorScheme => (document.documentElement.getAttribute(attribute) === 'dark' ? 'dark' : 'light')

function show(): void {
  const choice = colorChoice()
  document.documentElement.setAttribute(attribute, choice === 'system' ? (systemDark().matches ? 'dark' : 'light') : choice)
  for (const listener of listeners) listener()
}

export function chooseColorScheme(choice: ColorChoice): void {
  if (choice === 'system') localStorage.removeItem(storageKey)
  else localStorage.setItem(storageKey, choice)
  show()
}

/** Follows the system's setting while the person has made no choice; called once. */
export const followSystemScheme = (): void => systemDark().addEventListener('change', show)

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

export const useColorScheme = (): ColorScheme => useSyncExternalStore(subscribe, colorScheme)
export const useColorChoice = (): ColorChoice => useSyncExternalStore(subscribe, colorChoice)
