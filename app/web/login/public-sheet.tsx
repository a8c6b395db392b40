import type { ReactNode } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import { Logo } from '#app/web/shell/logo.tsx'
import { Languages } from './languages.tsx'
import styles from './public-sheet.module.css'

/** The sheet of a page for people who are not signed in. */
export function PublicSheet({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const words = useWords('app')
  return (
    <main className={styles.page}>
      <div className={styles.sheet}>
        <div className={styles.brand}>
          <Logo /> {words('product')}
        </div>
        <h1>{title}</h1>
        {children}
      </div>
      <Languages />
    </main>
  )
}
