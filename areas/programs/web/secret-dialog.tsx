import { Check as CheckSign, Copy, Download } from 'lucide-react'
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
import { publicPath, type MadeKey } from '#areas/programs/contract/calls.ts'
import css from './keys.module.css'

/** What a secret that was just made is shown with. */
export interface Shown {
  readonly name: string
  readonly made: MadeKey
  /** A type that it may read, for a command to try. */
  readonly type: string
}

/** The secret, the one time that it is known: whoever leaves has said that it is kept, or is asked. */
export function SecretDialog({ shown: { name, made, type }, onClose }: { readonly shown: Shown; readonly onClose: () => void }) {
  const t = useWords('programs')
  const format = useFormat()
  const [copied, setCopied] = useState(false)
  const [kept, setKept] = useState(false)
  const leave = async () => {
    if (kept || (await confirm({ title: t('keys.leave_question'), message: t('keys.leave_text'), confirm: t('keys.leave'), danger: true }))) onClose()
  }
  const copy = () =>
    navigator.clipboard.writeText(made.secret).then(
      () => setCopied(true),
      () => toast.warning(t('keys.not_copied')),
    )
  const command = `curl -H "X-API-Key: $VIGIE_KEY" \\\n  "${location.origin}${publicPath}/${type}?limit=5"`
  return (
    <Modal
      title={t('keys.secret_title', { name })}
      unasked
      onClose={() => void leave()}
      footer={
        <>
          <Button icon={<Download size={14} aria-hidden />} onClick={() => download(made.secret)}>
            {t('keys.download')}
          </Button>
          <Button variant="primary" disabled={!kept} onClick={onClose}>
            {t('keys.done')}
          </Button>
        </>
      }
    >
      <Stack gap={12}>
        <Text as="p" tone="soft">
          {t('keys.secret_text')}
        </Text>
        <Row gap={8} align="center" edge="all" corner={8} fill="subtle" padX={12} padY={8}>
          <code className={css.secret} aria-label={t('keys.secret')}>
            {made.secret}
          </code>
          <Button data-autofocus icon={copied ? <CheckSign size={14} aria-hidden /> : <Copy size={14} aria-hidden />} onClick={() => void copy()}>
            {copied ? t('keys.copied') : t('keys.copy')}
          </Button>
        </Row>
        <Facts facts={[[t('entities.api_key.fields.ends_on'), format.date(made.ends_on)]]} />
        <Text as="h3" size={13} weight={600}>
          {t('keys.try_it')}
        </Text>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard */}
        <pre className={css.code} tabIndex={0}>
          {command}
        </pre>
        <Checkbox label={t('keys.stored')} checked={kept} onChange={(event) => setKept(event.target.checked)} />
      </Stack>
    </Modal>
  )
}

function download(secret: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([`VIGIE_KEY=${secret}\n`], { type: 'text/plain' }))
  link.download = 'vigie.env'
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
