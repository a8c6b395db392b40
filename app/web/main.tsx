import { QueryClientProvider } from '@tanstack/react-query'
import { RouterProvider } from '@tanstack/react-router'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { queryClient } from '#kit/web/api/queries.ts'
import { session } from '#kit/web/api/session.ts'
import { registerEntityPages } from '#kit/web/entity-pages.ts'
import { startWords } from '#kit/web/i18n/start.ts'
import { preferredLanguage, registerCatalogues, showLanguage } from '#kit/web/i18n/store.ts'
import { followSystemScheme } from '#kit/web/ui/color-scheme.ts'
import '#kit/web/styles/layers.css'
import '#kit/web/styles/font.css'
import '#kit/web/styles/tokens.css'
import '#kit/web/styles/base.css'
import { fetchAhead } from './fetch-ahead.ts'
import { router } from './router.tsx'
import { pageFor } from './guard.ts'
import { catalogues, registeredRoutes } from './registry.ts'
import { startSession } from './start-session.ts'

/** Asks who is signed in while the words load, and shows the application when both are there. */
async function start(): Promise<void> {
  registerCatalogues(catalogues)
  registerEntityPages((entity) => pageFor(registeredRoutes, entity, session.get()))
  followSystemScheme()
  const ready = Promise.all([startWords(preferredLanguage(), ['kit', 'app']), startSession()])
  fetchAhead(location.pathname)
  await ready
  // Whichever came last: a person's own language goes before the browser's (I18N-02).
  const user = session.get()
  if (user) await showLanguage(user.lang)
  const root = document.getElementById('root')
  if (!root) throw new Error('index.html has no #root')
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  )
}

// The page itself has already said so (before-paint.js).
if (!document.documentElement.hasAttribute('data-unsupported')) void start()
