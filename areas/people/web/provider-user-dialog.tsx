import { useId, useState } from 'react'
import type { FormEvent } from 'react'
import type { changeProviderUser, inviteProviderUser, ProviderUser } from '#areas/people/contract/provider-user.ts'
import { languages, type Language } from '#kit/contract/catalogue.ts'
import { adminTypes } from '#kit/contract/right.ts'
import { api } from '#kit/web/api/client.ts'
import { invalidate } from '#kit/web/api/queries.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { leaveForm } from '#kit/web/ui/ask-before-leaving.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Stack } from '#kit/web/ui/layout.tsx'
import { CancelButton, Modal } from '#kit/web/ui/modal.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { useSaving } from '#kit/web/ui/use-saving.ts'
import css from './assigned.module.css'

interface ProviderUserDialogProps {
  /** Absent: somebody new. */
  readonly user: ProviderUser | undefined
  readonly instances: readonly { readonly id: number; readonly name: string }[]
  readonly onClose: () => void
}

const ofInstance = 'INSTANCE'

/** Invites somebody to the provider, or changes what one of its users is. */
export function ProviderUserDialog({ user, instances, onClose }: ProviderUserDialogProps) {
  const t = useWords('people')
  const kit = useWords('kit')
  const form = useId()
  const [person, setPerson] = useState({ email: '', firstname: '', lastname: '' })
  const [lang, setLang] = useState<Language>(useLanguage())
  const [kind, setKind] = useState<string>(user ? (user.admin_type ?? ofInstance) : 'SUPPORT')
  const [instance, setInstance] = useState(user?.instance?.id ?? instances[0]?.id ?? null)
  const { errorOf, form: element, busy, save: saving } = useSaving()

  const what = { admin_type: adminTypes.find((type) => type === kind) ?? null, instance_id: kind === ofInstance ? instance : null }
  const [before] = useState(JSON.stringify([person, lang, what]))

  const save = () =>
    saving(async () => {
      const { message } = user
        ? await api.call<typeof changeProviderUser>('PUT /provider_user/{id}', { params: { id: user.id }, body: { ...what, disabled: user.disabled } })
        : await api.call<typeof inviteProviderUser>('POST /provider_user', { body: { ...person, lang, ...what } })
      await invalidate('provider_user')
      onClose()
      return message
    })
  const leave = () => void leaveForm(JSON.stringify([person, lang, what]) !== before, save, onClose)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  const field = (name: keyof typeof person, type: 'text' | 'email') => (
    <TextInput
      label={t(`provider.${name}`)}
      type={type}
      required
      maxLength={name === 'email' ? 254 : 128}
      data-autofocus={name === 'email' || undefined}
      value={person[name]}
      error={errorOf(name)}
      onChange={(event) => setPerson({ ...person, [name]: event.target.value })}
    />
  )
  return (
    <Modal
      title={user?.name ?? t('provider.invite')}
      size="sm"
      unasked
      onClose={leave}
      footer={
        <>
          <CancelButton />
          <Button type="submit" form={form} variant="primary" loading={busy}>
            {user ? kit('actions.save') : t('provider.invite')}
          </Button>
        </>
      }
    >
      <Stack ref={element} id={form} noValidate as="form" gap={12} className={css.fields} onSubmit={submit}>
        {user ? (
          <p>{t('provider.sessions')}</p>
        ) : (
          <>
            {field('email', 'email')}
            {field('firstname', 'text')}
            {field('lastname', 'text')}
            <Select
              label={t('provider.lang')}
              options={languages.map((value) => ({ value, label: kit(`language.${value}`) }))}
              value={lang}
              onChange={(value) => setLang(value === 'fr' ? 'fr' : 'en')}
            />
          </>
        )}
        <Select
          label={t('provider.kind')}
          options={[
            ...adminTypes.map((type) => ({ value: type, label: t(`provider.kinds.${type}`) })),
            { value: ofInstance, label: t('provider.instance_user') },
          ]}
          value={kind}
          error={errorOf('admin_type')}
          onChange={(value) => setKind(value ?? kind)}
        />
        {kind === ofInstance ? (
          <Select
            label={t('provider.instance')}
            options={instances.map(({ id, name }) => ({ value: String(id), label: name }))}
            value={instance === null ? null : String(instance)}
            error={errorOf('instance_id')}
            onChange={(value) => setInstance(value === null ? instance : Number(value))}
          />
        ) : null}
      </Stack>
    </Modal>
  )
}
