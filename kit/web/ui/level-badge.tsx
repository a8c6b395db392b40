import type { ReactNode } from 'react'
import { colorStyle, toneOf } from './level-color.ts'
import styles from './level-badge.module.css'

interface LevelBadgeProps {
  readonly color: string | null | undefined
  readonly children: ReactNode
  /** What follows the words and stays where these are cut. */
  readonly aside?: string
}

/** A level of a scale in words, in its colour, which only repeats them. */
export const LevelBadge = ({ color, children, aside }: LevelBadgeProps) => (
  <span
    className={styles.badge}
    data-tone={toneOf(color)}
    data-own={colorStyle(color) ? true : undefined}
    style={colorStyle(color)}
    data-aside={aside ? true : undefined}
  >
    {aside ? (
      <>
        <span data-chip>{children}</span>
        <span>{`\u00a0${aside}`}</span>
      </>
    ) : (
      children
    )}
  </span>
)

/** The colour alone, beside the words. */
export const LevelSwatch = ({ color }: { readonly color: string | null | undefined }) => (
  <i className={styles.swatch} data-tone={toneOf(color)} data-own={colorStyle(color) ? true : undefined} style={colorStyle(color)} aria-hidden />
)
