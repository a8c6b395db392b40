import { Check } from 'lucide-react'
import { createContext, useContext, useId, useLayoutEffect, useRef, type KeyboardEvent, type ReactNode } from 'react'
import { Link } from '#kit/web/navigation.ts'
import type { Address } from '#kit/web/route.ts'
import { Popover, type PopoverProps } from './popover.tsx'
import styles from './menu.module.css'

const CloseMenu = createContext<() => void>(() => {})

function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const items = [...event.currentTarget.querySelectorAll<HTMLElement>('[role^=menuitem]:not(:disabled)')]
  const at = items.indexOf(document.activeElement as HTMLElement)
  // In a field they move the caret.
  const writing = event.target instanceof HTMLInputElement
  const steps: Record<string, number> = { ArrowDown: at + 1, ArrowUp: at - 1, ...(writing ? {} : { Home: 0, End: -1 }) }
  const step = steps[event.key]
  const typed = event.key.length === 1 && !event.ctrlKey && !event.metaKey ? event.key.toLowerCase() : undefined
  const next =
    step !== undefined
      ? items.at(step % items.length)
      : typed && !writing
        ? [...items.slice(at + 1), ...items.slice(0, at + 1)].find((item) => item.textContent?.trim().toLowerCase().startsWith(typed))
        : undefined
  if (!next) return
  event.preventDefault()
  next.focus()
}

interface MenuProps extends Pick<PopoverProps, 'label' | 'trigger' | 'placement' | 'onOpenChange'> {
  readonly width?: number
  /** Stands above the items and is none of them, such as a search. */
  readonly head?: ReactNode
  readonly children: ReactNode
}

/** The items of a menu inside a popover that shows other things as well. */
export function MenuItems({ label, close, children }: { readonly label: string; readonly close: () => void; readonly children: ReactNode }) {
  const items = useRef<HTMLDivElement>(null)
  // They may come after the popover that they stand in.
  useLayoutEffect(() => items.current?.querySelector<HTMLElement>('[role^=menuitem]')?.focus(), [])
  return (
    <CloseMenu value={close}>
      <div role="menu" aria-label={label} ref={items} onKeyDown={moveFocus}>
        {children}
      </div>
    </CloseMenu>
  )
}

/** A menu of actions: arrows, Home, End and first letters move; nothing of it exists before it opens. */
export function Menu({ width = 200, head, children, ...rest }: MenuProps) {
  return (
    <Popover role={head ? 'dialog' : 'menu'} width={width} {...rest}>
      {(close) => (
        <CloseMenu value={close}>
          <div role="presentation" onKeyDown={moveFocus}>
            {head}
            {head ? (
              <div role="menu" aria-label={rest.label}>
                {children}
              </div>
            ) : (
              children
            )}
          </div>
        </CloseMenu>
      )}
    </Popover>
  )
}

/** Items that belong together, with or without a heading; a rule stands between two groups. */
export function MenuGroup({ label, children }: { readonly label?: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <div role="group" className={styles.group} aria-labelledby={label ? id : undefined}>
      {label ? (
        <span className={styles.label} id={id} role="presentation">
          {label}
        </span>
      ) : null}
      {children}
    </div>
  )
}

interface MenuItemProps {
  /** A lucide icon of 14 pixels. */
  readonly icon?: ReactNode
  readonly hint?: string
  readonly danger?: boolean
  readonly disabled?: boolean
  /** Makes it one of several choices, of which the checked one is marked. */
  readonly checked?: boolean
  /** Leads to a page of the application instead of doing something. */
  readonly to?: Address
  readonly onSelect?: () => void
  /** Keeps the menu open, for choices that one tries. */
  readonly stay?: boolean
  readonly children: ReactNode
}

export function MenuItem({ icon, hint, danger, disabled, checked, to, onSelect, stay, children }: MenuItemProps) {
  const close = useContext(CloseMenu)
  const select = () => {
    if (!stay) close()
    onSelect?.()
  }
  const content = (
    <>
      {icon}
      <span className={styles.text}>{children}</span>
      {hint ? <span className={styles.hint}>{hint}</span> : null}
      {checked ? <Check size={14} aria-hidden /> : null}
    </>
  )
  if (to !== undefined) {
    return (
      <Link to={to} role="menuitem" className={styles.item} onClick={select}>
        {content}
      </Link>
    )
  }
  return (
    <button
      type="button"
      role={checked === undefined ? 'menuitem' : 'menuitemradio'}
      aria-checked={checked}
      className={styles.item}
      data-danger={danger || undefined}
      disabled={disabled}
      onClick={select}
    >
      {content}
    </button>
  )
}
