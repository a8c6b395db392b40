import { BookOpen, KeyRound, Link2Off, Pencil, Plus, UserCheck } from 'lucide-react'
import { useMemo, useState, type CSSProperties } from 'react'
import type { RowOf } from '#kit/contract/entity.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords, type WordsOf } from '#kit/web/i18n/words.ts'
import { path } from '#kit/web/route.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'
import { definePresentation } from '#kit/web/resource/presentation.ts'
import type { EntityFormState } from '#kit/web/resource/use-entity-form.ts'
import type { RowAction } from '#kit/web/table/columns.ts'
import { Button, IconLink } from '#kit/web/ui/button.tsx'
import { confirm } from '#kit/web/ui/confirm.ts'
import { Row as Line } from '#kit/web/ui/layout.tsx'
import { Facts } from '#kit/web/ui/page.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { Tag } from '#kit/web/ui/status-badge.tsx'
import { RotateDialog } from '#kit/web/ui/rotate-dialog.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { apiKey, type Scopes } from '#areas/programs/contract/api-key.ts'
import { callsPerMinute, mostOverlap, usualOverlap } from '#areas/programs/contract/calls.ts'
import { requestsOf, revokeOne, rotateOne, takeOneOver, useKeyChoices, useKeyRequests } from './keys-api.ts'
import { ChangeDialog } from './change-dialog.tsx'
import css from './keys.module.css'
import { firstOf, NewKeyDialog } from './new-key-dialog.tsx'
import { SecretDialog, type Shown } from './secret-dialog.tsx'
import { told } from './told.ts'

type Key = RowOf<typeof apiKey>

definePresentation(apiKey, {
  widths: { name: 180, prefix: 120, maker: 140, scopes: 200, perimeters: 150, state: 120, today: 150, last_at: 140, ends_on: 100 },
})

const live = ['ACTIVE', 'ENDING', 'SUSPENDED']
const defaults = { filters: [{ name: 'state', selected_options: live }] }
const tabs = { by: 'state', counts: '/api_key/counts' } as const
const lasts = ({ state }: Key) => live.includes(state ?? '')

/** The keys with which programs come in: what each may, what it does, and what ends it. */
export function Page() {
  const t = useWords('programs')
  const format = useFormat()
  const { data: choices } = useKeyChoices()
  const [making, setMaking] = useState(false)
  const [rotating, setRotating] = useState<Key>()
  const [changing, setChanging] = useState<Key>()
  const [shown, setShown] = useState<Shown>()
  const rowActions = useMemo(
    (): readonly RowAction<Key>[] => [
      { name: 'change', label: t('keys.change'), icon: Pencil, show: lasts, run: setChanging },
      { name: 'rotate', label: t('keys.rotate'), icon: KeyRound, show: lasts, run: setRotating },
      { name: 'take_over', label: t('keys.take_over'), icon: UserCheck, show: lasts, run: (row) => void takeOver(row, t) },
      { name: 'revoke', label: t('keys.revoke'), icon: Link2Off, danger: true, show: (row) => row.revoked_at === null, run: (row) => void revoke(row, t) },
    ],
    [t],
  )
  const names = useMemo(() => new Map(choices?.types.map(({ type, name }) => [type, name])), [choices])
  const cells = useMemo(
    () => ({
      scopes: ({ scopes }: Key) => <Scope scopes={scopes} names={names} />,
      perimeters: ({ everywhere, perimeters }: Key) => (everywhere ? t('keys.everywhere') : perimeters.map(({ name }) => name).join(', ')),
      today: ({ today, daily_calls: most }: Key) => <Today used={today ?? 0} most={most ?? 0} />,
      ends_on: ({ ends_on: day, state }: Key) => (day === null ? '' : <Text tone={state === 'ENDING' ? 'warn' : undefined}>{format.date(day)}</Text>),
      networks: ({ networks }: Key) => (networks && networks.length > 0 ? networks.join(', ') : t('keys.anywhere')),
    }),
    [t, format, names],
  )
  const button = (
    <Button variant="primary" icon={<Plus size={16} aria-hidden />} onClick={() => setMaking(true)}>
      {t('entities.api_key.new')}
    </Button>
  )
  return (
    <>
      <ListPage
        entity={apiKey}
        defaults={defaults}
        tabs={tabs}
        rowActions={rowActions}
        cells={cells}
        panel={panel}
        tools={
          <>
            <IconLink to={path('/admin/public_api/documentation')} label={t('docs.open')}>
              <BookOpen size={16} strokeWidth={1.75} aria-hidden />
            </IconLink>
            {button}
          </>
        }
        onPhoneNew={() => setMaking(true)}
        past={false}
      />
      {making ? (
        <NewKeyDialog
          onClose={() => setMaking(false)}
          onMade={(name, made, type) => {
            setMaking(false)
            setShown({ name, made, type })
          }}
        />
      ) : null}
      {changing ? <ChangeDialog row={changing} onClose={() => setChanging(undefined)} /> : null}
      {rotating ? (
        <NewSecretDialog
          row={rotating}
          onClose={() => setRotating(undefined)}
          onMade={(made) => {
            setRotating(undefined)
            setShown({ name: rotating.name ?? '', made, type: firstOf(rotating.scopes, choices?.types) })
          }}
        />
      ) : null}
      {shown ? <SecretDialog shown={shown} onClose={() => setShown(undefined)} /> : null}
    </>
  )
}

/** How much of its day a key has used: nearly all is said by its colour, all of it in words. */
function Today({ used, most }: { readonly used: number; readonly most: number }) {
  const t = useWords('programs')
  const format = useFormat()
  const text = t('keys.of_day', { used: format.number(used), most: format.number(most) })
  const part = most === 0 ? 1 : Math.min(1, used / most)
  return (
    <span className={css.today}>
      <span
        role="meter"
        aria-label={t('keys.meter')}
        aria-valuemin={0}
        aria-valuemax={most}
        aria-valuenow={Math.min(used, most)}
        aria-valuetext={text}
        className={css.meter}
        data-level={part >= 1 ? 'spent' : part >= nearlySpent ? 'near' : undefined}
        style={{ '--part': part } as CSSProperties}
      />
      {part >= 1 ? <Text tone="bad">{t('keys.spent')}</Text> : <Text figures>{text}</Text>}
    </span>
  )
}

/** The part of a day's requests from which on a key is said to have nearly used them. */
const nearlySpent = 0.9

/** What it may, by what people call it: a few of each, and how many more. */
function Scope({ scopes, names }: { readonly scopes: Scopes | null; readonly names: ReadonlyMap<string, string> }) {
  const t = useWords('programs')
  const told = (types: readonly string[]) => {
    const [first = '', second, ...more] = types.map((type) => names.get(type) ?? type)
    return [first, second, more.length > 0 ? `+${more.length}` : undefined].filter((one) => one !== undefined).join(', ')
  }
  return (
    <>
      {scopes && scopes.write.length > 0 ? <Tag>{t('keys.may_write', { types: told(scopes.write) })}</Tag> : null}
      {scopes && scopes.read.length > 0 ? <Tag>{t('keys.may_read', { types: told(scopes.read) })}</Tag> : null}
    </>
  )
}

interface RotateProps {
  readonly row: Key
  readonly onClose: () => void
  readonly onMade: (made: Shown['made']) => void
}

function NewSecretDialog({ row, onClose, onMade }: RotateProps) {
  const t = useWords('programs')
  const send = async (hours: number) => {
    const { message, object } = await rotateOne(row.id, hours)
    onMade(object)
    return message
  }
  return (
    <RotateDialog
      title={t('keys.rotate_title', { name: row.name ?? '' })}
      action={t('keys.rotate')}
      text={t('keys.rotate_text')}
      label={t('keys.overlap')}
      usual={usualOverlap}
      most={mostOverlap}
      send={send}
      onClose={onClose}
    />
  )
}

/** Asks with what used it lately, so that nobody stops what they had forgotten. */
async function revoke({ id, name }: Key, t: WordsOf<'programs'>): Promise<void> {
  const lately = await requestsOf(id, 7).then(
    ({ objects }) => objects,
    () => [],
  )
  const addresses = [...new Set(lately.map(({ address }) => address))].slice(0, 5).join(', ')
  const used = addresses === '' ? t('keys.revoke_unused') : t('keys.revoke_used', { addresses })
  const asked = {
    title: t('keys.revoke_question'),
    message: `${used} ${t('keys.revoke_text')}`,
    names: [name ?? ''],
    count: 1,
    confirm: t('keys.revoke'),
    danger: true,
  }
  if (await confirm(asked)) await told(revokeOne(id))
}

async function takeOver({ id, name }: Key, t: WordsOf<'programs'>): Promise<void> {
  const asked = { title: t('keys.take_over_question'), message: t('keys.take_over_text'), names: [name ?? ''], count: 1, confirm: t('keys.take_over') }
  if (await confirm(asked)) await told(takeOneOver(id))
}

const panel = { comments: false, Details }

/** What its row does not say: its bounds, and what was asked with it. */
function Details({ state }: { readonly state: EntityFormState }) {
  const row = state.row as Key | undefined
  return row ? <Requests row={row} /> : null
}

function Requests({ row }: { readonly row: Key }) {
  const t = useWords('programs')
  const format = useFormat()
  const { data, error, refetch } = useKeyRequests(row.id)
  return (
    <>
      <Facts
        facts={[
          [t('keys.limits'), t('keys.limits_text', { calls: format.number(row.daily_calls ?? 0), minute: callsPerMinute })],
          [t('entities.api_key.fields.networks'), row.networks && row.networks.length > 0 ? row.networks.join(', ') : t('keys.anywhere')],
          [t('entities.api_key.fields.reminder_days'), t('keys.reminder_text', { count: row.reminder_days ?? 0 })],
          ...(row.former_until ? [[t('entities.api_key.fields.former_until'), format.dateTime(row.former_until)] as const] : []),
        ]}
      />
      <Text as="h3" size={13} weight={600} above={12} below={6}>
        {t('keys.requests')}
      </Text>
      {error ? <ErrorState reason={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <SkeletonRows count={3} /> : null}
      {data?.length === 0 ? (
        <Text as="p" tone="quiet">
          {t('keys.no_requests')}
        </Text>
      ) : null}
      <ul>
        {data?.slice(0, 100).map(({ day, address, operation, calls, refused, last_at: last }) => (
          <Line as="li" key={`${day} ${address} ${operation}`} spread="between" gap={12} edge="soft-above" padY={6}>
            <span className={css.request}>
              <Text as="p">{operation}</Text>
              <Text as="p" size={12} tone="quiet" figures>
                {address}
              </Text>
            </span>
            <Text size={12} tone="quiet">
              {[t('keys.calls_count', { count: calls }), ...(refused > 0 ? [t('keys.refused_count', { count: refused })] : []), format.dateTime(last)].join(
                ' · ',
              )}
            </Text>
          </Line>
        ))}
      </ul>
    </>
  )
}
