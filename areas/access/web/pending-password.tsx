import { refreshSession } from '#kit/web/api/refresh-session.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { takeFocus } from '#kit/web/ui/take-focus.ts'
import { ChangePasswordForm } from './change-password-form.tsx'
import { PasswordPolicy } from './password-section.tsx'
import styles from './access.module.css'

/** All there is while the password is too old, or was chosen by somebody else (ACC-72). */
export function PendingPassword({ onSignOut }: { readonly onSignOut: () => void }) {
  const t = useWords('access')
  return (
    <Row as="main" spread="middle" fill="canvas" className={styles.screen}>
      <Stack gap={16} edge="all" fill="surface" className={styles.sheet}>
        <h1 ref={takeFocus} tabIndex={-1}>
          {t('password.expired_title')}
        </h1>
        <p>{t('password.expired_text')}</p>
        <PasswordPolicy />
        <ChangePasswordForm onChanged={() => void refreshSession()} />
        <div>
          <Button onClick={onSignOut}>{t('strong.sign_out')}</Button>
        </div>
      </Stack>
    </Row>
  )
}
