import { useEffect } from 'react'
import { api } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Logo } from '#app/web/shell/logo.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { Stack } from '#kit/web/ui/layout.tsx'
import styles from './error-pages.module.css'

const lastKey = 'vigie.reloaded'
const delay = 5000

/** Waits for a server that is away: the browser would put its own page in place of this one. */
async function reload(): Promise<void> {
  await api.get('/ready', { context: null, patient: true })
  sessionStorage.setItem(lastKey, String(Date.now()))
  location.assign('/')
}

/** Shown when a page's code is gone because the application was updated; reloads by itself, but not again within a minute (NAV-17). */
export function ReloadPage() {
  const words = useWords('app')
  useEffect(() => {
    if (Date.now() - Number(sessionStorage.getItem(lastKey) ?? 0) < 60_000) return
    const timer = setTimeout(() => void reload(), delay)
    return () => clearTimeout(timer)
  }, [])
  return (
    <Stack as="main" align="center" spread="middle" gap={8} fill="surface" side="center" className={styles.page}>
      <Logo size={36} />
      <h1>{words('pages.updated')}</h1>
      <Text as="p" below={12} tone="quiet">
        {words('pages.updated_text')}
      </Text>
      <Button variant="primary" onClick={() => void reload()}>
        {words('pages.reload')}
      </Button>
    </Stack>
  )
}
