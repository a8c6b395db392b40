import { KeyRound, Pause, Pencil, Play, Plus, Send } from 'lucide-react'
import { useMemo, useState } from 'react'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords, type WordsOf } from '#kit/web/i18n/words.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'
import { definePresentation } from '#kit/web/resource/presentation.ts'
import type { EntityFormState } from '#kit/web/resource/use-entity-form.ts'
import type { RowAction } from '#kit/web/table/columns.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { confirm } from '#kit/web/ui/confirm.ts'
import { Facts } from '#kit/web/ui/page.tsx'
import { StatusBadge, Tag } from '#kit/web/ui/status-badge.tsx'
import { lookOf, looks } from '#kit/web/ui/status-looks.ts'
import { RotateDialog } from '#kit/web/ui/rotate-dialog.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { webhook } from '#areas/programs/contract/webhook.ts'
import { mostSecretOverlap, usualSecretOverlap } from '#areas/programs/contract/webhook-calls.ts'
import { Deliveries } from './deliveries.tsx'
import { WebhookSecretDialog, type ShownWebhook } from './secret-dialog.tsx'
import { told } from './told.ts'
import { useEventNames, WebhookDialog, type Hook } from './webhook-dialog.tsx'
import { pauseHook, resumeHook, rotateHook, testHook } from './webhooks-api.ts'

definePresentation(webhook, { widths: { name: 180, url: 260, events: 240, perimeters: 170, today: 90, state: 170, maker: 160 } })

const isOn = ({ state }: Hook) => state === 'ACTIVE' || state === 'SUSPENDED'

/** Where programs hear what happens: what each is told of, what was sent to it and what came of that. */
export function Page() {
  const t = useWords('programs')
  const format = useFormat()
  const nameOf = useEventNames()
  const [making, setMaking] = useState(false)
  const [changing, setChanging] = useState<Hook>()
  const [rotating, setRotating] = useState<Hook>()
  const [shown, setShown] = useState<ShownWebhook>()
  const rowActions = useMemo(
    (): readonly RowAction<Hook>[] => [
      { name: 'change', label: t('webhooks.change'), icon: Pencil, run: setChanging },
      { name: 'test', label: t('webhooks.send_test'), icon: Send, run: (row) => void told(testHook(row.id)) },
      { name: 'rotate', label: t('webhooks.rotate'), icon: KeyRound, run: setRotating },
      { name: 'pause', label: t('webhooks.pause'), icon: Pause, show: isOn, run: (row) => void pause(row, t) },
      { name: 'resume', label: t('webhooks.resume'), icon: Play, show: (row) => row.state !== 'ACTIVE', run: (row) => void resume(row, t) },
    ],
    [t],
  )
  const cells = useMemo(
    () => ({
      events: ({ events }: Hook) => <Events events={events ?? []} nameOf={nameOf} />,
      perimeters: ({ everywhere, perimeters }: Hook) => (everywhere ? t('webhooks.everywhere') : perimeters.map(({ name }) => name).join(', ')),
      state: (row: Hook) => <State row={row} />,
      today: ({ today }: Hook) => <Text figures>{format.number(today ?? 0)}</Text>,
    }),
    [t, format, nameOf],
  )
  const panel = useMemo(
    () => ({
      comments: false,
      docked: true as const,
      linked: false,
      mayEdit: () => false,
      Details,
      tabs: [{ value: 'messages', label: t('webhooks.deliveries'), first: true as const, Content: Messages }],
    }),
    [t],
  )
  return (
    <>
      <ListPage
        entity={webhook}
        rowActions={rowActions}
        cells={cells}
        panel={panel}
        tools={
          <Button variant="primary" icon={<Plus size={16} aria-hidden />} onClick={() => setMaking(true)}>
            {t('entities.webhook.new')}
          </Button>
        }
        onPhoneNew={() => setMaking(true)}
        past={false}
      />
      {making || changing ? (
        <WebhookDialog
          row={changing}
          onClose={() => {
            setMaking(false)
            setChanging(undefined)
          }}
          onMade={(name, made) => {
            setMaking(false)
            setShown({ name, made })
          }}
        />
      ) : null}
      {rotating ? (
        <NewSecretDialog
          row={rotating}
          onClose={() => setRotating(undefined)}
          onMade={(made) => {
            setRotating(undefined)
            setShown({ name: rotating.name ?? '', made })
          }}
        />
      ) : null}
      {shown ? <WebhookSecretDialog shown={shown} onClose={() => setShown(undefined)} /> : null}
    </>
  )
}

/** Where to, of what and from where it is told, and until when its former secret signs. */
function Details({ state }: { readonly state: EntityFormState }) {
  const t = useWords('programs')
  const format = useFormat()
  const nameOf = useEventNames()
  const row = state.row as Hook | undefined
  if (!row) return null
  return (
    <Facts
      facts={[
        [t('entities.webhook.fields.url'), row.url],
        [t('entities.webhook.fields.events'), (row.events ?? []).map(nameOf).join(', ')],
        [t('entities.webhook.fields.perimeters'), row.everywhere ? t('webhooks.everywhere') : row.perimeters.map(({ name }) => name).join(', ')],
        [t('entities.webhook.fields.maker'), row.maker?.name],
        [t('entities.webhook.fields.on_since'), format.dateTime(row.on_since)],
        ...(row.off_reason ? [[t('entities.webhook.fields.off_reason'), t(`entities.webhook.choices.off_reason.${row.off_reason}`)] as const] : []),
        ...(row.former_until ? [[t('entities.webhook.fields.former_until'), format.dateTime(row.former_until)] as const] : []),
      ]}
    />
  )
}

const Messages = ({ row }: { readonly row: Hook }) => <Deliveries id={row.id} name={row.name ?? ''} maker={row.maker?.name ?? ''} />

/** A few of them, and how many more. */
function Events({ events, nameOf }: { readonly events: readonly string[]; readonly nameOf: (event: string) => string }) {
  const [first, second, ...more] = events
  return (
    <>
      {[first, second].flatMap((event) => (event === undefined ? [] : [<Tag key={event}>{nameOf(event)}</Tag>]))}
      {more.length > 0 ? <Tag>{`+${more.length}`}</Tag> : null}
    </>
  )
}

/** Whether it is on, and what waits to be sent again. */
function State({ row }: { readonly row: Hook }) {
  const t = useWords('programs')
  const format = useFormat()
  const { state, retrying, off_since: off } = row
  if (state === null) return null
  if (state === 'ACTIVE' && (retrying ?? 0) > 0) return <StatusBadge {...looks.alert}>{t('webhooks.waiting', { count: retrying ?? 0 })}</StatusBadge>
  const look = lookOf(state, 'webhook.state')
  return (
    <StatusBadge {...look}>
      {state === 'OFF' && off ? t('webhooks.off_on', { date: format.date(off) }) : t(`entities.webhook.choices.state.${state}`)}
    </StatusBadge>
  )
}

interface RotateProps {
  readonly row: Hook
  readonly onClose: () => void
  readonly onMade: (made: ShownWebhook['made']) => void
}

function NewSecretDialog({ row, onClose, onMade }: RotateProps) {
  const t = useWords('programs')
  const send = async (hours: number) => {
    const { message, object } = await rotateHook(row.id, hours)
    onMade(object)
    return message
  }
  return (
    <RotateDialog
      title={t('webhooks.rotate_title', { name: row.name ?? '' })}
      action={t('webhooks.rotate')}
      text={t('webhooks.rotate_text')}
      label={t('webhooks.overlap')}
      usual={usualSecretOverlap}
      most={mostSecretOverlap}
      send={send}
      onClose={onClose}
    />
  )
}

async function pause({ id, name }: Hook, t: WordsOf<'programs'>): Promise<void> {
  const asked = { title: t('webhooks.pause_question'), message: t('webhooks.pause_text'), names: [name ?? ''], count: 1, confirm: t('webhooks.pause') }
  if (await confirm(asked)) await told(pauseHook(id))
}

async function resume({ id, name }: Hook, t: WordsOf<'programs'>): Promise<void> {
  const asked = { title: t('webhooks.resume_question'), message: t('webhooks.resume_text'), names: [name ?? ''], count: 1, confirm: t('webhooks.resume') }
  if (await confirm(asked)) await told(resumeHook(id))
}
