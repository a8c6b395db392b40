import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { OneTimeSecret } from '#kit/web/ui/one-time-secret.tsx'
import { scimPath, type MadeConnection } from '#areas/scim/contract/calls.ts'

/** A token that was just made. */
export interface ShownToken {
  readonly name: string
  readonly made: MadeConnection
}

export function TokenDialog({ shown: { name, made }, onClose }: { readonly shown: ShownToken; readonly onClose: () => void }) {
  const t = useWords('scim')
  const format = useFormat()
  const address = `${location.origin}${scimPath}`
  return (
    <OneTimeSecret
      title={t('connection.token_title', { name })}
      text={t('connection.token_text')}
      label={t('connection.token')}
      secret={made.token}
      facts={[
        [t('connection.address'), address],
        [t('entities.scim_connection.fields.ends_on'), format.date(made.ends_on)],
      ]}
      tried={t('connection.try_it')}
      command={`curl -H "Authorization: Bearer $SCIM_TOKEN" \\\n  "${address}/ServiceProviderConfig"`}
      stored={t('connection.stored')}
      texts={{
        copy: t('connection.copy'),
        copied: t('connection.copied'),
        not_copied: t('connection.not_copied'),
        done: t('connection.done'),
        leave: t('connection.leave'),
        leave_question: t('connection.leave_question'),
        leave_text: t('connection.leave_text'),
      }}
      onClose={onClose}
    />
  )
}
