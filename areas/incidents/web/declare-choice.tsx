import { useId, type ReactNode } from 'react'
import { Grid, Row } from '#kit/web/ui/layout.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import css from './declare.module.css'

/** One of a few, each as large as a thumb. */
export function Choice({ label, aside, children }: { readonly label: string; readonly aside?: string; readonly children: ReactNode }) {
  const id = useId()
  return (
    <>
      <Row spread="between" align="baseline" className={css.label}>
        <span id={id}>{label}</span>
        {aside ? (
          <Text as="small" size={12} weight={400} tone="quiet">
            {aside}
          </Text>
        ) : null}
      </Row>
      <Grid role="radiogroup" aria-labelledby={id} gap={8} className={css.choice}>
        {children}
      </Grid>
    </>
  )
}
