import { useState } from 'react'

const key = 'vigie.single_letters'

/** Whether letters and digits do something by themselves; kept on this device, since keyboards and aids are. */
export function useLetters(): readonly [on: boolean, change: (on: boolean) => void] {
  const [on, setOn] = useState(() => {
    try {
      return localStorage.getItem(key) !== 'off'
    } catch {
      return true
    }
  })
  return [
    on,
    (next) => {
      setOn(next)
      try {
        localStorage.setItem(key, next ? 'on' : 'off')
      } catch {
        // A browser that keeps nothing forgets it with the page.
      }
    },
  ]
}
