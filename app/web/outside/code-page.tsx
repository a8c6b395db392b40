import { useState, type FormEvent } from 'react'
import { codeDigits, codeMinutes, type askCode } from '#areas/campaigns/contract/outside-calls.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import type { SessionUser } from '#kit/web/api/session.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useNavigate, useParams } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { Button, ButtonLink } from '#kit/web/ui/button.tsx'
import { takeFocus } from '#kit/web/ui/take-focus.ts'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { emailForm } from '#app/web/login/email-form.ts'
import { PublicSheet } from '#app/web/login/public-sheet.tsx'
import { enter } from '#app/web/start-session.ts'
import { Text } from '#kit/web/ui/text.tsx'

/** Coming in with a code by mail: says the same whoever's address it is (docs/decisions/0073). */
export function CodePage() {
  const t = useWords('campaigns')
  const [email, setEmail] = useState('')
  const [sent, setSent] = useState<string>()
  return (
    <PublicSheet title={t('outside.sign_in.title')}>
      {sent === undefined ? <Ask email={email} onEmail={setEmail} onSent={setSent} /> : <Enter said={sent} onAgain={() => setSent(undefined)} />}
      <ButtonLink to={path('/login')} variant="link">
        {t('outside.sign_in.password')}
      </ButtonLink>
    </PublicSheet>
  )
}

/** Runs one thing at a time, and keeps what went wrong beside the field. */
function useSending(run: () => Promise<void>) {
  const [error, setError] = useState<string>()
  const [busy, setBusy] = useState(false)
  const submit = (event: FormEvent, wrong?: string) => {
    event.preventDefault()
    setError(wrong)
    if (wrong !== undefined || busy) return
    setBusy(true)
    void run()
      .catch((reason: unknown) => setError(failureText(reason)))
      .finally(() => setBusy(false))
  }
  return { error, busy, submit, clear: () => setError(undefined) }
}

interface AskProps {
  readonly email: string
  readonly onEmail: (email: string) => void
  readonly onSent: (message: string) => void
}

function Ask({ email, onEmail, onSent }: AskProps) {
  const t = useWords('campaigns')
  const { customer } = useParams<'/outside/code/$customer'>()
  const { error, busy, submit, clear } = useSending(async () => {
    const { message = '' } = await api.call<typeof askCode>('POST /outside/code', { body: { customer_id: Number(customer) || 1, email: email.trim() } })
    onSent(message)
  })
  const wrong = emailForm.test(email.trim()) ? undefined : t('outside.sign_in.email_invalid')
  return (
    <form noValidate onSubmit={(event) => submit(event, wrong)}>
      <Text as="p" tone="quiet">
        {t('outside.sign_in.text', { digits: codeDigits })}
      </Text>
      <TextInput
        size="lg"
        type="email"
        label={t('outside.sign_in.email')}
        autoComplete="email"
        autoFocus
        required
        maxLength={254}
        value={email}
        error={error}
        onChange={(event) => {
          onEmail(event.currentTarget.value)
          clear()
        }}
      />
      <Button type="submit" variant="primary" size="lg" wide loading={busy}>
        {t('outside.sign_in.send')}
      </Button>
    </form>
  )
}

function Enter({ said: message, onAgain }: { readonly said: string; readonly onAgain: () => void }) {
  const t = useWords('campaigns')
  const navigate = useNavigate()
  const [code, setCode] = useState('')
  const { error, busy, submit, clear } = useSending(async () => {
    const { user } = await api.post<{ user: SessionUser }>('/outside/code/enter', { code })
    await enter(user)
    await navigate({ to: path('/outside'), replace: true })
  })
  const digits = code.replaceAll(/\D/g, '')
  return (
    <form noValidate onSubmit={(event) => submit(event, digits.length === codeDigits ? undefined : t('outside.errors.code'))}>
      <p role="status" ref={takeFocus} tabIndex={-1}>
        {message}
      </p>
      <TextInput
        size="lg"
        label={t('outside.sign_in.code', { digits: codeDigits })}
        help={t('outside.sign_in.code_hint', { minutes: codeMinutes })}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={12}
        required
        value={code}
        error={error}
        onChange={(event) => {
          setCode(event.currentTarget.value.replaceAll(/[^\d ]/g, ''))
          clear()
        }}
      />
      <Button type="submit" variant="primary" size="lg" wide loading={busy}>
        {t('outside.sign_in.enter')}
      </Button>
      <Button variant="link" onClick={onAgain}>
        {t('outside.sign_in.again')}
      </Button>
    </form>
  )
}
