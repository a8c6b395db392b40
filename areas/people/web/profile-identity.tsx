import { useEffect, useRef, useState } from 'react'
import type { SyntheticEvent } from 'react'
import type { Profile, putProfile } from '#areas/people/contract/profile.ts'
import { ApiError, api, failureText } from '#kit/web/api/client.ts'
import { queryClient } from '#kit/web/api/queries.ts'
import { translate, useWords } from '#kit/web/i18n/words.ts'
import { useAskBeforeLeaving } from '#kit/web/ui/ask-before-leaving.ts'
import { Avatar } from '#kit/web/ui/avatar.tsx'
import { Button } from '#kit/web/ui/button.tsx'
import { Grid, Row, Stack } from '#kit/web/ui/layout.tsx'
import { Block } from '#kit/web/ui/page.tsx'
import { ReadValue } from '#kit/web/ui/reading.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import { notice, profileKey } from './own-settings.ts'
import css from './profile.module.css'

const names = ['firstname', 'lastname', 'initials', 'job_title'] as const
type Name = (typeof names)[number]
type Draft = Readonly<Record<Name, string>>
const longest: Readonly<Record<Name, number>> = { firstname: 128, lastname: 128, initials: 3, job_title: 128 }

const draftOf = (profile: Profile): Draft => ({
  firstname: profile.firstname,
  lastname: profile.lastname,
  initials: profile.initials ?? '',
  job_title: profile.job_title ?? '',
})

/** The first letters of both names, in upper case (ACC-67). */
const initialsOf = ({ firstname, lastname }: Pick<Draft, 'firstname' | 'lastname'>) =>
  [firstname, lastname]
    .map((name) => Array.from(name.trim())[0] ?? '')
    .join('')
    .toLocaleUpperCase()

/** Names, initials and job title: saved together, and never lost by leaving (SHL-32). */
export function ProfileIdentity({ profile }: { readonly profile: Profile }) {
  const t = useWords('people')
  const kit = useWords('kit')
  const form = useRef<HTMLFormElement>(null)
  const [base, setBase] = useState(profile)
  const [draft, setDraft] = useState(() => draftOf(profile))
  const [errors, setErrors] = useState<Partial<Record<Name, string>>>({})
  const [saving, setSaving] = useState(false)
  const before = draftOf(base)
  const changed = names.filter((name) => draft[name].trim() !== before[name])
  const dirty = changed.length > 0
  const label = (name: Name) => t(`entities.member.fields.${name}`)

  // What was saved beside, such as the theme, counts the version up; what somebody else wrote shows as long as nothing is typed.
  useEffect(() => {
    if (dirty || saving) return
    setBase(profile)
    setDraft(draftOf(profile))
  }, [profile, dirty, saving])

  const type = (name: Name, value: string) => {
    const next = { ...draft, [name]: value }
    // Initials follow the names until they are chosen by hand.
    const follows = name !== 'initials' && draft.initials === initialsOf(draft)
    setDraft(follows ? { ...next, initials: initialsOf(next) } : next)
    setErrors({ ...errors, [name]: undefined })
  }

  const refuse = (wrong: Partial<Record<Name, string>>) => {
    setErrors(wrong)
    const first = names.find((name) => wrong[name])
    if (first) form.current?.querySelector<HTMLInputElement>(`[name=${first}]`)?.focus()
  }

  const save = async (): Promise<boolean> => {
    const missing = (['firstname', 'lastname'] as const).filter((name) => draft[name].trim() === '')
    if (missing.length > 0) {
      refuse(Object.fromEntries(missing.map((name) => [name, translate('kit.errors.mandatory')])))
      toast.error(translate('kit.errors.check_inputs'))
      return false
    }
    setSaving(true)
    try {
      const body = { ...Object.fromEntries(changed.map((name) => [name, draft[name].trim()])), version: base.version }
      const { object, message = '' } = await api.call<typeof putProfile>('PUT /user/profile', { body })
      setBase(object)
      setDraft(draftOf(object))
      setErrors({})
      queryClient.setQueryData(profileKey, object)
      notice({ name: object.name, initials: object.initials ?? '' })
      toast.success(message)
      return true
    } catch (reason) {
      const stale = reason instanceof ApiError && reason.code === 'STALE'
      if (stale) {
        // What was typed stays; saved again it goes over what somebody else wrote meanwhile.
        const { data } = await refreshed()
        if (data) setBase(data)
        toast.warning(t('profile.stale'))
      } else {
        toast.error(failureText(reason))
        if (reason instanceof ApiError)
          refuse(Object.fromEntries(names.flatMap((name) => (reason.errors[name] ? [[name, reason.errors[name].join('. ')]] : []))))
      }
      return false
    } finally {
      setSaving(false)
    }
  }

  useAskBeforeLeaving(dirty, save)

  const submit = (event: SyntheticEvent) => {
    event.preventDefault()
    if (dirty) void save()
  }
  const shown = `${draft.firstname} ${draft.lastname}`.trim()
  const input = (name: Name) => (
    <TextInput
      name={name}
      label={label(name)}
      maxLength={longest[name]}
      value={draft[name]}
      error={errors[name]}
      onChange={(event) => type(name, event.target.value)}
      {...(name === 'firstname' ? { required: true, autoComplete: 'given-name' } : {})}
      {...(name === 'lastname' ? { 'aria-required': true, autoComplete: 'family-name' } : {})}
      {...(name === 'job_title' ? { autoComplete: 'organization-title' } : {})}
      {...(name === 'initials' ? { help: t('profile.initials_help'), autoComplete: 'off' } : {})}
    />
  )
  return (
    <Block title={t('profile.sections.identity')}>
      <form ref={form} noValidate onSubmit={submit}>
        <Row align="center" gap={12} narrows above={2} below={16} className={css.person}>
          <Avatar name={profile.name} initials={draft.initials || initialsOf(draft)} size={44} />
          <Stack>
            <Text as="b" size={14} weight={600} breaks>
              {shown}
            </Text>
            <span>{profile.email}</span>
          </Stack>
        </Row>
        <Grid columns={2} gap={16} rowGap={14} className={css.fields}>
          {names.map((name) => (
            <div key={name}>{input(name)}</div>
          ))}
          <div className={css.wide}>
            <ReadValue label={t('entities.member.fields.email')} help={t('profile.email_help')}>
              {profile.email}
            </ReadValue>
          </div>
        </Grid>
        <Row spread="last" gap={8} above={16}>
          <Button
            disabled={!dirty || saving}
            onClick={() => {
              setDraft(before)
              setErrors({})
            }}
          >
            {kit('actions.cancel')}
          </Button>
          <Button type="submit" variant="primary" disabled={!dirty} loading={saving}>
            {kit('actions.save')}
          </Button>
        </Row>
      </form>
    </Block>
  )
}

async function refreshed(): Promise<{ data: Profile | undefined }> {
  await queryClient.invalidateQueries({ queryKey: profileKey })
  return { data: queryClient.getQueryData<Profile>(profileKey) }
}
