import { useState } from 'react'
import type { FormEvent } from 'react'
import { longestExemption, type OrganisationSettings, type writeOrganisationSettings } from '#areas/tenancy/contract/organisation-settings.ts'
import { ApiError, api, failureText } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useAskBeforeLeaving } from '#kit/web/ui/ask-before-leaving.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { toast } from '#kit/web/ui/toast.ts'
import css from './tenancy.module.css'

interface ExemptionSettingsProps {
  readonly settings: OrganisationSettings
  readonly editable: boolean
  readonly onSaved: () => Promise<unknown>
}

/** How long an exemption may last in an organisation before it is asked for anew. */
export function ExemptionSettings({ settings, editable, onSaved }: ExemptionSettingsProps) {
  const t = useWords('tenancy')
  const kit = useWords('kit')
  const [days, setDays] = useState(String(settings.exemption_max_days))
  const [wrong, setWrong] = useState<string>()
  const [saving, setSaving] = useState(false)
  const dirty = days.trim() !== String(settings.exemption_max_days)
  const possible = /^\d{1,3}$/.test(days.trim()) && Number(days) >= 1 && Number(days) <= longestExemption
  const save = async (): Promise<boolean> => {
    if (!possible) {
      setWrong(t('errors.exemption_days', { max: String(longestExemption) }))
      return false
    }
    setSaving(true)
    try {
      const { message = '' } = await api.call<typeof writeOrganisationSettings>('PUT /organisation/settings', {
        body: { exemption_max_days: Number(days), version: settings.version },
      })
      toast.success(message)
      await onSaved()
      return true
    } catch (reason) {
      setWrong(reason instanceof ApiError ? reason.errors.exemption_max_days?.join('. ') : undefined)
      toast.error(failureText(reason))
      return false
    } finally {
      setSaving(false)
    }
  }
  useAskBeforeLeaving(dirty, save)
  return (
    <form
      noValidate
      className={css.form}
      onSubmit={(event: FormEvent) => {
        event.preventDefault()
        void save()
      }}
    >
      <TextInput
        label={t('settings.exemption_max_days')}
        help={t('settings.exemption_max_days_help', { max: String(longestExemption) })}
        inputMode="numeric"
        maxLength={3}
        disabled={!editable}
        value={days}
        error={wrong}
        onChange={(event) => {
          setDays(event.target.value)
          setWrong(undefined)
        }}
      />
      {editable ? (
        <Button type="submit" variant="primary" disabled={!dirty} loading={saving}>
          {kit('actions.save')}
        </Button>
      ) : null}
    </form>
  )
}
