import { useQuery } from '@tanstack/react-query'
import { useId, useRef } from 'react'
import type { getNotificationChoices, NotificationChoices, putNotificationChoices } from '#areas/people/contract/notifications.ts'
import type { Profile, putProfile } from '#areas/people/contract/profile.ts'
import type { NotificationChoice } from '#kit/contract/notification.ts'
import { mailChoices, notificationKinds, type MailChoice } from '#kit/contract/notification-kinds.ts'
import { api, failureText } from '#kit/web/api/client.ts'
import { queryClient } from '#kit/web/api/queries.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Switch } from '#kit/web/ui/check.tsx'
import { Box } from '#kit/web/ui/layout.tsx'
import { Block } from '#kit/web/ui/page.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { Text } from '#kit/web/ui/text.tsx'
import { Choice } from './choice.tsx'
import { profileKey } from './own-settings.ts'
import css from './profile-notifications.module.css'

const key = [...profileKey, 'notifications'] as const

/** By which way one hears of what, by kind: each is kept as soon as it is chosen, and can be taken back. */
export function ProfileNotifications({ profile }: { readonly profile: Profile }) {
  const t = useWords('people')
  const { data, error, refetch } = useQuery({
    queryKey: key,
    queryFn: async () => (await api.call<typeof getNotificationChoices>('GET /user/notifications')).object,
  })
  const mails = async (changes: Partial<Pick<Profile, 'weekly_digest' | 'daily_notifications'>>) => {
    queryClient.setQueryData(profileKey, { ...profile, ...changes })
    try {
      const { object, message = '' } = await api.call<typeof putProfile>('PUT /user/profile', { body: changes })
      queryClient.setQueryData(profileKey, object)
      toast.success(message)
    } catch (reason) {
      toast.error(failureText(reason))
      await queryClient.invalidateQueries({ queryKey: profileKey })
    }
  }
  return (
    <Block title={t('profile.sections.notifications')} sub={t('profile.saved_at_once')}>
      {error ? <ErrorState reason={error} onRetry={() => void refetch()} /> : null}
      {!data && !error ? <SkeletonRows count={10} /> : null}
      {data ? <Table known={data} profile={profile} /> : null}
      <Box as="fieldset" above={16}>
        <Text as="legend" tone="soft" size={12} weight={500}>
          {t('profile.mails')}
        </Text>
        <Choice
          label={t('profile.daily')}
          help={t('profile.daily_help')}
          checked={profile.daily_notifications}
          onChange={(wanted) => void mails({ daily_notifications: wanted })}
        />
        <Choice
          label={t('profile.weekly')}
          help={t('profile.weekly_help')}
          checked={profile.weekly_digest}
          onChange={(wanted) => void mails({ weekly_digest: wanted })}
        />
      </Box>
    </Block>
  )
}

function useKeep(known: NotificationChoices, profile: Profile) {
  const t = useWords('people')
  // The last choice made wins, also where an earlier one is still on its way.
  const turn = useRef(Promise.resolve())
  const send = async (choices: readonly NotificationChoice[]) => {
    const { object, message = '' } = await api.call<typeof putNotificationChoices>('PUT /user/notifications', { body: { choices: [...choices] } })
    queryClient.setQueryData(key, object)
    // Asking for a mail of the morning brings that mail back.
    queryClient.setQueryData(profileKey, (now: Profile | undefined) => ({
      ...(now ?? profile),
      daily_notifications: object.daily,
      weekly_digest: object.weekly,
    }))
    return message
  }
  const keep = (choices: readonly NotificationChoice[], undo?: readonly NotificationChoice[]) => {
    const changed = new Map(choices.map((choice) => [choice.kind, choice]))
    queryClient.setQueryData(key, (now: NotificationChoices | undefined) => ({
      ...(now ?? known),
      choices: (now ?? known).choices.map((choice) => changed.get(choice.kind) ?? choice),
    }))
    turn.current = turn.current.then(async () => {
      try {
        const message = await send(choices)
        toast.success(message, undo ? { action: { label: t('profile.undo'), run: () => keep(undo) } } : {})
      } catch (reason) {
        toast.error(failureText(reason))
        await queryClient.invalidateQueries({ queryKey: key })
      }
    })
  }
  return keep
}

/** What all of them share; nothing where they differ. */
const shared = <V,>(values: readonly V[]): V | null => (values.every((value) => value === values[0]) ? (values[0] ?? null) : null)

function Table({ known, profile }: { readonly known: NotificationChoices; readonly profile: Profile }) {
  const t = useWords('people')
  const id = useId()
  const keep = useKeep(known, profile)
  const { choices } = known
  const change = (which: readonly NotificationChoice[], changes: Partial<Pick<NotificationChoice, 'in_app' | 'mail'>>) =>
    keep(
      which.map((choice) => ({ ...choice, ...changes })),
      which,
    )
  const optional = choices.filter(({ kind }) => !notificationKinds[kind].always)
  return (
    <Box as="table" full className={css.table}>
      <thead>
        <tr>
          <th scope="col">{t('notifications.kind')}</th>
          <th scope="col">{t('notifications.in_app')}</th>
          <th scope="col">{t('notifications.mail')}</th>
        </tr>
      </thead>
      <tbody>
        <tr className={css.all}>
          <th scope="row" id={`${id}-all`}>
            {t('notifications.all')}
          </th>
          <td>
            <Switch
              label={null}
              aria-label={t('notifications.in_app_of', { kind: t('notifications.all') })}
              checked={optional.every(({ in_app }) => in_app)}
              onChange={(event) => change(optional, { in_app: event.currentTarget.checked })}
            />
          </td>
          <td>
            <MailSelect
              label={t('notifications.mail_of', { kind: t('notifications.all') })}
              value={shared(choices.map(({ mail }) => mail))}
              onChange={(mail) => change(choices, { mail })}
            />
          </td>
        </tr>
        {choices.map((choice) => {
          const { kind, in_app, mail } = choice
          const name = t(`notifications.kinds.${kind}`)
          return (
            <tr key={kind}>
              <th scope="row">
                {name}
                <span>{t(`notifications.about.${kind}`)}</span>
              </th>
              <td>
                {notificationKinds[kind].always ? (
                  <Text tone="quiet">{t('notifications.always')}</Text>
                ) : (
                  <Switch
                    label={null}
                    aria-label={t('notifications.in_app_of', { kind: name })}
                    checked={in_app}
                    onChange={(event) => change([choice], { in_app: event.currentTarget.checked })}
                  />
                )}
              </td>
              <td>
                <MailSelect label={t('notifications.mail_of', { kind: name })} value={mail} onChange={(next) => change([choice], { mail: next })} />
              </td>
            </tr>
          )
        })}
      </tbody>
    </Box>
  )
}

interface MailSelectProps {
  readonly label: string
  /** Nothing: several. */
  readonly value: MailChoice | null
  readonly onChange: (mail: MailChoice) => void
}

function MailSelect({ label, value, onChange }: MailSelectProps) {
  const t = useWords('people')
  return (
    <select className={css.select} aria-label={label} value={value ?? ''} onChange={(event) => onChange(event.currentTarget.value as MailChoice)}>
      {value === null ? (
        <option value="" disabled>
          {t('notifications.mixed')}
        </option>
      ) : null}
      {mailChoices.map((mail) => (
        <option key={mail} value={mail}>
          {t(`notifications.mails.${mail}`)}
        </option>
      ))}
    </select>
  )
}
