import { Check as CheckSign, Copy } from 'lucide-react'
import { useState } from 'react'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Checkbox } from '#kit/web/ui/check.tsx'
import { confirm } from '#kit/web/ui/confirm.ts'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { Modal } from '#kit/web/ui/modal.tsx'
import { Facts } from '#kit/web/ui/page.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { scimPath, type MadeConnection } from '#areas/scim/contract/calls.ts'
import css from './scim.module.css'

/** A token that was just made. */
export interface ShownToken {
  readonly name: string
  readonly made: MadeConnection
}

/** The token, the one time that it is known: whoever leaves has said that it is kept, or is asked. */
export function TokenDialog({ shown: { name, made }, onClose }: { readonly shown: ShownToken; readonly onClose: () => void }) {
  const t = useWords('scim')
  const format = useFormat()
  const [copied, setCopied] = useState(false)
  const [kept, setKept] = useState(false)
  const leave = async () => {
    if (kept || (await confirm({ title: t('connection.leave_question'), message: t('connection.leave_text'), confirm: t('connection.leave'), danger: true })))
      onClose()
  }
  const copy = () =>
    navigator.clipboard.writeText(made.token).then(
      () => setCopied(true),
      () => toast.warning(t('connection.not_copied')),
    )
  const address = `${location.origin}${scimPath}`
  return (
    <Modal
      title={t('connection.token_title', { name })}
      unasked
      onClose={() => void leave()}
      footer={
        <Button variant="primary" disabled={!kept} onClick={onClose}>
          {t('connection.done')}
        </Button>
      }
    >
      <Stack gap={12}>
        <Text as="p" tone="soft">
          {t('connection.token_text')}
        </Text>
        <Row gap={8} align="center" edge="all" corner={8} fill="subtle" padX={12} padY={8}>
          <code className={css.token} aria-label={t('connection.token')}>
            {made.token}
          </code>
          <Button data-autofocus icon={copied ? <CheckSign size={14} aria-hidden /> : <Copy size={14} aria-hidden />} onClick={() => void copy()}>
            {copied ? t('connection.copied') : t('connection.copy')}
          </Button>
        </Row>
        <Facts
          facts={[
            [t('connection.address'), address],
            [t('entities.scim_connection.fields.ends_on'), format.date(made.ends_on)],
          ]}
        />
        <Text as="h3" size={13} weight={600}>
          {t('connection.try_it')}
        </Text>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard */}
        <pre className={css.code} tabIndex={0}>
          {`curl -H "Authorization: Bearer $SCIM_TOKEN" \\\n  "${address}/ServiceProviderConfig"`}
        </pre>
        <Checkbox label={t('connection.stored')} checked={kept} onChange={(event) => setKept(event.target.checked)} />
      </Stack>
    </Modal>
  )
}
