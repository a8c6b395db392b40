import { useEffect, useState } from 'react'
import { session, useOptionalSession } from '#kit/web/api/session.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useNavigate } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Modal } from '#kit/web/ui/modal.tsx'
import { afterPause } from '#kit/web/pending-work.ts'
import { Text } from '#kit/web/ui/text.tsx'

/** Milliseconds before it appears (SHL-28). */
const delay = 500
/** When «later» was said: it holds for the session it was said in, of which this tab may see several. */
const laterKey = 'vigie.password_later'
/** Milliseconds after which any session is over (SEC-17). */
const sessionLasts = 12 * 3_600_000
const putOff = () => Date.now() - Number(sessionStorage.getItem(laterKey) ?? 0) < sessionLasts

/** Reminds of a password that will soon be too old, with the choice of later (SHL-30). */
export function PasswordReminder() {
  const words = useWords('app')
  const navigate = useNavigate()
  const reminder = useOptionalSession()?.password_reminder ?? null
  const [shown, setShown] = useState(false)
  const due = reminder !== null
  useEffect(
    () =>
      session.subscribe(() => {
        if (!session.get()) sessionStorage.removeItem(laterKey)
      }),
    [],
  )
  useEffect(() => {
    if (!due || putOff()) return
    return afterPause(delay, () => setShown(true))
  }, [due])
  if (!shown || !reminder) return null
  const later = () => {
    sessionStorage.setItem(laterKey, String(Date.now()))
    setShown(false)
  }
  const change = () => {
    later()
    void navigate({ to: path('/profile'), hash: 'password' })
  }
  return (
    <Modal
      title={words('reminder.title')}
      size="sm"
      onClose={later}
      footer={
        <>
          <Button onClick={later}>{words('reminder.later')}</Button>
          <Button variant="primary" onClick={change}>
            {words('reminder.change')}
          </Button>
        </>
      }
    >
      <Text as="p" apart>
        {words(`reminder.${reminder.unit}`, { count: reminder.value })}
      </Text>
    </Modal>
  )
}
