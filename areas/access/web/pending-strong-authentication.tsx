import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { takeFocus } from '#kit/web/ui/take-focus.ts'
import { StrongAuthenticationSection } from './strong-authentication-section.tsx'
import styles from './access.module.css'

/** All there is while strong authentication is activated and not verified: neither header nor footer (ACC-80). */
export function PendingStrongAuthentication({ onSignOut }: { readonly onSignOut: () => void }) {
  const t = useWords('access')
  return (
    <Row as="main" spread="middle" fill="canvas" className={styles.screen}>
      <Stack gap={16} edge="all" fill="surface" className={styles.sheet}>
        <h1 ref={takeFocus} tabIndex={-1}>
          {t('strong.pending_title')}
        </h1>
        <p>{t('strong.pending_text')}</p>
        <StrongAuthenticationSection />
        <div>
          <Button onClick={onSignOut}>{t('strong.sign_out')}</Button>
        </div>
      </Stack>
    </Row>
  )
}
