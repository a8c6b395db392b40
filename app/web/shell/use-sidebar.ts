import { useState } from 'react'

const key = 'vigie.sidebar'

/** Whether the menu shows icons only, and how to change that; remembered in this browser. */
export function useSidebar(): readonly [mini: boolean, toggle: () => void] {
  const [mini, setMini] = useState(localStorage.getItem(key) === 'mini')
  const toggle = () => {
    localStorage.setItem(key, mini ? 'full' : 'mini')
    setMini(!mini)
  }
  return [mini, toggle]
}
