import { useEffect, useState } from 'react'
import type { checkResetToken, passwordPolicy, resetPassword } from '#areas/access/contract/passwords.ts'
import { NewPasswordForm } from '#areas/access/web/new-password-form.tsx'
import type { SessionUser } from '#kit/web/api/session.ts'
import { enter } from '#app/web/start-session.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useNavigate, useParams } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { ButtonLink } from '#kit/web/ui/button.tsx'
import { Box } from '#kit/web/ui/layout.tsx'
import { Markdown } from '#kit/web/ui/markdown.tsx'
import { SkeletonRows } from '#kit/web/ui/states.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { Text } from '#kit/web/ui/text.tsx'
import { PublicSheet } from './public-sheet.tsx'

/** Lets the holder of a mailed link choose a password (ACC-52 … ACC-57). */
export function PasswordResetPage() {
  const words = useWords('app')
  const lang = useLanguage()
  const navigate = useNavigate()
  const { token } = useParams<'/password_reset/$token'>()
  const [state, setState] = useState<'checking' | 'invalid' | { readonly policy: string }>('checking')

  useEffect(() => {
    let left = false
    const check = async () => {
      await api.call<typeof checkResetToken>('POST /auth/password/check_reset_token', { body: { token } })
      const { object: policy } = await api.call<typeof passwordPolicy>('GET /user/password_policy', { query: { token } })
      if (!left) setState({ policy })
    }
    check().catch((reason: unknown) => {
      if (left) return
      setState('invalid')
      toast.error(failureText(reason))
    })
    return () => {
      left = true
    }
  }, [token, lang])

  const reset = async (password: string, confirm: string) => {
    const { message = '', outside } = await api.call<typeof resetPassword>('POST /auth/password/reset', {
      body: { token, password, password_confirm: confirm },
    })
    // Whoever was asked to answer goes on to what they are asked, signed in as anybody would be; where that takes more than a password, as anybody.
    const signedIn =
      outside !== undefined &&
      (await api.post<{ user: SessionUser }>('/auth/login', { email: outside, password }).then(
        ({ user }) => enter(user).then(() => true),
        () => false,
      ))
    await navigate({ to: path(signedIn ? '/outside' : '/login') })
    toast.success(message)
  }
  return (
    <PublicSheet title={words('reset.title')}>
      {state === 'checking' ? <SkeletonRows count={4} /> : null}
      {state === 'invalid' ? (
        <>
          <p role="alert">{words('reset.invalid')}</p>
          <Text as="p" tone="quiet">
            {words('reset.invalid_text')}
          </Text>
          <ButtonLink to={path('/forgot_password')}>{words('reset.ask_again')}</ButtonLink>
        </>
      ) : null}
      {typeof state === 'object' ? (
        <>
          <Box padY={12} padX={16} edge="all" corner={8} fill="subtle" tone="soft">
            <Markdown text={state.policy} />
          </Box>
          <NewPasswordForm
            size="lg"
            context="reset"
            token={token}
            submit={words('reset.set')}
            names={{ password: 'password', confirm: 'password_confirm' }}
            run={reset}
          />
        </>
      ) : null}
      <ButtonLink to={path('/login')} variant="link">
        {words('forgot.back')}
      </ButtonLink>
    </PublicSheet>
  )
}
