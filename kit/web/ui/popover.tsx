import { useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react'
import type { Placement } from './placement.ts'
import styles from './popover.module.css'
import { useFloatingPiece } from './use-floating-piece.ts'

/** To be spread on the button that opens a popover. */
export interface TriggerProps {
  readonly ref: Ref<HTMLButtonElement>
  readonly onClick: () => void
  readonly onKeyDown: (event: KeyboardEvent) => void
  readonly 'aria-expanded': boolean
  readonly 'aria-haspopup': 'menu' | 'dialog' | 'listbox'
  readonly 'aria-controls': string | undefined
}

export interface PopoverProps {
  /** Its name for screen readers. */
  readonly label: string
  readonly trigger: (props: TriggerProps) => ReactNode
  readonly role?: 'menu' | 'dialog' | 'listbox'
  readonly placement?: Placement
  /** Pixels; else as wide as its content. */
  readonly width?: number
  readonly onOpenChange?: (open: boolean) => void
  /** Is open from the start, for what comes into being to be filled in. */
  readonly startOpen?: boolean
  /** Exists only while it is open. */
  readonly children: (close: () => void) => ReactNode
}

const focusable = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex="0"]'

/**
 * A floating piece in the browser's top layer, so that no scrolling ancestor cuts it off and no library positions it.
 * Cheap until opened: fit for table rows. Closes on Escape (which goes no further), on a press outside and when focus leaves.
 */
export function Popover({ label, trigger, role = 'dialog', placement = 'bottom-start', width, onOpenChange, startOpen = false, children }: PopoverProps) {
  const id = useId()
  const [open, setOpen] = useState(startOpen)
  const anchor = useRef<HTMLButtonElement>(null)
  const floating = useRef<HTMLDivElement>(null)

  const change = (next: boolean) => {
    setOpen(next)
    onOpenChange?.(next)
  }
  const close = () => {
    change(false)
    anchor.current?.focus()
  }

  useFloatingPiece({ open, anchor, floating, placement, onLeave: () => change(false), onEscape: close })

  useLayoutEffect(() => {
    const element = floating.current
    if (open && element && !element.contains(document.activeElement))
      (element.querySelector<HTMLElement>('[autofocus]') ?? element.querySelector<HTMLElement>(focusable) ?? element).focus()
  }, [open])

  return (
    <>
      {trigger({
        ref: anchor,
        onClick: () => change(!open),
        onKeyDown: (event) => {
          if (event.key === 'ArrowDown' && !open) {
            event.preventDefault()
            change(true)
          }
        },
        'aria-expanded': open,
        'aria-haspopup': role,
        'aria-controls': open ? id : undefined,
      })}
      {open ? (
        <div
          ref={floating}
          id={id}
          popover="manual"
          role={role}
          aria-label={label}
          tabIndex={-1}
          className={styles.popover}
          style={width ? { width } : undefined}
          onClick={(event) => event.stopPropagation()}
        >
          {children(close)}
        </div>
      ) : null}
    </>
  )
}
