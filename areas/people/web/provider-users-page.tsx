import { useQuery } from '@tanstack/react-query'
import { Ban, CircleCheck, LockOpen, Mail, Pencil, Plus } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { changeProviderUser, inviteAgain, listProviderUsers, ProviderUser, unlockProviderUser } from '#areas/people/contract/provider-user.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { invalidate } from '#kit/web/api/queries.ts'
import { useFormat, type Format } from '#kit/web/i18n/format.ts'
import { useWords, type WordsOf } from '#kit/web/i18n/words.ts'
import type { Column, RowAction } from '#kit/web/table/columns.ts'
import { WholeList } from '#kit/web/table/whole-list.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { confirm } from '#kit/web/ui/confirm.ts'
import { EmptyState } from '#kit/web/ui/states.tsx'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { Text } from '#kit/web/ui/text.tsx'
import { ProviderUserDialog } from './provider-user-dialog.tsx'

type Row = ProviderUser & { readonly view_right: boolean }

const looks = {
  enabled: { tone: 'success', glyph: 'check' },
  disabled: { tone: 'off', glyph: 'minus' },
  locked: { tone: 'bad', glyph: 'pause' },
  invited: { tone: 'primary', glyph: 'circle' },
} as const
const statusOf = (user: ProviderUser): keyof typeof looks => (user.disabled ? 'disabled' : user.locked ? 'locked' : user.verified ? 'enabled' : 'invited')
const kindOf = (t: WordsOf<'people'>, { admin_type: type, instance }: ProviderUser) =>
  type === null ? t('provider.kinds.INSTANCE', { name: instance?.name ?? '' }) : t(`provider.kinds.${type}`)

const columnsOf = (t: WordsOf<'people'>, format: Format): readonly Column<Row>[] => [
  { name: 'name', label: t('provider.name'), width: 200, grow: true, sortable: true, cell: (row) => <Text weight={500}>{row.name}</Text> },
  { name: 'email', label: t('provider.email'), width: 240, sortable: true, cell: (row) => row.email },
  { name: 'admin_type', label: t('provider.kind'), width: 200, cell: (row) => kindOf(t, row) },
  {
    name: 'status',
    label: t('provider.status'),
    width: 130,
    cell: (row) => <StatusBadge {...looks[statusOf(row)]}>{t(`provider.statuses.${statusOf(row)}`)}</StatusBadge>,
  },
  { name: 'mfa_enabled', label: t('provider.mfa'), width: 160, cell: (row) => t(row.mfa_enabled ? 'provider.yes' : 'provider.no') },
  {
    name: 'last_sign_in_at',
    label: t('provider.last'),
    width: 150,
    sortable: true,
    cell: (row) => (row.last_sign_in_at ? format.date(row.last_sign_in_at) : ''),
  },
]

/** The provider's own people: staff, and users of a whole instance; administrators invite and change them, support unlocks (ADM-46, GEN-17). */
export function ProviderUsersPage() {
  const t = useWords('people')
  const format = useFormat()
  const [edited, setEdited] = useState<ProviderUser | 'new'>()
  const list = useQuery({
    queryKey: ['provider_user'],
    meta: { essential: true },
    queryFn: ({ signal }) => api.call<typeof listProviderUsers>('GET /provider_user', { signal }),
  })
  const { add_right: mayWrite = false, unlock_right: mayUnlock = false, instances = [] } = list.data ?? {}
  const rows = useMemo(() => list.data?.objects.map((user): Row => ({ ...user, view_right: mayWrite && !user.self })), [list.data, mayWrite])
  const columns = useMemo(() => columnsOf(t, format), [t, format])

  const run = async (work: Promise<{ message?: string }>) => {
    try {
      toast.success((await work).message ?? '')
    } catch (reason) {
      toast.error(failureText(reason))
    }
    await invalidate('provider_user')
  }
  const setDisabled = async ({ id, name, admin_type, instance }: ProviderUser, disabled: boolean) => {
    if (disabled && !(await confirm({ title: t('provider.disable_confirm', { name }), confirm: t('provider.disable'), danger: true }))) return
    await run(
      api.call<typeof changeProviderUser>('PUT /provider_user/{id}', { params: { id }, body: { admin_type, instance_id: instance?.id ?? null, disabled } }),
    )
  }
  const actions: readonly RowAction<Row>[] = [
    { name: 'change', label: t('provider.change'), icon: Pencil, show: (row) => mayWrite && !row.self, run: setEdited },
    {
      name: 'unlock',
      label: t('provider.unlock'),
      icon: LockOpen,
      show: (row) => mayUnlock && row.locked,
      run: ({ id }) => void run(api.call<typeof unlockProviderUser>('POST /provider_user/{id}/unlock', { params: { id } })),
    },
    {
      name: 'invite',
      label: t('provider.invite_again'),
      icon: Mail,
      show: (row) => mayWrite && !row.verified && !row.disabled,
      run: ({ id }) => void run(api.call<typeof inviteAgain>('POST /provider_user/{id}/invite', { params: { id } })),
    },
    {
      name: 'disable',
      label: t('provider.disable'),
      icon: Ban,
      danger: true,
      show: (row) => mayWrite && !row.self && !row.disabled,
      run: (row) => void setDisabled(row, true),
    },
    { name: 'enable', label: t('provider.enable'), icon: CircleCheck, show: (row) => mayWrite && row.disabled, run: (row) => void setDisabled(row, false) },
  ]
  return (
    <>
      <WholeList
        label={t('provider.many')}
        columns={columns}
        rows={rows}
        query={list}
        actions={actions}
        onOpen={setEdited}
        tools={
          mayWrite ? (
            <Button variant="primary" icon={<Plus size={14} aria-hidden />} onClick={() => setEdited('new')}>
              {t('provider.invite')}
            </Button>
          ) : null
        }
        empty={<EmptyState title={t('provider.none')} />}
        noMatch={t('provider.no_match')}
      />
      {edited ? <ProviderUserDialog user={edited === 'new' ? undefined : edited} instances={instances} onClose={() => setEdited(undefined)} /> : null}
    </>
  )
}
