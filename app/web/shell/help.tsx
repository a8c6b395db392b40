import { CircleHelp } from 'lucide-react'
import { useCallback, useState } from 'react'
import { pageOfRoute, homePage } from '#areas/help/contract/identifier.ts'
import { loadWords } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { useCurrentPage } from './current-page.ts'

/** Comes with its words, for which it would otherwise be put together twice. */
const HelpPanel = lazy(async () => {
  const [{ HelpPanel: Panel }] = await Promise.all([import('#areas/help/web/help-panel.tsx'), loadWords('help')])
  return { default: Panel }
})

/** The button that explains the page on screen; what it opens stands right after it, where the keyboard finds it. */
export function Help() {
  const words = useWords('app')
  const [open, setOpen] = useState(false)
  const close = useCallback(() => setOpen(false), [])
  const current = useCurrentPage()
  return (
    <>
      <IconButton label={words('header.help')} aria-expanded={open} onClick={() => setOpen(!open)}>
        <CircleHelp size={16} strokeWidth={1.75} />
      </IconButton>
      {open ? (
        <Suspense>
          <HelpPanel identifier={current ? pageOfRoute(current.route.path) : homePage} onClose={close} />
        </Suspense>
      ) : null}
    </>
  )
}
