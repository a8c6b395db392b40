import { KeyRound } from 'lucide-react'
import { useMemo, useState, type CSSProperties } from 'react'
import { member } from '#areas/people/contract/member.ts'
import { roleColors } from '#areas/people/contract/profile.ts'
import { useRight, useSession } from '#kit/web/api/session.ts'
import { useFormat, type Format } from '#kit/web/i18n/format.ts'
import { useWords, type WordsOf } from '#kit/web/i18n/words.ts'
import { useNavigate } from '#kit/web/navigation.ts'
import { ListPage } from '#kit/web/resource/list-page.tsx'
import { path } from '#kit/web/route.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import { StatusBadge, Tag } from '#kit/web/ui/status-badge.tsx'
import { UserObjectsTab } from './assigned-tab.tsx'
import { PasswordDialog } from './password-dialog.tsx'
import { statusOf } from './presentation.tsx'
import { ProviderUsersPage } from './provider-users-page.tsx'
import { mayHavePassword, userActions, type User } from './user-actions.ts'
import css from './users.module.css'

const defaults = { filters: [{ name: 'archived', selected_options: [false] }] }

/** The users of the organisation or, outside of any, of the provider. */
export const Page = () => (useSession().customer ? <Members /> : <ProviderUsersPage />)

/** Users of the organisation: who they are, what they may do, whether they may come in (ADM-07). */
function Members() {
  const t = useWords('people')
  const [chosen, setChosen] = useState<User>()
  const mayImpersonate = useRight('member.impersonate')
  const mayUnlock = useRight('member.unlock')
  const self = useSession().member_id
  const format = useFormat()
  const navigate = useNavigate()
  const rowActions = useMemo(
    () =>
      userActions({
        t,
        self,
        mayImpersonate,
        mayUnlock,
        setPassword: setChosen,
        showObjects: ({ id }) => void navigate({ to: path('/admin/users/$id/objects', { id }) }),
        showAbsences: ({ name }) => void navigate({ to: path('/absences', { search: name }) }),
      }),
    [t, self, mayImpersonate, mayUnlock, navigate],
  )
  const panel = useMemo(() => panelOf(t, setChosen), [t])
  const cells = useMemo(() => cellsOf(t, format), [t, format])
  return (
    <>
      <ListPage entity={member} cells={cells} defaults={defaults} rowActions={rowActions} panel={panel} />
      {chosen ? <PasswordDialog user={{ id: chosen.id, name: chosen.name ?? '' }} onClose={() => setChosen(undefined)} /> : null}
    </>
  )
}

const cellsOf = (t: WordsOf<'people'>, format: Format) => ({
  roles: ({ roles }: User) => (
    <Row as="span" gap={10} overflow="clipped" tone="soft">
      {(roles ?? []).map((role) => (
        <Row key={role} as="span" inline rigid align="center" gap={6} className={css.role} style={{ '--role': roleColors[role] } as CSSProperties}>
          {t(`roles.${role}`)}
        </Row>
      ))}
    </Row>
  ),
  disabled: (user: User) => {
    const { tone, glyph, word } = statusOf(user)
    return (
      <>
        <StatusBadge tone={tone} glyph={glyph}>
          {t(`status.${word}`)}
        </StatusBadge>
        {user.is_external && user.access_end ? <Tag>{t('status.until', { date: format.date(user.access_end) })}</Tag> : null}
      </>
    )
  },
})

const panelOf = (t: WordsOf<'people'>, choose: (user: User) => void) => ({
  comments: false,
  linked: false,
  tabs: [{ value: 'objects', label: t('assigned.title'), Content: UserObjectsTab }],
  actions: (user: User) =>
    mayHavePassword(user) ? (
      <IconButton label={t('actions.set_password')} size="md" onClick={() => choose(user)}>
        <KeyRound size={15} strokeWidth={1.75} />
      </IconButton>
    ) : null,
})
