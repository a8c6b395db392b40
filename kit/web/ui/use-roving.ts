import { useLayoutEffect, useRef, type FocusEvent, type KeyboardEvent } from 'react'

const reached = (root: HTMLElement, items: string) => [...root.querySelectorAll<HTMLElement>(items)].filter((item) => !item.closest('[popover]'))

/**
 * Makes one tab stop of the controls that `items` selects inside an element: the arrows, Home and End walk among them. To be spread on the element; what
 * floats in it keeps its own stops.
 */
export function useRoving<E extends HTMLElement>(items: string) {
  const ref = useRef<E>(null)
  const last = useRef<HTMLElement>(undefined)
  const settle = () => {
    if (!ref.current) return
    const all = reached(ref.current, items)
    const stop = last.current && all.includes(last.current) ? last.current : all[0]
    for (const item of all) item.tabIndex = item === stop ? 0 : -1
  }
  useLayoutEffect(settle)
  return {
    ref,
    onFocus: ({ target }: FocusEvent) => {
      if (!(target instanceof HTMLElement) || !target.matches(items)) return
      last.current = target
      settle()
    },
    onKeyDown: (event: KeyboardEvent) => {
      if (!ref.current || event.altKey || event.ctrlKey || event.metaKey || event.defaultPrevented) return
      const all = reached(ref.current, items)
      const at = all.indexOf(event.target as HTMLElement)
      if (at < 0) return
      const step = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: all.length - 1 }[event.key]
      const next = step === undefined ? undefined : all[step]
      if (!next) return
      event.preventDefault()
      next.focus()
    },
  }
}
