import { Check as CheckSign, Copy, Download } from 'lucide-react'
import { useState, type ReactNode } from 'react'
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
import type { SecretOfWebhook } from '#areas/programs/contract/webhook-calls.ts'
import css from './keys.module.css'

/** What a secret that was just made is shown with. */
export interface Shown {
  readonly name: string
  readonly made: MadeKey
  /** A type that it may read, for a command to try. */
  readonly type: string | undefined
}

interface SecretProps {
  readonly title: string
  readonly text: string
  /** What the secret is called. */
  readonly label: string
  readonly secret: string
  /** What it is called in the file that is downloaded. */
  readonly variable: string
  readonly facts: readonly (readonly [string, ReactNode])[]
  /** What to try it with. */
  readonly tried: string
  readonly command: string
  readonly stored: string
  readonly onClose: () => void
}

/** A secret, the one time that it is known: whoever leaves has said that it is kept, or is asked. */
function OneTime({ title, text, label, secret, variable, facts, tried, command, stored, onClose }: SecretProps) {
  const t = useWords('programs')
  const [copied, setCopied] = useState(false)
  const [kept, setKept] = useState(false)
  const leave = async () => {
    if (kept || (await confirm({ title: t('keys.leave_question'), message: t('keys.leave_text'), confirm: t('keys.leave'), danger: true }))) onClose()
  }
  const copy = () =>
    navigator.clipboard.writeText(secret).then(
      () => setCopied(true),
      () => toast.warning(t('keys.not_copied')),
    )
  return (
    <Modal
      title={title}
      unasked
      onClose={() => void leave()}
      footer={
        <>
          <Button icon={<Download size={14} aria-hidden />} onClick={() => download(variable, secret)}>
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
          {text}
        </Text>
        <Row gap={8} align="center" edge="all" corner={8} fill="subtle" padX={12} padY={8}>
          <code className={css.secret} aria-label={label}>
            {secret}
          </code>
          <Button data-autofocus icon={copied ? <CheckSign size={14} aria-hidden /> : <Copy size={14} aria-hidden />} onClick={() => void copy()}>
            {copied ? t('keys.copied') : t('keys.copy')}
          </Button>
        </Row>
        {facts.length > 0 ? <Facts facts={facts} /> : null}
        <Text as="h3" size={13} weight={600}>
          {tried}
        </Text>
        {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- what scrolls is reached by the keyboard */}
        <pre className={css.code} tabIndex={0}>
          {command}
        </pre>
        <Checkbox label={stored} checked={kept} onChange={(event) => setKept(event.target.checked)} />
      </Stack>
    </Modal>
  )
}

export function SecretDialog({ shown: { name, made, type }, onClose }: { readonly shown: Shown; readonly onClose: () => void }) {
  const t = useWords('programs')
  const format = useFormat()
  return (
    <OneTime
      title={t('keys.secret_title', { name })}
      text={t('keys.secret_text')}
      label={t('keys.secret')}
      secret={made.secret}
      variable="VIGIE_KEY"
      facts={[[t('entities.api_key.fields.ends_on'), format.date(made.ends_on)]]}
      tried={t('keys.try_it')}
      command={`curl -H "X-API-Key: $VIGIE_KEY" \\\n  "${location.origin}${publicPath}/${type === undefined ? 'openapi.json' : `${type}?limit=5`}"`}
      stored={t('keys.stored')}
      onClose={onClose}
    />
  )
}

/** What a webhook signs with. */
export interface ShownWebhook {
  readonly name: string
  readonly made: SecretOfWebhook
}

const verification = `import { Webhook } from 'standardwebhooks'
const event = new Webhook(process.env.VIGIE_WEBHOOK_SECRET)
  .verify(rawBody, request.headers)`

export function WebhookSecretDialog({ shown: { name, made }, onClose }: { readonly shown: ShownWebhook; readonly onClose: () => void }) {
  const t = useWords('programs')
  const format = useFormat()
  return (
    <OneTime
      title={t('webhooks.secret_title', { name })}
      text={t('webhooks.secret_text')}
      label={t('webhooks.secret')}
      secret={made.secret}
      variable="VIGIE_WEBHOOK_SECRET"
      facts={made.former_until ? [[t('entities.webhook.fields.former_until'), format.dateTime(made.former_until)]] : []}
      tried={t('webhooks.try_it')}
      command={verification}
      stored={t('webhooks.stored')}
      onClose={onClose}
    />
  )
}

function download(variable: string, secret: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(new Blob([`${variable}=${secret}\n`], { type: 'text/plain' }))
  link.download = 'vigie.env'
  link.click()
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
