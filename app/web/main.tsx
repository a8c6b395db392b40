import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { connection } from '#kit/web/api/connection.ts'
import { queryClient } from '#kit/web/api/queries.ts'
import { followTabs } from '#kit/web/api/tabs.ts'
import { formatDateTime } from '#kit/web/i18n/format.ts'
import { startWords } from '#kit/web/i18n/start.ts'
import { preferredLanguage, registerCatalogues } from '#kit/web/i18n/store.ts'
import { begin, showIdleOn } from '#kit/web/pending-work.ts'
import { followSystemScheme } from '#kit/web/ui/color-scheme.ts'
import { keepFocus } from '#kit/web/ui/keep-focus.ts'
import '#kit/web/styles/layers.css'
import '#kit/web/styles/font.css'
import '#kit/web/styles/tokens.css'
import '#kit/web/styles/base.css'
import { catalogues } from './catalogues.ts'
import { isPublic } from './guard.ts'
import { addPages, router } from './router.tsx'
import { ConnectionBanner } from './shell/connection-banner.tsx'
import { startSession } from './start-session.ts'

/** Maps the pages and fetches the one that was asked for; the router tries again what does not come. */
const ahead = () =>
  addPages().then(
    ({ fetchAhead }) => fetchAhead(location.pathname),
    () => undefined,
  )

/** Asks who is signed in while the words load, and shows the application when both are there. */
async function start(): Promise<void> {
  showIdleOn(document.documentElement)
  const started = begin()
  registerCatalogues(catalogues)
  followSystemScheme()
  keepFocus()
  followTabs()
  const container = document.getElementById('root')
  if (!container) throw new Error('index.html has no #root')
  // What React could draw at a second attempt is told by why the first one failed.
  const root = createRoot(container, {
    onRecoverableError: (error) => globalThis.reportError(error instanceof Error ? (error.cause ?? error) : error),
  })
  const words = startWords(preferredLanguage(), ['kit', 'app'])
  // The session asks for its person's own language, which, asked for last, goes before the browser's (I18N-02).
  const ready = Promise.all([words, startSession(), isPublic(location.pathname) || location.pathname.startsWith('/outside') ? null : ahead()])
  // An older browser's first date takes it long: it is had while it waits, not when the first rows do.
  formatDateTime(new Date().toISOString(), preferredLanguage())
  // A server that cannot say who is signed in yet is waited for, on a page that says so.
  const stop = connection.subscribe(() => void words.then(() => root.render(<ConnectionBanner />)))
  await ready
  stop()
  root.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
  started()
}

// The page itself has already said so (before-paint.js).
if (!document.documentElement.hasAttribute('data-unsupported')) void start()
