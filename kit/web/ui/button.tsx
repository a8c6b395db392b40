import type { ComponentProps, MouseEvent, ReactNode } from 'react'
import { Link } from '#kit/web/navigation.ts'
import type { Address } from '#kit/web/route.ts'
import { Kbd } from './kbd.tsx'
import { useAway } from './use-away.ts'
import styles from './button.module.css'

interface Look {
  readonly variant?: 'primary' | 'default' | 'subtle' | 'link' | 'danger'
  /** 26, 30 or 40 pixels high. */
  readonly size?: 'sm' | 'md' | 'lg'
  /** A lucide icon of 14 pixels, before the words. */
  readonly icon?: ReactNode
  /** As wide as its surroundings. */
  readonly wide?: boolean
}

/** Keys that do what a button does, told beside its words to whoever sees them; assistive technology has `aria-keyshortcuts`. */
const renderKeys = (keys: string) => (
  <span className={styles.keys} aria-hidden>
    <Kbd>{keys}</Kbd>
  </span>
)

interface OfServer {
  /** Is off, and says why, while the server cannot be reached; what sends a form does unless it says `false`. */
  readonly needsServer?: boolean | undefined
}

type ButtonProps = ComponentProps<'button'> & Look & OfServer & { readonly loading?: boolean; readonly keys?: string | undefined }

const doesNothing = (event: MouseEvent) => event.preventDefault()

/** Words that do not fit end in dots; what is more than words lays itself out. */
const worded = (children: ReactNode) => (typeof children === 'string' ? <span className={styles.words}>{children}</span> : children)

/** `loading` keeps the width and the focus, shows a spinner and ignores presses, also those of Enter in its form; `type` is `button` unless it says `submit`. */
export function Button({
  variant = 'default',
  size = 'md',
  icon,
  wide,
  loading = false,
  keys,
  children,
  disabled,
  onClick,
  needsServer,
  title,
  ...rest
}: ButtonProps) {
  const away = useAway(needsServer ?? rest.type === 'submit')
  const off = loading || away !== undefined
  return (
    <button
      type="button"
      className={styles.button}
      data-variant={variant}
      data-size={size}
      data-wide={wide || undefined}
      disabled={disabled && !loading}
      aria-disabled={off || undefined}
      aria-busy={loading || undefined}
      onClick={off ? doesNothing : onClick}
      {...rest}
      title={away ?? title}
    >
      {loading ? <span className={styles.spinner} aria-hidden /> : icon}
      {worded(children)}
      {keys ? renderKeys(keys) : null}
    </button>
  )
}

/** A link inside the application that looks like a button. */
export function ButtonLink({ to, variant = 'default', size = 'md', icon, wide, children }: Look & { readonly to: Address; readonly children: ReactNode }) {
  return (
    <Link to={to} className={styles.button} data-variant={variant} data-size={size} data-wide={wide || undefined}>
      {icon}
      {worded(children)}
    </Link>
  )
}

interface IconButtonProps extends Omit<ComponentProps<'button'>, 'aria-label'>, OfServer {
  /** Its name, also shown as a tooltip. */
  readonly label: string
  /** 24, 28 or 30 pixels square. */
  readonly size?: 'sm' | 'regular' | 'md'
  readonly active?: boolean
}

/** A link inside the application that is only a 16 pixel icon. */
export const IconLink = ({ to, label, children }: { readonly to: Address; readonly label: string; readonly children: ReactNode }) => (
  <Link to={to} className={styles.icon} data-size="regular" aria-label={label} data-tooltip={label}>
    {children}
  </Link>
)

/** A button that is only a 16 pixel icon. */
export function IconButton({ label, size = 'regular', active, children, needsServer = false, onClick, ...rest }: IconButtonProps) {
  const away = useAway(needsServer)
  return (
    <button
      type="button"
      className={styles.icon}
      data-size={size}
      data-active={active || undefined}
      aria-label={label}
      data-tooltip={away ? `${label}. ${away}` : label}
      {...rest}
      {...(away && { 'aria-disabled': true, 'aria-description': away })}
      onClick={away ? doesNothing : onClick}
    >
      {children}
    </button>
  )
}
