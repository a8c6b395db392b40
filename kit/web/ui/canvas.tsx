import type { ReactNode } from 'react'
import styles from './canvas.module.css'
import { Page } from './page.tsx'

interface CanvasProps {
  readonly title: string
  readonly sub: string
  /** What the figures are asked with, and buttons; at the right of the title. */
  readonly tools: ReactNode
  readonly children: ReactNode
}

/** A page of cards on a grey ground, below a title that says what they show and of when. */
export const Canvas = ({ title, sub, tools, children }: CanvasProps) => (
  <Page canvas>
    <div className={styles.page}>
      <header className={styles.head}>
        <div>
          <h2>{title}</h2>
          <p>{sub}</p>
        </div>
        {tools}
      </header>
      {children}
    </div>
  </Page>
)
