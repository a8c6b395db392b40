import { useEffect, useRef, useSyncExternalStore } from 'react'

const storageKey = 'vigie.letter_keys'
const listeners = new Set<() => void>()

/** Whether single letters do something, which can be switched off on this device: whoever speaks to it, or leans on a key, wants them to do nothing. */
export const letterKeys = {
  on: () => localStorage.getItem(storageKey) !== 'off',
  set: (on: boolean) => {
    if (on) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, 'off')
    for (const listener of listeners) listener()
  },
  subscribe: (listener: () => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
}

export const useLetterKeys = (): boolean => useSyncExternalStore(letterKeys.subscribe, letterKeys.on)

/** Where letters are written, or find what begins with them. */
const writes = 'input:not([type=radio], [type=checkbox]), textarea, select, [contenteditable], [role=listbox], [role=combobox], [role=menu]'
/** What lies over the page has its own keys. */
const above = 'dialog[open], [role=dialog], [role=menu], [role=listbox]'

/** Lists of choices stay in the document when they are closed. */
const isCovered = () => [...document.querySelectorAll(above)].some((element) => element.checkVisibility())

/** What letters do while a component is shown, by the letter in lower case, `shift+` before it where that does something of its own; nothing in fields, under dialogs and with Ctrl or Alt. */
export function useLetters(actions: Readonly<Record<string, () => void>>): void {
  const on = useLetterKeys()
  const latest = useRef(actions)
  latest.current = actions
  useEffect(() => {
    if (!on) return
    const press = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.repeat || event.isComposing || event.altKey || event.ctrlKey || event.metaKey) return
      if (event.target instanceof Element && event.target.closest(writes)) return
      const letter = event.key.toLowerCase()
      const key = event.shiftKey && Object.hasOwn(latest.current, `shift+${letter}`) ? `shift+${letter}` : letter
      const action = Object.hasOwn(latest.current, key) ? latest.current[key] : undefined
      if (!action || isCovered()) return
      event.preventDefault()
      action()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [on])
}
