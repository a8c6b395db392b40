import { Archive, KeyRound, LockOpen, UserCheck, UserX, VenetianMask } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { unlockMember } from '#areas/people/contract/calls.ts'
import { member } from '#areas/people/contract/member.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { forget } from '#kit/web/api/queries.ts'
import { useRight, useSession } from '#kit/web/api/session.ts'
import { useWords, type WordsOf } from '#kit/web/i18n/words.ts'
import { updateRow } from '#kit/web/resource/list-api.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'
import type { RowAction } from '#kit/web/table/columns.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { confirm } from '#kit/web/ui/confirm.ts'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { actAs } from './own-settings.ts'
import { AssignedTab } from './assigned-tab.tsx'
import { PasswordDialog } from './password-dialog.tsx'

type User = RowOf<typeof member>

const defaults = { filters: [{ name: 'archived', selected_options: [false] }] }

/** Users of the organisation: who they are, what they may do, whether they may come in (ADM-07). */
export function Page() {
  const t = useWords('people')
  const [chosen, setChosen] = useState<User>()
  const mayImpersonate = useRight('member.impersonate')
  const mayUnlock = useRight('member.unlock')
  const self = useSession().member_id
  const rowActions = useMemo((): readonly RowAction<User>[] => {
    const change = async (user: User, changes: Partial<Pick<User, 'disabled' | 'archived'>>, done: string, question?: string) => {
      if (question && !(await confirm({ title: question, danger: true }))) return
      // A refusal has been said by `updateRow`.
      await updateRow(member, user, changes).then(
        () => toast.success(done),
        () => {},
      )
    }
    const name = (user: User) => user.name ?? ''
    return [
      { name: 'set_password', label: t('actions.set_password'), icon: KeyRound, show: (user) => user.edit_right, run: setChosen },
      {
        name: 'unlock',
        label: t('actions.unlock'),
        icon: LockOpen,
        show: () => mayUnlock,
        run: (user) => void unlock(user),
      },
      {
        name: 'impersonate',
        label: t('actions.impersonate'),
        icon: VenetianMask,
        show: (user) => mayImpersonate && user.id !== self && !user.disabled && !user.archived,
        run: (user) => void actAs(user, t('confirm.impersonate', { name: name(user) })),
      },
      {
        name: 'disable',
        label: t('actions.disable'),
        icon: UserX,
        show: (user) => user.edit_right && !user.disabled,
        run: (user) => void change(user, { disabled: true }, t('messages.disabled'), t('confirm.disable', { name: name(user) })),
      },
      {
        name: 'enable',
        label: t('actions.enable'),
        icon: UserCheck,
        show: (user) => user.edit_right && user.disabled,
        run: (user) => void change(user, { disabled: false }, t('messages.enabled')),
      },
      {
        name: 'archive',
        label: t('actions.archive'),
        icon: Archive,
        show: (user) => user.edit_right && !user.archived,
        run: (user) => void change(user, { archived: true }, t('messages.archived'), t('confirm.archive', { name: name(user) })),
      },
    ]
  }, [t, mayImpersonate, mayUnlock, self])
  const panel = useMemo(() => panelOf(t, setChosen), [t])
  const cells = useMemo(() => cellsOf(t), [t])
  return (
    <>
      <ListPage entity={member} cells={cells} defaults={defaults} rowActions={rowActions} panel={panel} importing={false} />
      {chosen ? <PasswordDialog user={{ id: chosen.id, name: chosen.name ?? '' }} onClose={() => setChosen(undefined)} /> : null}
    </>
  )
}

const cellsOf = (t: WordsOf<'people'>) => ({
  disabled: ({ disabled }: User) => (
    <StatusBadge tone={disabled ? 'off' : 'success'} glyph={disabled ? 'cross' : 'check'}>
      {t(disabled ? 'status.disabled' : 'status.enabled')}
    </StatusBadge>
  ),
})

const panelOf = (t: WordsOf<'people'>, choose: (user: User) => void) => ({
  comments: false,
  tabs: [{ value: 'objects', label: t('assigned.title'), Content: AssignedTab }],
  actions: (user: User) =>
    user.edit_right ? (
      <IconButton label={t('actions.set_password')} size="md" onClick={() => choose(user)}>
        <KeyRound size={15} strokeWidth={1.75} />
      </IconButton>
    ) : null,
})

async function unlock(user: User): Promise<void> {
  try {
    const { message = '' } = await api.call<typeof unlockMember>('POST /member/{id}/unlock', { params: { id: user.id } })
    toast.success(message)
    await forget(member.name)
  } catch (reason) {
    toast.error(failureText(reason))
  }
}
