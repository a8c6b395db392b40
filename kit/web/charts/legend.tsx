import type { CSSProperties } from 'react'
import styles from './legend.module.css'
import { paint } from './color.ts'

interface SwatchProps {
  readonly color: string
  /** Which of the series it is, from nought: where the reader chose the colours, each has a pattern (fills.tsx). */
  readonly n: number
}

/** The colour of a series, beside its name. */
export const Swatch = ({ color, n }: SwatchProps) => (
  <i className={styles.swatch} style={{ '--swatch': paint(color) } as CSSProperties} data-pattern={n % 6} aria-hidden />
)

/** What the colours of a chart mean, in the order of its series; `color` is a token's name such as `c1`. */
export const Legend = ({ entries }: { readonly entries: readonly { readonly label: string; readonly color: string }[] }) => (
  <ul className={styles.legend}>
    {entries.map(({ label, color }, n) => (
      <li key={label}>
        <Swatch color={color} n={n} />
        {label}
      </li>
    ))}
  </ul>
)
