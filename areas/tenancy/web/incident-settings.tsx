import { useState } from 'react'
import type { FormEvent } from 'react'
import { incidentImpacts, incidentSettings, type OrganisationSettings, type writeOrganisationSettings } from '#areas/tenancy/contract/organisation-settings.ts'
import { ApiError, api, failureText } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useAskBeforeLeaving } from '#kit/web/ui/ask-before-leaving.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import css from './tenancy.module.css'

const texts = ['emergency_phone', 'emergency_text', 'nis2_authority', 'gdpr_authority'] as const
const lengths = { emergency_phone: 32, emergency_text: 200, nis2_authority: 128, gdpr_authority: 128 } as const

/** What an organisation sets about its incidents. */
export function IncidentSettings({
  settings,
  editable,
  onSaved,
}: {
  readonly settings: OrganisationSettings
  readonly editable: boolean
  readonly onSaved: () => Promise<unknown>
}) {
  const t = useWords('tenancy')
  const kit = useWords('kit')
  const [values, setValues] = useState(() => Object.fromEntries(texts.map((name) => [name, settings[name] ?? ''])) as Record<(typeof texts)[number], string>)
  const [impact, setImpact] = useState(settings.incident_impact)
  const [errors, setErrors] = useState<Readonly<Record<string, readonly string[]>>>({})
  const [saving, setSaving] = useState(false)
  const body = { ...values, incident_impact: impact }
  const dirty = incidentSettings.some((name) => body[name] !== (settings[name] ?? ''))
  const save = async (): Promise<boolean> => {
    setSaving(true)
    setErrors({})
    try {
      const { message = '' } = await api.call<typeof writeOrganisationSettings>('PUT /organisation/settings', { body: { ...body, version: settings.version } })
      toast.success(message)
      await onSaved()
      return true
    } catch (reason) {
      setErrors(reason instanceof ApiError ? reason.errors : {})
      toast.error(failureText(reason))
      return false
    } finally {
      setSaving(false)
    }
  }
  useAskBeforeLeaving(dirty, save)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  return (
    <form noValidate className={css.form} onSubmit={submit}>
      {texts.map((name) => (
        <TextInput
          key={name}
          label={t(`settings.${name}`)}
          maxLength={lengths[name]}
          disabled={!editable}
          value={values[name]}
          error={errors[name]?.join('. ')}
          onChange={(event) => setValues((before) => ({ ...before, [name]: event.target.value }))}
        />
      ))}
      <Select
        label={t('settings.incident_impact')}
        options={incidentImpacts.map((value) => ({ value, label: t(value === 'SIMPLE' ? 'settings.impact_simple' : 'settings.impact_detailed') }))}
        value={impact}
        disabled={!editable}
        onChange={(value) => setImpact(value === 'DETAILED' ? 'DETAILED' : 'SIMPLE')}
      />
      {editable ? (
        <Button type="submit" variant="primary" disabled={!dirty} loading={saving}>
          {kit('actions.save')}
        </Button>
      ) : null}
    </form>
  )
}
