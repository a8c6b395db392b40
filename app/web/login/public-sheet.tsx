import type { ReactNode } from 'react'
import { useWords } from '#kit/web/i18n/words.ts'
import { Logo } from '#app/web/shell/logo.tsx'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { Languages } from './languages.tsx'
import styles from './public-sheet.module.css'

/** The sheet of a page for people who are not signed in. */
export function PublicSheet({ title, children }: { readonly title: string; readonly children: ReactNode }) {
  const words = useWords('app')
  return (
    <Stack as="main" align="center" spread="middle" gap={16} padY={24} padX={16} fill="canvas" className={styles.page}>
      <Stack gap={16} edge="all" fill="surface" className={styles.sheet}>
        <Row align="center" gap={8} weight={600}>
          <Logo /> {words('product')}
        </Row>
        <h1>{title}</h1>
        {children}
      </Stack>
      <Languages />
    </Stack>
  )
}
