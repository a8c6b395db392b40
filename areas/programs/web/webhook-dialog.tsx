import { useMemo, useState } from 'react'
import type { RowOf } from '#kit/contract/entity.ts'
import { useWords, type WordsOf } from '#kit/web/i18n/words.ts'
import { MultiSelect } from '#kit/web/kinds/lazy-controls.tsx'
import { FormDialog } from '#kit/web/ui/form-dialog.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import type { ErrorOf } from '#kit/web/ui/use-saving.ts'
import type { webhook } from '#areas/programs/contract/webhook.ts'
import type { SecretOfWebhook, WebhookChoices } from '#areas/programs/contract/webhook-calls.ts'
import { Places } from './places.tsx'
import { changeHook, makeHook, useWebhookChoices } from './webhooks-api.ts'

export type Hook = RowOf<typeof webhook>

interface DialogProps {
  /** The one that is changed; without it one is made. */
  readonly row?: Hook | undefined
  readonly onClose: () => void
  readonly onMade: (name: string, made: SecretOfWebhook) => void
}

/** Says where to, of what and from where a webhook is told. */
export function WebhookDialog({ row, onClose, onMade }: DialogProps) {
  const t = useWords('programs')
  const { data: choices } = useWebhookChoices()
  const [name, setName] = useState(row?.name ?? '')
  const [url, setUrl] = useState(row?.url ?? '')
  const [events, setEvents] = useState<readonly string[]>(row?.events ?? [])
  const [perimeters, setPerimeters] = useState<readonly number[]>(row?.perimeters.map(({ id }) => id) ?? [])
  const options = useMemo(() => eventOptions(choices, t), [choices, t])
  const send = async () => {
    const body = { name: name.trim(), url: url.trim(), events: [...events], perimeters: [...perimeters] }
    if (row) return (await changeHook(row.id, { ...body, version: row.version })).message
    const { message, object } = await makeHook(body)
    onMade(body.name, object)
    return message
  }
  return (
    <FormDialog
      title={row ? t('webhooks.change_title', { name: row.name ?? '' }) : t('entities.webhook.new')}
      size="md"
      action={row ? t('webhooks.save') : t('webhooks.make')}
      complete={name.trim().length >= 2 && url.trim() !== '' && events.length > 0}
      send={send}
      onClose={onClose}
      onDone={row ? onClose : () => {}}
    >
      {(errorOf) => (
        <>
          <TextInput
            label={t('entities.webhook.fields.name')}
            help={t('webhooks.name_hint')}
            required
            value={name}
            maxLength={128}
            error={errorOf('name')}
            onChange={(event) => setName(event.target.value)}
          />
          <TextInput
            label={t('entities.webhook.fields.url')}
            help={t('webhooks.url_hint')}
            required
            type="url"
            value={url}
            maxLength={2000}
            placeholder="https://"
            error={errorOf('url')}
            onChange={(event) => setUrl(event.target.value)}
          />
          <MultiSelect
            label={t('entities.webhook.fields.events')}
            help={t('webhooks.events_hint')}
            error={eventError(errorOf, events)}
            value={events}
            options={options}
            loading={!choices}
            clearable
            onChange={setEvents}
          />
          <Places
            label={t('entities.webhook.fields.perimeters')}
            help={t('webhooks.perimeters_hint')}
            value={perimeters}
            error={errorOf('perimeters')}
            onChange={setPerimeters}
          />
          <Text as="p" size={12} tone="quiet">
            {t('webhooks.never_more')}
          </Text>
        </>
      )}
    </FormDialog>
  )
}

/** Everything, then type by type everything of it and each event. */
function eventOptions(choices: WebhookChoices | undefined, t: WordsOf<'programs'>) {
  const of = (choices?.types ?? []).flatMap(({ type, name, events }) => [
    { value: `${type}.*`, label: t('webhooks.all_of', { type: name }) },
    ...events.map((one) => ({ value: one.event, label: t('webhooks.event_of', { type: name, event: one.name }) })),
  ])
  return [{ value: '*', label: t('webhooks.all_events') }, ...of]
}

/** What chosen events are called. */
export function useEventNames(): (event: string) => string {
  const t = useWords('programs')
  const { data: choices } = useWebhookChoices()
  return useMemo(() => {
    const names = new Map(eventOptions(choices, t).map(({ value, label }) => [value, label]))
    return (event) => (event === 'webhook.test' ? t('webhooks.test_event') : (names.get(event) ?? event))
  }, [choices, t])
}

/** Any of those that were chosen may be the wrong one. */
const eventError = (errorOf: ErrorOf, events: readonly string[]): string | undefined =>
  events.map((_, n) => errorOf(`events.${n}`)).find((error) => error !== undefined) ?? errorOf('events')
