import { useSearch } from '@tanstack/react-router'
import type { PublicKeyCredentialRequestOptionsJSON } from '@simplewebauthn/browser'
import { useEffect, useState, type FormEvent } from 'react'
import { api, ApiError, failureText } from '#kit/web/api/client.ts'
import { loadCode } from '#kit/web/api/load-code.ts'
import type { SessionUser } from '#kit/web/api/session.ts'
import { enter } from '#app/web/start-session.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useNavigate } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { toast } from '#kit/web/ui/toast.ts'
import { safeRedirect } from '#app/web/guard.ts'
import { afterPause } from '#kit/web/pending-work.ts'
import { emailForm } from './email-form.ts'

type Step = 'email' | 'password' | 'code'
/** What stands beside the password in the last step. */
type Second = 'code' | 'recovery'
type EmailAnswer =
  | { readonly mfa: boolean; readonly notice?: string; readonly saml?: undefined }
  | { readonly saml: { readonly message: string; readonly redirect: string } }

const blank = { email: '', password: '', code: '' }
const none = { email: false, password: false, code: false }
// ACC-17: judging a half-typed address waits until the typing pauses.
const pause = 200

/** The browser's answer, or null when the person changed their mind; throws where the browser cannot. The code for it comes only now. */
async function askForPasskey(): Promise<object | null> {
  const [{ object: options }, { startAuthentication }] = await Promise.all([
    api.post<{ object: PublicKeyCredentialRequestOptionsJSON }>('/auth/passkey/options'),
    loadCode(() => import('@simplewebauthn/browser')),
  ])
  return startAuthentication({ optionsJSON: options }).catch((reason: unknown) => {
    if (reason instanceof Error && ['NotAllowedError', 'AbortError'].includes(reason.name)) return null
    throw reason
  })
}

/** The state of the sign-in form; every failure of the last step goes back to the first with empty fields (ACC-08). */
export function useLogin() {
  const app = useWords('app')
  const kit = useWords('kit')
  const navigate = useNavigate()
  const search = useSearch({ strict: false }) as { redirect?: string }
  const [step, setStep] = useState<Step>('email')
  const [values, setValues] = useState(blank)
  const [shown, setShown] = useState(none)
  const [second, setSecond] = useState<Second>('code')
  /** Why the last step was refused, beside the field that one begins again with. */
  const [refused, setRefused] = useState<string>()
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    if (!values.email) return
    return afterPause(pause, () => setShown((now) => ({ ...now, email: true })))
  }, [values.email])

  const wrong = {
    email: values.email.trim() ? (emailForm.test(values.email.trim()) ? undefined : app('login.email_invalid')) : kit('errors.mandatory'),
    password: values.password ? undefined : kit('errors.mandatory'),
    code: values.code ? (second === 'recovery' || /^\d{6}$/.test(values.code) ? undefined : app('login.code_invalid')) : kit('errors.mandatory'),
  }

  const set = (name: keyof typeof blank, value: string) => {
    setValues((now) => ({ ...now, [name]: value }))
    setShown((now) => ({ ...now, [name]: false }))
    setRefused(undefined)
  }

  const back = () => {
    setStep('email')
    setSecond('code')
    setValues(blank)
    setShown(none)
    setRefused(undefined)
  }

  const checkEmail = async () => {
    try {
      const answer = await api.post<EmailAnswer>('/auth/login/email', { email: values.email.trim() })
      if (answer.saml) location.assign(search.redirect ? `${answer.saml.redirect}?redirect=${encodeURIComponent(search.redirect)}` : answer.saml.redirect)
      else {
        setStep(answer.mfa ? 'code' : 'password')
        setRefused(answer.notice)
      }
    } catch {
      toast.error(kit('errors.network'))
    }
  }

  const arrive = async (address: string, body: object) => {
    try {
      const { user } = await api.post<{ user: SessionUser }>(address, body)
      await enter(user)
      await navigate({ href: safeRedirect(search.redirect) ?? path('/'), replace: true })
    } catch (reason) {
      toast.error(failureText(reason))
      back()
      setRefused(failureText(reason))
    }
  }

  const signIn = (more: object = step === 'code' ? { [second === 'code' ? 'authentication_code' : 'recovery_code']: values.code } : {}) =>
    arrive('/auth/login', { email: values.email.trim(), password: values.password, ...more })

  /** Signs in with a passkey: by itself in the first step, in place of the code in the last one. */
  const signInByPasskey = async () => {
    if (step === 'code' && !values.password) {
      setShown((now) => ({ ...now, password: true }))
      return
    }
    setBusy(true)
    try {
      const passkey = await askForPasskey()
      if (passkey) await (step === 'code' ? signIn({ passkey }) : arrive('/auth/passkey', { passkey }))
    } catch (reason) {
      toast.error(reason instanceof ApiError ? failureText(reason) : app('login.passkey_unusable'))
    } finally {
      setBusy(false)
    }
  }

  const changeSecond = () => {
    setSecond(second === 'code' ? 'recovery' : 'code')
    set('code', '')
  }

  const submit = (event: FormEvent) => {
    event.preventDefault()
    const asked: (keyof typeof blank)[] = step === 'email' ? ['email'] : step === 'password' ? ['password'] : ['password', 'code']
    setShown((now) => ({ ...now, ...Object.fromEntries(asked.map((name) => [name, true])) }))
    if (busy || asked.some((name) => wrong[name])) return
    setBusy(true)
    void (step === 'email' ? checkEmail() : signIn()).finally(() => setBusy(false))
  }

  const errors = Object.fromEntries(Object.entries(wrong).map(([name, text]) => [name, shown[name as keyof typeof blank] ? text : undefined])) as typeof wrong
  return { step, second, values, errors: { ...errors, email: errors.email ?? refused }, busy, set, back, submit, changeSecond, signInByPasskey }
}
