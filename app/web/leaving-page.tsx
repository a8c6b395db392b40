import { useOptionalSession } from '#kit/web/api/session.ts'
import { loadWords } from '#kit/web/i18n/store.ts'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { LeavingPage as Page } from '#areas/transfer/web/leaving-page.tsx'
import { signOut } from './sign-out.ts'

const PendingStrongAuthentication = lazy(async () => {
  const [module] = await Promise.all([import('#areas/access/web/pending-strong-authentication.tsx'), loadWords('access')])
  return { default: module.PendingStrongAuthentication }
})
const PendingPassword = lazy(async () => {
  const [module] = await Promise.all([import('#areas/access/web/pending-password.tsx'), loadWords('access')])
  return { default: module.PendingPassword }
})
const TermsModal = lazy(async () => ({ default: (await import('./shell/terms-modal.tsx')).TermsModal }))

const leave = () => void signOut()

/** What somebody must do first stands in its place, as everywhere. */
export function LeavingPage() {
  const [duty] = useOptionalSession()?.pending ?? []
  if (duty === undefined) return <Page onSignOut={leave} />
  return (
    <Suspense>
      {duty === 'MFA' ? <PendingStrongAuthentication onSignOut={leave} /> : duty === 'PASSWORD' ? <PendingPassword onSignOut={leave} /> : <TermsModal />}
    </Suspense>
  )
}
