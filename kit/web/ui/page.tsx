import type { CSSProperties, ReactNode } from 'react'
import styles from './page.module.css'

/** The content of a page: a white sheet that a table fills, or with `canvas` a grey ground for blocks. */
export const Page = ({ canvas = false, children }: { readonly canvas?: boolean; readonly children: ReactNode }) => (
  <div className={styles.page} data-canvas={canvas || undefined}>
    {children}
  </div>
)

/** The row of controls above the content; `<Spring />` pushes what follows to the right. */
export const PageToolbar = ({ children }: { readonly children: ReactNode }) => (
  <div className={styles.toolbar} data-toolbar>
    {children}
  </div>
)

export const Spring = () => <span className={styles.spring} />

/** A second title inside a page, for what the header's crumb does not say. */
export const PageHeading = ({ title, text }: { readonly title: string; readonly text?: string }) => (
  <div className={styles.heading}>
    <h2 title={title}>{title}</h2>
    {text ? <p>{text}</p> : null}
  </div>
)

/** Twelve columns for blocks. */
export const BlockGrid = ({ rowHeight, children }: { readonly rowHeight?: number; readonly children: ReactNode }) => (
  <div className={styles.grid} style={rowHeight ? { gridAutoRows: `minmax(${rowHeight}px, auto)` } : undefined}>
    {children}
  </div>
)

interface BlockProps {
  readonly id?: string
  readonly title: string
  readonly sub?: string
  /** Columns of twelve. */
  readonly span?: number
  /** Buttons or a legend at the right of the title. */
  readonly aside?: ReactNode
  readonly children: ReactNode
}

/** A titled card. */
export const Block = ({ id, title, sub, span = 12, aside, children }: BlockProps) => (
  <section id={id} className={styles.block} data-whole={span === 12 || undefined} aria-label={title} style={{ '--span': span } as CSSProperties}>
    <header>
      <div className={styles.title}>
        <h2>{title}</h2>
        {sub ? <span className={styles.sub}>{sub}</span> : null}
      </div>
      {aside}
    </header>
    <div className={styles.body}>{children}</div>
  </section>
)

/** Names and values in two columns. */
export const Facts = ({ facts }: { readonly facts: readonly (readonly [name: string, value: ReactNode])[] }) => (
  <dl className={styles.facts}>
    {facts.map(([name, value]) => (
      <div key={name}>
        <dt>{name}</dt>
        <dd>{value}</dd>
      </div>
    ))}
  </dl>
)
