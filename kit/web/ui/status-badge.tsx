import type { ReactNode } from 'react'
import { CutName } from './cut-name.tsx'
import type { Glyph, Tone } from './status-looks.ts'
import styles from './status-badge.module.css'

const ring = (dash?: string) => <circle cx="6" cy="6" r="4.9" fill="none" stroke="currentColor" strokeWidth="1.3" strokeDasharray={dash} />
const stroke = { fill: 'none', stroke: 'currentColor', strokeWidth: 1.3, strokeLinecap: 'round' } as const

const shapes: Record<Glyph, ReactNode> = {
  dashed: ring('2 1.85'),
  circle: ring(),
  half: (
    <>
      {ring()}
      <path d="M6 3.2a2.8 2.8 0 0 1 0 5.6Z" fill="currentColor" stroke="currentColor" strokeWidth=".6" />
    </>
  ),
  dots: (
    <>
      {ring()}
      <path d="M3.7 6h.01M6 6h.01M8.3 6h.01" {...stroke} />
    </>
  ),
  soon: (
    <>
      {ring()}
      <path d="M6 3.4V6l1.7 1.1" {...stroke} />
    </>
  ),
  late: (
    <>
      <path d="M9.9 8.9A4.9 4.9 0 1 1 10.9 5.6" {...stroke} />
      <path d="M6 3.4V6l1.4 1M11 7.6v1.6M11 11.1v.01" {...stroke} />
    </>
  ),
  mark: (
    <>
      {ring()}
      <path d="M6 3.4v3M6 8.4v.01" {...stroke} />
    </>
  ),
  pause: (
    <>
      {ring()}
      <path d="M4.7 4.3v3.4M7.3 4.3v3.4" {...stroke} />
    </>
  ),
  check: (
    <>
      <circle cx="6" cy="6" r="5.5" fill="currentColor" />
      <path d="M3.6 6.2 5.3 7.9 8.5 4.5" {...stroke} stroke="var(--surface)" strokeWidth="1.5" strokeLinejoin="round" />
    </>
  ),
  minus: (
    <>
      {ring()}
      <path d="M3.9 6h4.2" {...stroke} />
    </>
  ),
  cross: (
    <>
      {ring()}
      <path d="m4.3 4.3 3.4 3.4m0-3.4L4.3 7.7" {...stroke} />
    </>
  ),
}

/** The 12 pixel sign of a status, in the current colour. */
export const StatusGlyph = ({ glyph }: { readonly glyph: Glyph }) => (
  <svg width="12" height="12" viewBox="0 0 12 12" aria-hidden className={styles.glyph}>
    {shapes[glyph]}
  </svg>
)

/** A status in words, with the tone and sign that go with it (`lookOf`). */
export const StatusBadge = ({ tone = 'neutral', glyph, children }: { readonly tone?: Tone; readonly glyph?: Glyph; readonly children: ReactNode }) => (
  <span className={styles.badge} data-tone={tone}>
    {glyph ? <StatusGlyph glyph={glyph} /> : null}
    <span className={styles.word} data-chip>
      {children}
    </span>
  </span>
)

/** A label; a colour (`#rrggbb`) shows as a dot, never as the ground of the text. */
export const Tag = ({ color, children }: { readonly color?: string | null | undefined; readonly children: ReactNode }) => (
  <span className={styles.tag} data-chip>
    {color ? <span className={styles.dot} style={{ background: color }} aria-hidden /> : null}
    {typeof children === 'string' ? <CutName text={children} /> : children}
  </span>
)
