import { useQuery } from '@tanstack/react-query'
import { Download, LogOut } from 'lucide-react'
import { useEffect, useState } from 'react'
import type { acceptTerms, readTerms } from '#areas/tenancy/contract/terms.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { queryClient } from '#kit/web/api/queries.ts'
import { session, useSession, type SessionUser } from '#kit/web/api/session.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Markdown } from '#kit/web/ui/markdown.tsx'
import { Modal } from '#kit/web/ui/modal.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { signOut } from '#app/web/sign-out.ts'
import { afterPause } from '#kit/web/pending-work.ts'
import { Box } from '#kit/web/ui/layout.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import css from './terms-modal.module.css'

/** Time for the page to appear behind it (SHL-28). */
const delay = 500

/** Asks for the terms of use to be accepted; nothing else is possible until then but signing out (SHL-29). */
export function TermsModal() {
  const t = useWords('tenancy')
  const format = useFormat()
  const { lang } = useSession()
  const [late, setLate] = useState(false)
  const [saving, setSaving] = useState(false)
  useEffect(() => {
    return afterPause(delay, () => setLate(true))
  }, [])
  const terms = useQuery({
    queryKey: ['terms', 'asked', lang],
    staleTime: 0,
    queryFn: ({ signal }) => api.call<typeof readTerms>('GET /user/cgu', { query: {}, signal }),
  })
  if (!late) return null
  const shown = terms.data?.object

  const accept = async () => {
    setSaving(true)
    try {
      const { message = '' } = await api.call<typeof acceptTerms>('POST /user/cgu_accept', { body: shown ? { version: shown.version } : {} })
      const { user } = await api.get<{ user: SessionUser }>('/auth/check')
      session.set(user)
      toast.success(message)
      // What was refused meanwhile is asked for again.
      await queryClient.resetQueries()
    } catch (reason) {
      toast.error(failureText(reason))
      setSaving(false)
      await terms.refetch()
    }
  }

  return (
    <Modal
      title={t('terms.title')}
      size="lg"
      footer={
        <>
          <Button variant="subtle" icon={<LogOut size={14} aria-hidden />} onClick={() => void signOut()}>
            {t('terms.sign_out')}
          </Button>
          <Button
            icon={<Download size={14} aria-hidden />}
            disabled={!shown}
            onClick={() => void api.download('/user/cgu/download').catch((reason: unknown) => toast.error(failureText(reason)))}
          >
            {t('terms.download')}
          </Button>
          <Button variant="primary" loading={saving} disabled={!shown} onClick={() => void accept()}>
            {t('terms.accept')}
          </Button>
        </>
      }
    >
      <Text as="p" below={12} tone="soft">
        {t('terms.ask')} {shown ? t('terms.version_of', { version: String(shown.version), day: format.date(shown.published_at) }) : ''}
      </Text>
      {/* A text that is scrolled must be reachable by keyboard. */}
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
      <Box
        padY={12}
        padX={16}
        overflow="scrolled"
        edge="all"
        corner={8}
        fill="surface"
        className={css.text}
        role="region"
        aria-label={t('terms.title')}
        tabIndex={0}
        lang={shown?.lang}
      >
        {terms.error ? (
          <ErrorState reason={terms.error} onRetry={() => void terms.refetch()} />
        ) : shown ? (
          <Markdown text={shown.text} />
        ) : (
          <SkeletonRows count={5} />
        )}
      </Box>
    </Modal>
  )
}
