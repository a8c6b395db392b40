import { useEffect, useId, useLayoutEffect, useRef, useState, type KeyboardEvent, type ReactNode, type Ref } from 'react'
import { placeBeside, type Placement } from './placement.ts'
import styles from './popover.module.css'

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
  /** Exists only while it is open. */
  readonly children: (close: () => void) => ReactNode
}

const focusable = 'a[href], button:not(:disabled), input:not(:disabled), select, textarea, [tabindex="0"]'

/**
 * A floating piece in the browser's top layer, so that no scrolling ancestor cuts it off and no library positions it.
 * Cheap until opened: fit for table rows. Closes on Escape (which goes no further), on a press outside and when focus leaves.
 */
export function Popover({
  label,
  trigger,
  role = 'dialog',
  placement = 'bottom-start',
  width,
  onOpenChange,
  children,
}: PopoverProps) {
  const id = useId()
  const [open, setOpen] = useState(false)
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

  useLayoutEffect(() => {
    const element = floating.current
    if (!open || !element || !anchor.current) return
    element.showPopover()
    placeBeside(element, anchor.current, placement, 6)
    if (!element.contains(document.activeElement))
      (element.querySelector<HTMLElement>('[autofocus]') ?? element.querySelector<HTMLElement>(focusable) ?? element).focus()
  }, [open, placement])

  useEffect(() => {
    if (!open) return
    const outside = (event: Event) => {
      const target = event.target as Node
      if (!floating.current?.contains(target) && !anchor.current?.contains(target)) change(false)
    }
    const follow = (event: Event) => {
      if (floating.current && anchor.current && !(event.target instanceof Node && floating.current.contains(event.target)))
        placeBeside(floating.current, anchor.current, placement, 6)
    }
    document.addEventListener('pointerdown', outside, true)
    document.addEventListener('focusin', outside)
    addEventListener('scroll', follow, true)
    addEventListener('resize', follow)
    return () => {
      document.removeEventListener('pointerdown', outside, true)
      document.removeEventListener('focusin', outside)
      removeEventListener('scroll', follow, true)
      removeEventListener('resize', follow)
    }
  })

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
          onKeyDown={(event) => {
            if (event.key !== 'Escape') return
            event.stopPropagation()
            // Else a dialog around it would take the key too.
            event.preventDefault()
            close()
          }}
        >
          {children(close)}
        </div>
      ) : null}
    </>
  )
}
