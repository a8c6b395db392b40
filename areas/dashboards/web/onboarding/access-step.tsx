import { Plus, X } from 'lucide-react'
import { useState } from 'react'
import { mfaModes } from '#areas/tenancy/contract/security-policy.ts'
import type { OrganisationSettings } from '#areas/tenancy/contract/organisation-settings.ts'
import { roles, type Role } from '#kit/contract/right.ts'
import { ApiError, api, failureText } from '#kit/web/api/client.ts'
import { renewed } from '#kit/web/api/queries.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { path } from '#kit/web/route.ts'
import { Button, IconButton } from '#kit/web/ui/button.tsx'
import { Grid, Stack } from '#kit/web/ui/layout.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { VisuallyHidden } from '#kit/web/ui/visually-hidden.tsx'
import { saveSettings, useSettings } from './name-step.tsx'
import { usePerimeters } from './onboarding-api.ts'
import css from './onboarding.module.css'
import { StepForm } from './step-form.tsx'
import { useTyped } from './use-typed.ts'

interface Draft {
  readonly key: number
  readonly email: string
  readonly firstname: string
  readonly lastname: string
  readonly role: Role
  readonly errors?: ApiError['errors']
}

let keys = Date.now()
const blank = (): Draft => ({ key: (keys += 1), email: '', firstname: '', lastname: '', role: 'contributor' })
const isBlank = ({ email, firstname, lastname }: Draft) => `${email}${firstname}${lastname}`.trim() === ''

/** Who comes in, and what they must show at the door. */
export function AccessStep() {
  const settings = useSettings()
  const perimeters = usePerimeters()
  const failed = settings.error ?? perimeters.error
  if (failed) return <ErrorState reason={failed} onRetry={() => void Promise.all([settings.refetch(), perimeters.refetch()])} />
  const root = perimeters.data?.find(({ parent }) => !parent)?.id
  return settings.data && perimeters.data ? <AccessForm settings={settings.data} root={root} /> : <SkeletonRows count={6} />
}

function AccessForm({ settings, root }: { readonly settings: OrganisationSettings; readonly root: number | undefined }) {
  const words = useWords('dashboards')
  const tenancy = useWords('tenancy')
  const people = useWords('people')
  const kit = useWords('kit')
  const language = useLanguage()
  const [drafts, setDrafts] = useTyped<readonly Draft[]>('drafts', () => [blank()])
  const [invited, setInvited] = useState<readonly string[]>([])
  const [mode, setMode] = useTyped('mode', () => settings.mfa_mode)
  const change = (key: number, to: Partial<Draft>) => setDrafts((all) => all.map((each) => (each.key === key ? { ...each, ...to } : each)))

  const invite = async (draft: Draft): Promise<Draft | undefined> => {
    const { email, firstname, lastname, role } = draft
    const local = role.startsWith('local') && root !== undefined
    try {
      await api.post('/member', {
        email: email.trim(),
        firstname: firstname.trim(),
        lastname: lastname.trim(),
        roles: [role],
        lang: language,
        ...(local ? { perimeters: [root] } : {}),
      })
      setInvited((all) => [...all, email.trim()])
      return undefined
    } catch (reason) {
      const errors = reason instanceof ApiError ? reason.errors : {}
      return { ...draft, errors: Object.keys(errors).length > 0 ? errors : { email: [failureText(reason)] } }
    }
  }
  const save = async () => {
    // What is wrong with one colleague keeps no other out.
    const left: Draft[] = []
    for (const draft of drafts.filter((each) => !isBlank(each))) left.push(...[await invite(draft)].filter((each) => each !== undefined))
    await renewed()
    setDrafts(left.length > 0 ? left : [blank()])
    if (mode !== settings.mfa_mode) await saveSettings({ mfa_mode: mode })
    return left.length > 0 ? words('onboarding.access.failed', { count: left.length }) : undefined
  }
  return (
    <StepForm save={save}>
      {(errorOf) => (
        <>
          <fieldset className={css.set}>
            <legend>{words('onboarding.access.people')}</legend>
            <Stack as="ul" gap={8} below={8}>
              {drafts.map((draft) => (
                <Grid key={draft.key} as="li" gap={8} padY={12} padX={12} edge="all" corner={8} className={css.person}>
                  <TextInput
                    type="email"
                    label={people('entities.member.fields.email')}
                    autoComplete="off"
                    maxLength={254}
                    value={draft.email}
                    error={draft.errors?.['email']?.join('. ')}
                    onChange={(event) => change(draft.key, { email: event.target.value })}
                  />
                  <Select
                    label={words('onboarding.access.role')}
                    options={roles.map((value) => ({ value, label: people(`roles.${value}`) }))}
                    value={draft.role}
                    error={draft.errors?.['roles']?.join('. ')}
                    onChange={(value) => change(draft.key, { role: roles.find((role) => role === value) ?? draft.role })}
                  />
                  <IconButton
                    label={words('onboarding.remove_line')}
                    onClick={() => setDrafts(drafts.length > 1 ? drafts.filter((each) => each !== draft) : [blank()])}
                  >
                    <X size={16} aria-hidden />
                  </IconButton>
                  <TextInput
                    label={people('entities.member.fields.firstname')}
                    autoComplete="off"
                    maxLength={128}
                    value={draft.firstname}
                    error={draft.errors?.['firstname']?.join('. ')}
                    onChange={(event) => change(draft.key, { firstname: event.target.value })}
                  />
                  <TextInput
                    label={people('entities.member.fields.lastname')}
                    autoComplete="off"
                    maxLength={128}
                    value={draft.lastname}
                    error={draft.errors?.['lastname']?.join('. ')}
                    onChange={(event) => change(draft.key, { lastname: event.target.value })}
                  />
                </Grid>
              ))}
            </Stack>
            <Button icon={<Plus size={14} aria-hidden />} onClick={() => setDrafts([...drafts, blank()])}>
              {words('onboarding.access.add')}
            </Button>
          </fieldset>
          {invited.length > 0 ? (
            <p className={css.hint} role="status">
              {words('onboarding.access.invited', { who: invited.join(', ') })}
            </p>
          ) : null}
          <Select
            label={words('onboarding.access.mfa')}
            help={words('onboarding.access.mfa_help')}
            value={mode ?? ''}
            error={errorOf('mfa_mode')}
            options={[
              { value: '', label: tenancy('settings.as_instance', { value: tenancy(`mfa_modes.${settings.instance.mfa_mode}`) }) },
              ...mfaModes.map((value) => ({ value, label: tenancy(`mfa_modes.${value}`) })),
            ]}
            onChange={(value) => setMode(mfaModes.find((each) => each === value) ?? null)}
          />
          {/* In another tab: colleagues that have been typed stay. */}
          <p className={css.hint}>
            {words('onboarding.access.sso')}{' '}
            <a href={path('/admin/auth_config')} target="_blank" rel="noopener">
              {words('onboarding.access.sso_open')}
              <VisuallyHidden>{` (${kit('new_tab')})`}</VisuallyHidden>
            </a>
          </p>
        </>
      )}
    </StepForm>
  )
}
