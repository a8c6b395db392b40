import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import type { checkPassword } from '#areas/access/contract/passwords.ts'
import { api, ApiError, failureText } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { PasswordInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { afterPause } from '#kit/web/pending-work.ts'
import { Stack } from '#kit/web/ui/layout.tsx'
import { strengthOf, strengths } from './password-strength.ts'
import styles from './new-password-form.module.css'

interface NewPasswordFormProps {
  readonly context: 'reset' | 'profile'
  readonly token?: string
  readonly size?: 'md' | 'lg'
  /** What the button says. */
  readonly submit: string
  /** The names under which the server tells what is wrong with them. */
  readonly names: { readonly password: string; readonly confirm: string }
  /** A field before both, such as the present password, by the name under which the server speaks of it. */
  readonly first?: { readonly name: string; readonly render: (error: string | undefined) => ReactNode; readonly check: () => string | undefined }
  /** Chooses it; what it throws is shown at its fields. */
  readonly run: (password: string, confirm: string) => Promise<void>
}

/** Milliseconds without a key before the server is asked. */
const pause = 400

/** A password and its confirmation, judged by the server while they are typed. */
export function NewPasswordForm({ context, token, size = 'md', submit, names, first, run }: NewPasswordFormProps) {
  const t = useWords('access')
  const kit = useWords('kit')
  const [password, setPassword] = useState('')
  const [confirm, setConfirm] = useState('')
  const [errors, setErrors] = useState<Readonly<Record<string, string | undefined>>>({})
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)

  useEffect(() => {
    if (!password) return
    const left = new AbortController()
    const stop = afterPause(pause, () => {
      api
        .call<typeof checkPassword>('POST /user/check_password', {
          body: { value: password, context, ...(token !== undefined && { token }) },
          signal: left.signal,
        })
        .then(
          () => setErrors((now) => ({ ...now, [names.password]: undefined })),
          (reason: unknown) => {
            // Whether it is good enough; that the server cannot be asked, is told when it is sent.
            if (reason instanceof ApiError && reason.status === 400)
              setErrors((now) => ({ ...now, [names.password]: reason.errors.value?.[0] ?? reason.message }))
          },
        )
    })
    return () => {
      stop()
      left.abort()
    }
  }, [password, context, token, names.password])

  const save = async (event: FormEvent) => {
    event.preventDefault()
    const wrong = {
      ...(first && { [first.name]: first.check() }),
      [names.password]: password ? errors[names.password] : kit('errors.mandatory'),
      [names.confirm]: confirm === '' ? kit('errors.mandatory') : confirm === password ? undefined : t('errors.password_differs'),
    }
    setErrors(wrong)
    if (Object.values(wrong).some(Boolean)) {
      focusWrong()
      return
    }
    setBusy(true)
    try {
      await run(password, confirm)
      setPassword('')
      setConfirm('')
    } catch (reason) {
      if (reason instanceof ApiError) setErrors(Object.fromEntries(Object.entries(reason.errors).map(([field, [text]]) => [field, text])))
      toast.error(failureText(reason))
      focusWrong()
    } finally {
      setBusy(false)
    }
  }
  // Once the fields show what is wrong.
  const focusWrong = () => requestAnimationFrame(() => form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus())
  const strength = strengthOf(password)
  return (
    <Stack ref={form} as="form" gap={14} className={styles.form} noValidate onSubmit={(event) => void save(event)}>
      {first?.render(errors[first.name])}
      <div>
        <PasswordInput
          size={size}
          label={t('password.new')}
          autoComplete="new-password"
          required
          maxLength={128}
          value={password}
          error={errors[names.password]}
          onChange={(event) => {
            setPassword(event.currentTarget.value)
            // What was said of the one before holds no longer; this one is judged when it is sent, if not before.
            setErrors((now) => ({ ...now, [names.password]: undefined }))
          }}
        />
        {password ? (
          <meter
            className={styles.strength}
            min={0}
            max={4}
            low={2}
            high={3}
            optimum={4}
            value={strengths.indexOf(strength)}
            aria-label={t(`password.strength.${strength}`)}
            title={t(`password.strength.${strength}`)}
          />
        ) : null}
      </div>
      <PasswordInput
        size={size}
        label={t('password.confirm')}
        autoComplete="new-password"
        required
        maxLength={128}
        value={confirm}
        error={errors[names.confirm]}
        onChange={(event) => {
          setConfirm(event.currentTarget.value)
          setErrors((now) => ({ ...now, [names.confirm]: undefined }))
        }}
      />
      <div>
        <Button type="submit" variant="primary" size={size} wide={size === 'lg'} loading={busy}>
          {submit}
        </Button>
      </div>
    </Stack>
  )
}
