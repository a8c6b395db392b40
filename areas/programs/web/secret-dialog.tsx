import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords, type WordsOf } from '#kit/web/i18n/words.ts'
import { OneTimeSecret, type SecretTexts } from '#kit/web/ui/one-time-secret.tsx'
import { publicPath, type MadeKey } from '#areas/programs/contract/calls.ts'
import type { SecretOfWebhook } from '#areas/programs/contract/webhook-calls.ts'

/** What a secret that was just made is shown with. */
export interface Shown {
  readonly name: string
  readonly made: MadeKey
  /** A type that it may read, for a command to try. */
  readonly type: string | undefined
}

const textsOf = (t: WordsOf<'programs'>): SecretTexts => ({
  copy: t('keys.copy'),
  copied: t('keys.copied'),
  not_copied: t('keys.not_copied'),
  done: t('keys.done'),
  leave: t('keys.leave'),
  leave_question: t('keys.leave_question'),
  leave_text: t('keys.leave_text'),
})

export function SecretDialog({ shown: { name, made, type }, onClose }: { readonly shown: Shown; readonly onClose: () => void }) {
  const t = useWords('programs')
  const format = useFormat()
  return (
    <OneTimeSecret
      title={t('keys.secret_title', { name })}
      text={t('keys.secret_text')}
      label={t('keys.secret')}
      secret={made.secret}
      file={{ variable: 'VIGIE_KEY', label: t('keys.download') }}
      texts={textsOf(t)}
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
    <OneTimeSecret
      title={t('webhooks.secret_title', { name })}
      text={t('webhooks.secret_text')}
      label={t('webhooks.secret')}
      secret={made.secret}
      file={{ variable: 'VIGIE_WEBHOOK_SECRET', label: t('keys.download') }}
      texts={textsOf(t)}
      facts={made.former_until ? [[t('entities.webhook.fields.former_until'), format.dateTime(made.former_until)]] : []}
      tried={t('webhooks.try_it')}
      command={verification}
      stored={t('webhooks.stored')}
      onClose={onClose}
    />
  )
}
