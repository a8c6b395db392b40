import { useSearch } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { ssoFailures, type SsoFailure } from '#areas/access/contract/single-sign-on.ts'
import { api } from '#kit/web/api/client.ts'
import type { SessionUser } from '#kit/web/api/session.ts'
import { enter } from '#app/web/start-session.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useNavigate } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { ButtonLink } from '#kit/web/ui/button.tsx'
import { safeRedirect } from '#app/web/guard.ts'
import { Text } from '#kit/web/ui/text.tsx'
import { PublicSheet } from './public-sheet.tsx'

/** What the address says: where to start (`idp`, `email`), where to land (`redirect`), or what went wrong. */
export interface SsoSearch {
  readonly idp?: string
  readonly email?: string
  readonly redirect?: string
  readonly error?: string
  readonly reference?: string
}

const isFailure = (text: string): text is SsoFailure => (ssoFailures as readonly string[]).includes(text)

/** Where somebody's identity provider is, with the way back to the page that they asked for; null when they have a password. */
async function providerOf({ idp, email, redirect }: SsoSearch): Promise<string | null> {
  const answer = idp
    ? { saml: { redirect: `/api/auth/sso/${encodeURIComponent(idp)}/login` } }
    : await api.post<{ saml?: { redirect: string } }>('/auth/login/email', { email })
  if (!answer.saml) return null
  return redirect ? `${answer.saml.redirect}?redirect=${encodeURIComponent(redirect)}` : answer.saml.redirect
}

/** The way to an identity provider and back from it (ACC-28). */
export function SsoPage() {
  const words = useWords('app')
  const navigate = useNavigate()
  const search: SsoSearch = useSearch({ strict: false })
  const { idp, email, redirect, error, reference } = search
  const [failure, setFailure] = useState<SsoFailure | null>(error === undefined ? null : isFailure(error) ? error : 'answer')
  const alert = useRef<HTMLParagraphElement>(null)

  useEffect(() => {
    if (failure) {
      alert.current?.focus()
      return
    }
    const away = async () => {
      const address = await providerOf({ ...(idp && { idp }), ...(email && { email }), ...(redirect && { redirect }) })
      if (address) location.replace(address)
      else await navigate({ to: path('/login', { redirect }), replace: true })
    }
    const arrive = async () => {
      const { user } = await api.get<{ user: SessionUser }>('/auth/check')
      await enter(user)
      await navigate({ href: safeRedirect(redirect) ?? path('/'), replace: true })
    }
    // Whom nobody has sent here begins where everybody does.
    const lost = () => (idp || email || redirect ? setFailure('request') : void navigate({ to: path('/login'), replace: true }))
    void (idp || email ? away() : arrive()).catch(lost)
  }, [failure, idp, email, redirect, navigate])

  return (
    <PublicSheet title={words(failure ? 'sso.failed' : 'sso.title')}>
      {failure ? (
        <>
          <p ref={alert} role="alert" tabIndex={-1}>
            {words(`sso.failures.${failure}`)}
          </p>
          {reference ? (
            <Text as="p" tone="quiet">
              {words('sso.reference')} <code>{reference.slice(0, 64)}</code>
            </Text>
          ) : null}
          <ButtonLink to={path('/login')} variant="primary">
            {words('sso.back')}
          </ButtonLink>
        </>
      ) : (
        <p role="status">{words(idp || email ? 'sso.away' : 'sso.arriving')}</p>
      )}
    </PublicSheet>
  )
}
