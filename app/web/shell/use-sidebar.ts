import { useState, useSyncExternalStore } from 'react'

const key = 'vigie.sidebar'
const narrow = matchMedia('(max-width: 860px)')

function subscribe(listener: () => void): () => void {
  narrow.addEventListener('change', listener)
  return () => narrow.removeEventListener('change', listener)
}

/** Whether the window is too narrow for a menu beside the page (as in the style sheets). */
export const useNarrow = (): boolean => useSyncExternalStore(subscribe, () => narrow.matches)

/** Whether the menu shows icons only, and how to change that; remembered in this browser. */
export function useSidebar(): readonly [mini: boolean, toggle: () => void] {
  const [mini, setMini] = useState(localStorage.getItem(key) === 'mini')
  const toggle = () => {
    localStorage.setItem(key, mini ? 'full' : 'mini')
    setMini(!mini)
  }
  return [mini, toggle]
}
