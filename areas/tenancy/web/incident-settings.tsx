import { useState } from 'react'
import type { FormEvent } from 'react'
import { incidentImpacts, incidentSettings, type OrganisationSettings, type writeOrganisationSettings } from '#areas/tenancy/contract/organisation-settings.ts'
import { api } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useAskBeforeLeaving } from '#kit/web/ui/ask-before-leaving.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { useSaving } from '#kit/web/ui/use-saving.ts'
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
  const { errorOf, form, busy, save: saving } = useSaving()
  const body = { ...values, incident_impact: impact }
  const dirty = incidentSettings.some((name) => body[name] !== (settings[name] ?? ''))
  const save = () =>
    saving(async () => {
      const { message } = await api.call<typeof writeOrganisationSettings>('PUT /organisation/settings', { body: { ...body, version: settings.version } })
      await onSaved()
      return message
    })
  useAskBeforeLeaving(dirty, save)
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void save()
  }
  return (
    <form ref={form} noValidate className={css.form} onSubmit={submit}>
      {texts.map((name) => (
        <TextInput
          key={name}
          label={t(`settings.${name}`)}
          maxLength={lengths[name]}
          disabled={!editable}
          value={values[name]}
          error={errorOf(name)}
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
        <Row across>
          <Button type="submit" variant="primary" disabled={!dirty} loading={busy}>
            {kit('actions.save')}
          </Button>
        </Row>
      ) : null}
    </form>
  )
}
