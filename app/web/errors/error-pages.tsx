import { useWords } from '#kit/web/i18n/words.ts'
import { Navigate } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { ButtonLink } from '#kit/web/ui/button.tsx'
import { isGone } from '#kit/web/ui/lazy.tsx'
import { Logo } from '#app/web/shell/logo.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { Stack } from '#kit/web/ui/layout.tsx'
import styles from './error-pages.module.css'

interface ErrorPageProps {
  readonly kind: 'forbidden' | 'not_found' | 'failed'
}

/** A page that says what went wrong and leads home (NAV-16). */
export function ErrorPage({ kind }: ErrorPageProps) {
  const words = useWords('app')
  return (
    <Stack as="main" align="center" spread="middle" gap={8} fill="surface" side="center" className={styles.page}>
      <Logo size={36} />
      <h1>{words(`pages.${kind}`)}</h1>
      {kind === 'failed' ? null : (
        <Text as="p" below={12} tone="quiet">
          {words(`pages.${kind}_text`)}
        </Text>
      )}
      <ButtonLink to={path('/')} variant="primary">
        {words('pages.home')}
      </ButtonLink>
    </Stack>
  )
}

/** In the place of a page that cannot be drawn; code that is gone means that the application was updated (NAV-17). */
export const Failure = ({ error }: { readonly error: unknown }) => (isGone(error) ? <Navigate to={path('/reload')} replace /> : <ErrorPage kind="failed" />)

export const NotFoundPage = () => <ErrorPage kind="not_found" />
