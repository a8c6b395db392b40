import styles from './avatar.module.css'

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
export function Avatar({ name, initials, size = 20 }: { readonly name: string; readonly initials?: string; readonly size?: number }) {
  const hue = hueOf(name)
  return (
    <span
      aria-hidden
      className={styles.avatar}
      data-initials={initials ?? initialsOf(name)}
      style={{
        width: size,
        height: size,
        fontSize: size * 0.42,
        background: `light-dark(hsl(${hue} 55% 91%), hsl(${hue} 30% 24%))`,
        color: `light-dark(hsl(${hue} 60% 28%), hsl(${hue} 70% 84%))`,
      }}
    />
  )
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
