import type { CSSProperties } from 'react'
import styles from './avatar.module.css'

/** Pixels, as in lists: there it need not be said. */
const usual = 20

const hues = [222, 168, 282, 28, 340, 196, 98, 258]
const hueOf = (name: string) => hues[[...name].reduce((sum, letter) => sum + letter.charCodeAt(0), 0) % hues.length]

const initialsOf = (name: string) =>
  name
    .split(/[\s-]+/)
    .map((part) => part[0] ?? '')
    .join('')
    .slice(0, 2)
    .toUpperCase()

/** A person's initials on a colour of their name; decoration, the name stands beside it or in the control's label. */
export function Avatar({ name, initials, size = usual }: { readonly name: string; readonly initials?: string; readonly size?: number }) {
  const style = { '--hue': hueOf(name), ...(size === usual ? {} : { '--size': `${size}px` }) } as CSSProperties
  return <span aria-hidden className={`${styles.avatar} ${styles.person}`} data-initials={initials ?? initialsOf(name)} style={style} />
}

/** An organisation's logo, or its letter on its colour. */
export const CustomerMark = ({
  name,
  color,
  logo = null,
  size = 18,
}: {
  readonly name: string
  readonly color: string | null
  /** An address of this site. */
  readonly logo?: string | null
  readonly size?: number
}) =>
  logo ? (
    <img className={styles.logo} src={logo} alt="" height={size} style={{ maxWidth: size * 3 }} />
  ) : (
    <span
      aria-hidden
      className={styles.avatar}
      data-square
      data-initials={name.slice(0, 1).toUpperCase()}
      style={{ width: size, height: size, fontSize: size * 0.61, background: color ?? `hsl(${hueOf(name)} 55% 36%)` }}
    />
  )
