import { CircleCheck } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import type { forgotPassword } from '#areas/access/contract/passwords.ts'
import { api, ApiError, failureText } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { path } from '#kit/web/route.ts'
import { Button, ButtonLink } from '#kit/web/ui/button.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import { takeFocus } from '#kit/web/ui/take-focus.ts'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { Text } from '#kit/web/ui/text.tsx'
import { PublicSheet } from './public-sheet.tsx'
import { useCaptcha } from './use-captcha.ts'
import styles from './public-sheet.module.css'

const emailPattern = /^[^\s@]+@[^\s@]+\.[^\s@]+$/

/** Asks for a mail that lets one choose a new password (ACC-47); says the same whoever's address it is. */
export function ForgotPasswordPage() {
  const words = useWords('app')
  const kit = useWords('kit')
  const { captcha, again } = useCaptcha()
  const [email, setEmail] = useState('')
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState<string>()

  const submit = async (event: FormEvent) => {
    event.preventDefault()
    const typed = email.trim()
    const wrong = typed === '' ? kit('errors.mandatory') : emailPattern.test(typed) ? undefined : words('login.email_invalid')
    setError(wrong)
    if (wrong || captcha.state !== 'solved') return
    setBusy(true)
    try {
      const { message = '' } = await api.call<typeof forgotPassword>('POST /auth/password/forgot', { body: { email: typed, recaptcha_token: captcha.token } })
      setSent(message)
    } catch (reason) {
      toast.info(failureText(reason))
      if (reason instanceof ApiError) setError(reason.errors.email?.[0])
      again()
    } finally {
      setBusy(false)
    }
  }
  return (
    <PublicSheet title={words('forgot.title')}>
      {sent === undefined ? (
        <form noValidate onSubmit={(event) => void submit(event)}>
          <Text as="p" tone="quiet">
            {words('forgot.text')}
          </Text>
          <TextInput
            size="lg"
            type="email"
            label={words('login.email')}
            autoComplete="username"
            autoFocus
            required
            maxLength={254}
            value={email}
            error={error}
            onChange={(event) => {
              setEmail(event.currentTarget.value)
              setError(undefined)
            }}
          />
          <CaptchaState state={captcha.state} again={again} />
          <Button type="submit" variant="primary" size="lg" wide loading={busy} disabled={captcha.state !== 'solved'}>
            {words('forgot.send')}
          </Button>
        </form>
      ) : (
        <p role="status" ref={takeFocus} tabIndex={-1}>
          {sent}
        </p>
      )}
      <ButtonLink to={path('/login')} variant="link">
        {words('forgot.back')}
      </ButtonLink>
    </PublicSheet>
  )
}

function CaptchaState({ state, again }: { readonly state: 'working' | 'failed' | 'insecure' | 'solved'; readonly again: () => void }) {
  const words = useWords('app')
  const kit = useWords('kit')
  if (state === 'failed' || state === 'insecure') {
    return (
      <Row align="center" gap={8} tone="soft" className={styles.check} role="alert">
        <span>{words(`forgot.captcha_${state}`)}</span>
        {state === 'failed' ? <Button onClick={again}>{kit('actions.try_again')}</Button> : null}
      </Row>
    )
  }
  return (
    <Row align="center" gap={8} tone="soft" className={styles.check} role="status">
      {state === 'working' ? <progress aria-label={words('forgot.captcha_working')} /> : <CircleCheck size={16} aria-hidden />}
      <span>{words(`forgot.captcha_${state}`)}</span>
    </Row>
  )
}
