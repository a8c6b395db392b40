import { Outlet, useRouterState } from '@tanstack/react-router'
import { useEffect, useRef, useState } from 'react'
import { useOptionalSession } from '#kit/web/api/session.ts'
import { loadWords } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { focusHeading } from '#kit/web/page-title.ts'
import { registerRelations, useShownRelations } from '#kit/web/relations.ts'
import { SkeletonRows } from '#kit/web/ui/states.tsx'
import { useUnsent } from '#kit/web/unsent.ts'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import { isTreeType, treeTypes } from '#areas/relations/contract/types.ts'
import { useRemembered } from '#app/web/administration/recent.ts'
import { signOut } from '#app/web/sign-out.ts'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { ActionReviewsHost } from './action-reviews-host.tsx'
import { useBar } from './bar.ts'
import { HeadSlot } from '#kit/web/ui/head-slot.tsx'
import { Box, Grid } from '#kit/web/ui/layout.tsx'
import { Header } from './header.tsx'
import { ImpersonationBanner } from './impersonation-banner.tsx'
import { RefusalNotice } from './refusal-notice.tsx'
import { Sidebar } from './sidebar.tsx'
import { useContributions } from './use-contributions.ts'
import { useLatePage } from './use-late-page.ts'
import { usePageViews } from './use-page-views.ts'
import { useNarrow } from '#kit/web/ui/use-width.ts'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { useSidebar } from './use-sidebar.ts'
import styles from './shell.module.css'

registerRelations(treeTypes)

const Relations = lazy(async () => {
  const { RelationsModal, relationWords } = await import('#areas/relations/web/index.ts')
  await relationWords()
  return { default: RelationsModal }
})

const Palette = lazy(() => import('#app/web/palette/palette.tsx').then((module) => ({ default: module.Palette })))

const PendingStrongAuthentication = lazy(async () => {
  const [module] = await Promise.all([import('#areas/access/web/pending-strong-authentication.tsx'), loadWords('access')])
  return { default: module.PendingStrongAuthentication }
})
const PendingPassword = lazy(async () => {
  const [module] = await Promise.all([import('#areas/access/web/pending-password.tsx'), loadWords('access')])
  return { default: module.PendingPassword }
})

const PhoneBar = lazy(async () => ({ default: (await import('./phone-bar.tsx')).PhoneBar }))

const PasswordReminder = lazy(async () => ({ default: (await import('./password-reminder.tsx')).PasswordReminder }))

const TermsModal = lazy(() => Promise.all([import('./terms-modal.tsx'), loadWords('tenancy')]).then(([module]) => ({ default: module.TermsModal })))

/** The frame around every page of a person who is signed in; what they must do first stands in its place, without header and footer (ACC-80). */
export function Shell() {
  const [duty] = useOptionalSession()?.pending ?? []
  if (duty !== 'MFA' && duty !== 'PASSWORD') return <Frame terms={duty === 'TERMS'} />
  const Pending = duty === 'MFA' ? PendingStrongAuthentication : PendingPassword
  return (
    <Suspense>
      <Pending onSignOut={() => void signOut()} />
    </Suspense>
  )
}

/** `terms`: nothing is asked of the server, and nothing shown, before they are accepted. */
function Frame({ terms }: { readonly terms: boolean }) {
  const words = useWords('app')
  const kit = useWords('kit')
  const narrow = useNarrow()
  const bar = useBar()
  const [mini, toggleMini] = useSidebar()
  const [drawer, setDrawer] = useState(false)
  const [palette, setPalette] = useState(false)
  const reminded = (useOptionalSession()?.password_reminder ?? null) !== null
  const main = useRef<HTMLElement>(null)
  const [slot, setSlot] = useState<HTMLElement | null>(null)
  const pathname = useRouterState({ select: (state) => state.resolvedLocation?.pathname })
  usePageViews(terms ? undefined : pathname)
  useContributions(!terms)
  useRemembered()
  useUnsent()
  const late = useLatePage()
  const relations = useShownRelations()

  useEffect(() => {
    const open = (event: KeyboardEvent) => {
      if (event.key.toLowerCase() !== 'k' || !(event.ctrlKey || event.metaKey)) return
      event.preventDefault()
      setPalette(true)
    }
    addEventListener('keydown', open)
    return () => removeEventListener('keydown', open)
  }, [])

  // A new page starts at its top, and its heading is read; the first one is there already, and asking would make the browser lay it out twice.
  const shown = useRef(pathname)
  useEffect(() => {
    const page = main.current
    if (page && shown.current !== undefined && shown.current !== pathname) {
      page.scrollTo(0, 0)
      // Unless the page itself has said where one begins, or somebody went on meanwhile: an open popup closes once the focus leaves it.
      const within = document.activeElement !== page && page.contains(document.activeElement)
      const elsewhere = document.querySelector('dialog[open]') ?? document.activeElement?.closest('[popover]')
      if (!within && !elsewhere) focusHeading(document.querySelector('h1'))
    }
    shown.current = pathname
  }, [pathname])

  const menuLabel = narrow ? words(drawer ? 'sidebar.close' : 'sidebar.open') : words(mini ? 'sidebar.expand' : 'sidebar.collapse')
  const onMenu = () => (narrow ? setDrawer(!drawer) : toggleMini())
  return (
    <>
      <div className={styles.frame} data-bar={bar !== undefined || undefined}>
        <ImpersonationBanner />
        <Grid grow shortens fill="canvas" className={styles.app} data-mini={(mini && !narrow) || undefined}>
          <Box as="a" padY={8} padX={12} corner={6} fill="surface" className={styles.skip} href="#main">
            {words('skip')}
          </Box>
          <Sidebar mini={mini && !narrow} open={drawer && narrow} onClose={() => setDrawer(false)} onSearch={() => setPalette(true)} />
          <Header menuLabel={menuLabel} menuOpen={narrow ? drawer : !mini} onMenu={onMenu} bar={bar} slot={setSlot} />
          <Box
            as="main"
            holds
            narrows
            shortens
            overflow="scrolled"
            fill="surface"
            className={styles.main}
            id="main"
            tabIndex={-1}
            ref={main}
            aria-busy={late}
            data-late={late || undefined}
            data-page={pathname}
          >
            <RefusalNotice pathname={pathname} />
            <div role="status">{late ? <VisuallyHidden>{kit('loading')}</VisuallyHidden> : null}</div>
            <Suspense
              fallback={
                <div className={styles.pending}>
                  <SkeletonRows />
                </div>
              }
            >
              {terms ? null : (
                <HeadSlot slot={slot}>
                  <Outlet />
                </HeadSlot>
              )}
            </Suspense>
            {reminded && !terms ? (
              <Suspense>
                <PasswordReminder />
              </Suspense>
            ) : null}
            {terms ? null : <ActionReviewsHost />}
          </Box>
          {bar && !terms ? (
            <Suspense fallback={null}>
              <PhoneBar bar={bar} menuLabel={menuLabel} menuOpen={drawer} onMenu={onMenu} />
            </Suspense>
          ) : null}
        </Grid>
      </div>
      {terms ? (
        <Suspense>
          <TermsModal />
        </Suspense>
      ) : null}
      {relations && isTreeType(relations.type) && !terms ? (
        <Suspense>
          <Relations type={relations.type} id={relations.id} />
        </Suspense>
      ) : null}
      {palette ? (
        <Suspense>
          <Palette onClose={() => setPalette(false)} />
        </Suspense>
      ) : null}
    </>
  )
}
