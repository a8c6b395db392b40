import { useState } from 'react'
import { failureText } from '#kit/web/api/client.ts'
import type { Elsewhere } from '#kit/web/api/session-elsewhere.ts'
import type { SessionUser } from '#kit/web/api/session.ts'
import { announce, findSession } from '#kit/web/api/tabs.ts'
import { useWords, type WordsOf } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Grid } from '#kit/web/ui/layout.tsx'
import { leavePage, unsavedForms } from '#kit/web/ui/leave-page.ts'
import { Modal } from '#kit/web/ui/modal.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { Text } from '#kit/web/ui/text.tsx'
import { canGoBack, goBack } from './go-back.ts'
import styles from './context-notice.module.css'

/** An organisation, or none, with what is unusual about how one is there. */
function placeOf(words: WordsOf<'app'>, { customer, mode, impersonator, name }: SessionUser): string {
  const how = [impersonator === null ? undefined : words('context.as', { name }), mode === 'CONTRIBUTOR' ? words('context.contributor') : undefined]
  return [customer?.name ?? words('context.provider'), ...how].filter(Boolean).join(' · ')
}

/** Over a page whose session has gone elsewhere in another tab: says where each is, and offers to follow or to come back. Nothing on the page asks the server meanwhile. */
export function ContextNotice({ here, there }: { readonly here: SessionUser; readonly there: NonNullable<Elsewhere> }) {
  const words = useWords('app')
  const [busy, setBusy] = useState(false)
  const known = there === 'unknown' ? undefined : there
  const follow = () => {
    // What is lost by it has been said.
    unsavedForms.discard()
    void leavePage(async () => location.assign('/'))
  }
  const back = async (at: SessionUser) => {
    setBusy(true)
    try {
      announce((await goBack(here, at)).context)
    } catch (reason) {
      toast.error(failureText(reason))
    }
    await findSession()
    setBusy(false)
  }
  const mayGoBack = known && canGoBack(here, known)
  return (
    <Modal
      title={words('context.title')}
      footer={
        <>
          {mayGoBack ? (
            <Button disabled={busy} onClick={() => void back(known)}>
              {words('context.back', { place: placeOf(words, here) })}
            </Button>
          ) : null}
          <Button variant="primary" disabled={busy} data-autofocus onClick={follow}>
            {known ? words('context.follow', { place: placeOf(words, known) }) : words('context.reload')}
          </Button>
        </>
      }
    >
      {known ? (
        <Grid as="dl" gap={14} rowGap={6} below={12} className={styles.places}>
          <Text as="dt" tone="soft">
            {words('context.session')}
          </Text>
          <Text as="dd" weight={600} breaks>
            {known.email === here.email ? placeOf(words, known) : `${placeOf(words, known)} · ${known.name}`}
          </Text>
          <Text as="dt" tone="soft">
            {words('context.page')}
          </Text>
          <Text as="dd" weight={600} breaks>
            {placeOf(words, here)}
          </Text>
        </Grid>
      ) : null}
      <Text as="p" apart>
        {words('context.text')}
      </Text>
      {unsavedForms.any ? (
        <Text as="p" apart>
          {words(mayGoBack ? 'context.unsaved' : 'context.lost')}
        </Text>
      ) : null}
    </Modal>
  )
}
