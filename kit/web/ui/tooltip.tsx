import { useEffect, useRef } from 'react'
import { placeBeside } from './placement.ts'
import styles from './tooltip.module.css'

const delay = 300

/**
 * Shows the `data-tooltip` text of whatever the pointer or the keyboard rests on; stands once in the application, so that
 * a tooltip costs an attribute and nothing else. The text must also be in the accessible name: tooltips are for eyes.
 */
export function TooltipHost() {
  const box = useRef<HTMLDivElement>(null)

  useEffect(() => {
    const element = box.current
    if (!element) return
    let timer: ReturnType<typeof setTimeout> | undefined
    let shownFor: HTMLElement | null = null
    const hide = () => {
      clearTimeout(timer)
      shownFor = null
      if (element.matches(':popover-open')) element.hidePopover()
    }
    const show = (anchor: HTMLElement) => {
      if (!anchor.isConnected || anchor.getAttribute('aria-expanded') === 'true') return
      element.textContent = anchor.dataset.tooltip ?? ''
      element.showPopover()
      placeBeside(element, anchor, anchor.dataset.tooltipPlacement === 'top' ? 'top' : 'bottom-center', 6)
    }
    const over = (event: Event) => {
      const anchor = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-tooltip]') : null
      if (anchor === shownFor) return
      hide()
      if (!anchor || (event.type === 'focusin' && !anchor.matches(':focus-visible'))) return
      shownFor = anchor
      timer = setTimeout(() => show(anchor), delay)
    }
    const listeners: [string, (event: Event) => void][] = [
      ['pointerover', over],
      ['focusin', over],
      ['focusout', hide],
      ['pointerdown', hide],
      ['keydown', hide],
      ['scroll', hide],
    ]
    for (const [name, listener] of listeners) document.addEventListener(name, listener, true)
    return () => {
      hide()
      for (const [name, listener] of listeners) document.removeEventListener(name, listener, true)
    }
  }, [])

  return <div ref={box} popover="manual" role="tooltip" className={styles.tooltip} />
}
