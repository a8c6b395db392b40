import { useState } from 'react'
import type { FormEvent } from 'react'
import type { OrganisationSettings, writeOrganisationSettings } from '#areas/tenancy/contract/organisation-settings.ts'
import { mfaModes } from '#areas/tenancy/contract/security-policy.ts'
import { api } from '#kit/web/api/client.ts'
import { queryClient } from '#kit/web/api/queries.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useAskBeforeLeaving } from '#kit/web/ui/ask-before-leaving.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import { Block, BlockGrid, Page as Sheet } from '#kit/web/ui/page.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { useSaving } from '#kit/web/ui/use-saving.ts'
import { ComparisonSettings } from './comparison-settings.tsx'
import { IncidentSettings } from './incident-settings.tsx'
import { LogoField } from './logo-field.tsx'
import { AddOns } from './add-ons.tsx'
import { PreferenceList } from './preference-list.tsx'
import { settingsKey, useOrganisationSettings } from './organisation-settings.ts'
import css from './tenancy.module.css'

/** Settings with a form of their own, in their order on the page. */
const ownForms = [
  ['incidents', IncidentSettings],
  ['comparison', ComparisonSettings],
] as const

/** What an organisation sets for itself: how its people sign in, and the add-ons it tries. */
export function Page() {
  const t = useWords('tenancy')
  const settings = useOrganisationSettings()
  return (
    <Sheet canvas>
      <div>
        <BlockGrid>
          <Block title={t('settings.security')} sub={t('settings.security_sub')}>
            {settings.error ? <ErrorState reason={settings.error} onRetry={() => void settings.refetch()} /> : null}
            {settings.data ? (
              <SecurityForm key={settings.data.object.version} settings={settings.data.object} editable={settings.data.edit_right} />
            ) : settings.error ? null : (
              <SkeletonRows count={3} />
            )}
          </Block>
          {settings.data ? (
            <Block title={t('settings.logo')} sub={t('settings.logo_help')}>
              <LogoField logo={settings.data.object.logo} editable={settings.data.edit_right} onChange={() => void settings.refetch()} />
            </Block>
          ) : null}
          {settings.data
            ? ownForms.map(([name, Form]) => (
                <Block key={name} title={t(`settings.${name}`)} sub={t(`settings.${name}_sub`)}>
                  <Form key={settings.data.object.version} settings={settings.data.object} editable={settings.data.edit_right} onSaved={settings.refetch} />
                </Block>
              ))
            : null}
          <Block title={t('preferences.title')} sub={t('preferences.sub')}>
            <PreferenceList />
          </Block>
          <AddOns />
        </BlockGrid>
      </div>
    </Sheet>
  )
}

const ageOf = ({ password_max_age_days: days }: OrganisationSettings) => days?.toString() ?? ''

function SecurityForm({ settings, editable }: { readonly settings: OrganisationSettings; readonly editable: boolean }) {
  const t = useWords('tenancy')
  const kit = useWords('kit')
  const [mode, setMode] = useState(settings.mfa_mode)
  const [age, setAge] = useState(ageOf(settings))
  const {
    errorOf,
    form,
    busy,
    save: saving,
  } = useSaving({
    onRefused: ({ code }) => (code === 'STALE' ? queryClient.invalidateQueries({ queryKey: settingsKey }) : undefined),
  })
  const { instance } = settings
  const days = (count: number) => (count === 0 ? t('settings.never') : t('settings.days', { count }))
  const save = () =>
    saving(async () => {
      const { message, object } = await api.call<typeof writeOrganisationSettings>('PUT /organisation/settings', {
        body: { mfa_mode: mode, password_max_age_days: age === '' ? null : Number(age), version: settings.version },
      })
      queryClient.setQueryData(settingsKey, { ok: true, object, edit_right: editable })
      return message
    })
  useAskBeforeLeaving(mode !== settings.mfa_mode || age !== ageOf(settings), save)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  return (
    <form ref={form} noValidate className={css.form} onSubmit={submit}>
      <Select
        label={t('settings.mfa_mode')}
        options={[
          { value: '', label: t('settings.as_instance', { value: t(`mfa_modes.${instance.mfa_mode}`) }) },
          ...mfaModes.map((value) => ({ value, label: t(`mfa_modes.${value}`) })),
        ]}
        value={mode ?? ''}
        disabled={!editable}
        help={mode === 'ENFORCED' ? t('settings.mfa_enforced_hint') : undefined}
        error={errorOf('mfa_mode')}
        onChange={(value) => setMode(mfaModes.find((each) => each === value) ?? null)}
      />
      <TextInput
        label={t('settings.password_max_age')}
        inputMode="numeric"
        placeholder={t('settings.as_instance', { value: days(instance.password_max_age_days) })}
        help={
          instance.password_max_age_days > 0 ? t('settings.password_hint_max', { days: String(instance.password_max_age_days) }) : t('settings.password_hint')
        }
        value={age}
        disabled={!editable}
        error={errorOf('password_max_age_days')}
        onChange={(event) => setAge(event.target.value.replaceAll(/\D/g, '').slice(0, 4))}
      />
      {editable ? (
        <Row across wrap align="center" gap={8}>
          <Button type="submit" variant="primary" loading={busy}>
            {kit('actions.save')}
          </Button>
        </Row>
      ) : null}
    </form>
  )
}
