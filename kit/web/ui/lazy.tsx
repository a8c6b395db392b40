import { lazy as reactLazy, useState } from 'react'
import { loadCode } from '#kit/web/api/load-code.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Navigate } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { Button } from './button.tsx'
import { unsavedForms } from './leave-page.ts'
import styles from './states.module.css'
import { typedIn } from './typed-in.ts'

/** Each browser's words for code that cannot be fetched, and the bundler's for a style. */
const missing = /dynamically imported module|importing a module script failed|unable to preload css/i

/** Whether something failed because its code is gone: the application was updated (NAV-17). */
export const isGone = (reason: unknown): boolean => reason instanceof Error && missing.test(reason.message)

const typed = typedIn()
globalThis.document?.addEventListener('focusin', ({ target }) => target instanceof Element && typed.entered(target))

/** In place of a part whose code is gone: the page is loaded anew, unless something stands on it that was typed and would be lost. */
function Gone() {
  const words = useWords('kit')
  const [hasUnsaved] = useState(() => unsavedForms.any || typed.any())
  if (!hasUnsaved) return <Navigate to={path('/reload')} replace />
  return (
    <div className={`${styles.state} ${styles.gone}`} role="alert">
      <p className={styles.title}>{words('connection.updated')}</p>
      <p className={styles.text}>{words('connection.updated_text')}</p>
      {/* The browser asks what is to become of a form; our own question may be gone as well. */}
      <Button onClick={() => location.assign('/')}>{words('connection.reload')}</Button>
    </div>
  )
}

/** React's `lazy`, whose parts wait for a server that is away, and tell one that is away from one that was updated. */
export const lazy: typeof reactLazy = (load) =>
  reactLazy(() =>
    loadCode(load).catch((reason: unknown) => {
      if (!isGone(reason)) throw reason
      return { default: Gone } as unknown as Awaited<ReturnType<typeof load>>
    }),
  )
