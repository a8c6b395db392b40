import { useEffect, useState } from 'react'
import type { LoginMessage as Message, readLoginMessage } from '#areas/tenancy/contract/login-message.ts'
import { api } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Stack } from '#kit/web/ui/layout.tsx'
import { Suspense } from '#kit/web/ui/suspense.tsx'
import { lazy } from '#kit/web/ui/lazy.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { Motif } from './motif.tsx'
import styles from './login-page.module.css'

const loadPanel = () => import('#areas/tenancy/web/login-message-panel.tsx').then((module) => ({ default: module.LoginMessagePanel }))
const Panel = lazy(loadPanel)

const says = (message: Message) => [message.title_en, message.title_fr, message.content_en, message.content_fr].some(Boolean)

/** What stands beside the sign-in form: the provider's message, or a picture where there is none (ACC-20). It is asked for once the form is painted. */
export function LoginMessage() {
  const words = useWords('app')
  const [message, setMessage] = useState<Message>()
  useEffect(() => {
    const frame = requestAnimationFrame(() => {
      void api
        .call<typeof readLoginMessage>('GET /login_message/1')
        .then(async ({ object }) => {
          if (!says(object)) return
          await loadPanel()
          setMessage(object)
        })
        // Nobody is kept from signing in because this could not be had.
        .catch(() => {})
    })
    return () => cancelAnimationFrame(frame)
  }, [])
  return (
    <Stack
      as="aside"
      holds
      spread="last"
      overflow="clipped"
      className={styles.right}
      aria-label={words('login.message')}
      data-message={message ? true : undefined}
    >
      {message ? (
        <Suspense>
          <Panel message={message} />
        </Suspense>
      ) : (
        <>
          <Motif />
          <Text as="h2" below={8} size={28}>
            {words('login.tagline')}
          </Text>
          <Text as="p" size={14} line={22}>
            {words('login.pitch')}
          </Text>
        </>
      )}
    </Stack>
  )
}
