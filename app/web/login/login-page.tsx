import { ArrowLeft, Fingerprint } from 'lucide-react'
import { useWords } from '#kit/web/i18n/words.ts'
import { path } from '#kit/web/route.ts'
import { Button, ButtonLink, IconButton } from '#kit/web/ui/button.tsx'
import { PasswordInput, TextInput } from '#kit/web/ui/text-input.tsx'
import { Logo } from '#app/web/shell/logo.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { Grid, Row, Stack } from '#kit/web/ui/layout.tsx'
import { Languages } from './languages.tsx'
import { LoginMessage } from './login-message.tsx'
import { useLogin } from './use-login.ts'
import styles from './login-page.module.css'

const Demonstration = lazy(async () => ({ default: (await import('./demonstration.tsx')).Demonstration }))

const headings = { email: 'login.title', password: 'login.password_title', code: 'login.code_title' } as const

const hasPasskeys = () => typeof PublicKeyCredential === 'function'

/** Sign-in in three steps: the email, then the password, with the code of the second factor beside it where there is one (ACC-01). */
export function LoginPage() {
  const words = useWords('app')
  const login = useLogin()
  const { step, values, errors } = login
  return (
    <Grid fill="surface" className={styles.page}>
      <Stack as="main" className={styles.left}>
        <Row align="center" gap={8} size={14} weight={600}>
          <Logo /> {words('product')}
        </Row>
        <Stack as="form" holds gap={16} className={styles.form} onSubmit={login.submit} noValidate>
          {step === 'email' ? null : (
            <div className={styles.back}>
              <IconButton label={words('login.back')} onClick={login.back}>
                <ArrowLeft size={16} strokeWidth={1.75} />
              </IconButton>
            </div>
          )}
          <div aria-live="polite">
            <h1>{words(headings[step])}</h1>
            <Text as="p" above={4} below={4} tone="quiet" breaks>
              {step === 'email' ? words('login.email_hint') : values.email}
            </Text>
          </div>
          {step === 'email' ? (
            <TextInput
              key="email"
              size="lg"
              type="email"
              label={words('login.email')}
              autoComplete="username"
              autoFocus
              maxLength={254}
              value={values.email}
              onChange={(event) => login.set('email', event.currentTarget.value)}
              error={errors.email}
            />
          ) : (
            <>
              {/* Lets password keepers see for whom this password is. */}
              <input type="email" autoComplete="username" value={values.email} readOnly hidden />
              <PasswordInput
                key="password"
                size="lg"
                label={words('login.password')}
                autoComplete="current-password"
                autoFocus
                maxLength={128}
                value={values.password}
                onChange={(event) => login.set('password', event.currentTarget.value)}
                error={errors.password}
              />
            </>
          )}
          {step === 'code' ? (
            <TextInput
              size="lg"
              key={login.second}
              {...(login.second === 'code'
                ? { label: words('login.code'), help: words('login.code_hint'), autoComplete: 'one-time-code', inputMode: 'numeric' }
                : { label: words('login.recovery_code'), help: words('login.recovery_hint'), autoComplete: 'off', maxLength: 20 })}
              value={values.code}
              onChange={({ currentTarget: { value } }) => login.set('code', login.second === 'code' ? value.replaceAll(/\D/g, '').slice(0, 6) : value)}
              error={errors.code}
            />
          ) : null}
          <Button type="submit" variant="primary" size="lg" wide loading={login.busy}>
            {words(step === 'email' ? 'login.next' : 'login.sign_in')}
          </Button>
          {step === 'password' || !hasPasskeys() ? null : (
            <Button size="lg" wide icon={<Fingerprint size={16} aria-hidden />} disabled={login.busy} onClick={() => void login.signInByPasskey()}>
              {words(step === 'email' ? 'login.passkey' : 'login.passkey_instead')}
            </Button>
          )}
          <Row wrap spread="between" gap={12} rowGap={4} className={styles.links}>
            {step === 'code' ? (
              <Button variant="link" size="sm" onClick={login.changeSecond}>
                {words(login.second === 'code' ? 'login.use_recovery' : 'login.use_code')}
              </Button>
            ) : null}
            <ButtonLink to={path('/forgot_password')} variant="link" size="sm">
              {words('login.forgotten')}
            </ButtonLink>
          </Row>
          {step === 'email' ? (
            <Suspense>
              <Demonstration />
            </Suspense>
          ) : null}
        </Stack>
        <Row gap={4} className={styles.footer}>
          <Languages />
        </Row>
      </Stack>
      <LoginMessage />
    </Grid>
  )
}
