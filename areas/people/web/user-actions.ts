import { Archive, ArrowRightLeft, CalendarClock, DoorOpen, KeyRound, LockOpen, Mail, ShieldOff, UserCheck, UserX, VenetianMask } from 'lucide-react'
import { member } from '#areas/people/contract/member.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import { api, ApiError, failureText } from '#kit/web/api/client.ts'
import { renewed } from '#kit/web/api/queries.ts'
import type { WordsOf } from '#kit/web/i18n/words.ts'
import { updateRow } from '#kit/web/resource/list-api.ts'
import type { RowAction } from '#kit/web/table/columns.ts'
import { confirm } from '#kit/web/ui/confirm.ts'
import { toast } from '#kit/web/ui/toast.ts'
import { actAs } from './own-settings.ts'

export type User = RowOf<typeof member>

/** Whether an administrator may choose a first password: only for somebody who has never come in. */
export const mayHavePassword = (user: User): boolean => user.edit_right && !user.last_login && !user.disabled

interface Given {
  readonly t: WordsOf<'people'>
  /** The reader's own member. */
  readonly self: number | null
  readonly mayImpersonate: boolean
  readonly mayUnlock: boolean
  readonly setPassword: (user: User) => void
  /** Leads to what a user answers for. */
  readonly showObjects: (user: User) => void
  /** Leads to when they are away. */
  readonly showAbsences: (user: User) => void
}

/** What is asked before, and the verb that opened the question. */
interface Asked {
  readonly title: string
  readonly confirm: string
}

/** Does something to a user on the server and says how it went. */
async function run(work: () => Promise<{ message?: string }>, question?: Asked): Promise<void> {
  if (question && !(await confirm({ ...question, danger: true }))) return
  try {
    const { message = '' } = await work()
    toast.success(message)
    await renewed()
  } catch (reason) {
    toast.error(failureText(reason))
  }
}

/** What can be done to a user from the list (ADM-07); what does not apply to somebody is not shown. */
export function userActions({ t, self, mayImpersonate, mayUnlock, setPassword, showObjects, showAbsences }: Given): readonly RowAction<User>[] {
  const change = async (user: User, changes: Partial<Pick<User, 'disabled' | 'archived'>>, done: string, question?: Asked) => {
    if (question && !(await confirm({ ...question, danger: true }))) return
    await updateRow(member, user, changes).then(
      () => toast.success(done),
      (reason: unknown) => {
        // A refusal has been said by `updateRow`; what it is about is shown (ADM-08).
        if (reason instanceof ApiError && reason.code === 'OBJECTS_ASSIGNED') showObjects(user)
      },
    )
  }
  const name = (user: User) => user.name ?? ''
  return [
    {
      name: 'approve',
      label: t('actions.approve'),
      icon: DoorOpen,
      show: (user) => user.edit_right && user.awaits_approval,
      run: (user) => void run(() => api.put(`/member/${user.id}/approve`, {})),
    },
    {
      name: 'invite',
      label: t('actions.invite'),
      icon: Mail,
      show: (user) => user.edit_right && !user.last_login && !user.disabled,
      run: (user) => void run(() => api.post(`/member/${user.id}/invite`)),
    },
    { name: 'absences', label: t('pages.absences'), icon: CalendarClock, show: (user) => user.edit_right && !user.archived, run: showAbsences },
    { name: 'objects', label: t('actions.objects'), icon: ArrowRightLeft, show: (user) => user.edit_right && !user.archived, run: showObjects },
    { name: 'set_password', label: t('actions.set_password'), icon: KeyRound, show: mayHavePassword, run: setPassword },
    {
      name: 'unlock',
      label: t('actions.unlock'),
      icon: LockOpen,
      show: (user) => mayUnlock && user.locked,
      run: (user) => void run(() => api.post(`/member/${user.id}/unlock`)),
    },
    {
      name: 'reset_mfa',
      label: t('actions.reset_mfa'),
      icon: ShieldOff,
      show: (user) => user.edit_right && user.id !== self && user.strong,
      run: (user) =>
        void run(() => api.put('/user/reset_secret', { id: user.id }), {
          title: t('confirm.reset_mfa', { name: name(user) }),
          confirm: t('actions.reset_mfa'),
        }),
    },
    {
      name: 'impersonate',
      label: t('actions.impersonate'),
      icon: VenetianMask,
      show: (user) => mayImpersonate && user.id !== self && !user.disabled && !user.archived,
      run: (user) => void actAs(user, { title: t('confirm.impersonate', { name: name(user) }), confirm: t('actions.impersonate') }),
    },
    {
      name: 'disable',
      label: t('actions.disable'),
      icon: UserX,
      show: (user) => user.edit_right && !user.disabled,
      run: (user) =>
        void change(user, { disabled: true }, t('messages.disabled'), {
          title: t('confirm.disable', { name: name(user) }),
          confirm: t('actions.disable'),
        }),
    },
    {
      name: 'enable',
      label: t('actions.enable'),
      icon: UserCheck,
      show: (user) => user.edit_right && user.disabled && !user.awaits_approval,
      run: (user) => void change(user, { disabled: false }, t('messages.enabled')),
    },
    {
      name: 'archive',
      label: t('actions.archive'),
      icon: Archive,
      show: (user) => user.edit_right && !user.archived,
      run: (user) =>
        void change(user, { archived: true }, t('messages.archived'), {
          title: t('confirm.archive', { name: name(user) }),
          confirm: t('actions.archive'),
        }),
    },
  ]
}
