import { useEffect, useState } from 'react'
import type { showUnsubscribe, unsubscribe } from '#areas/people/contract/notifications.ts'
import { api, ApiError, failureText } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useParams } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { Button, ButtonLink } from '#kit/web/ui/button.tsx'
import { SkeletonRows } from '#kit/web/ui/states.tsx'
import { takeFocus } from '#kit/web/ui/take-focus.ts'
import { toast } from '#kit/web/ui/toast.ts'
import { Text } from '#kit/web/ui/text.tsx'
import { PublicSheet } from './public-sheet.tsx'

type Cadence = 'AT_ONCE' | 'DAILY' | 'WEEKLY'
type State = 'checking' | 'invalid' | { readonly cadence: Cadence; readonly done: boolean }

/** Ends the mails of a kind for whoever holds a link of one of them, signed in or not: once it is asked, never because a program looked at the link. */
export function UnsubscribePage() {
  const words = useWords('people')
  const { token } = useParams<'/unsubscribe/$token'>()
  const [state, setState] = useState<State>('checking')
  const [busy, setBusy] = useState(false)

  useEffect(() => {
    let left = false
    api.call<typeof showUnsubscribe>('GET /user/unsubscribe/{token}', { params: { token } }).then(
      ({ object }) => {
        if (!left) setState({ cadence: object.cadence, done: false })
      },
      (reason: unknown) => {
        if (left) return
        setState('invalid')
        if (!(reason instanceof ApiError) || reason.code !== 'NOT_FOUND') toast.error(failureText(reason))
      },
    )
    return () => {
      left = true
    }
  }, [token])

  const leave = async () => {
    setBusy(true)
    try {
      const { object } = await api.call<typeof unsubscribe>('POST /user/unsubscribe/{token}', { params: { token }, body: {} })
      setState({ cadence: object.cadence, done: true })
    } catch (reason) {
      toast.error(failureText(reason))
    } finally {
      setBusy(false)
    }
  }
  return (
    <PublicSheet title={words('unsubscribe.title')}>
      {state === 'checking' ? <SkeletonRows count={3} /> : null}
      {state === 'invalid' ? (
        <>
          <p role="alert">{words('errors.unsubscribe_link')}</p>
          <Text as="p" tone="quiet">
            {words('unsubscribe.invalid_text')}
          </Text>
        </>
      ) : null}
      {typeof state === 'object' && !state.done ? (
        <>
          <p>{words(`unsubscribe.ends.${state.cadence}`)}</p>
          <Text as="p" tone="quiet">
            {words('unsubscribe.stays')}
          </Text>
          <Button variant="primary" size="lg" wide loading={busy} onClick={() => void leave()}>
            {words('unsubscribe.leave')}
          </Button>
        </>
      ) : null}
      {typeof state === 'object' && state.done ? (
        <p role="status" ref={takeFocus} tabIndex={-1}>
          {words(`unsubscribe.ended.${state.cadence}`)}
        </p>
      ) : null}
      <ButtonLink to={path('/profile')} variant="link">
        {words('unsubscribe.choose')}
      </ButtonLink>
    </PublicSheet>
  )
}
