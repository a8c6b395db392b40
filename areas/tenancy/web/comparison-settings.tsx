import { useState } from 'react'
import type { FormEvent } from 'react'
import type { OrganisationSettings, writeOrganisationSettings } from '#areas/tenancy/contract/organisation-settings.ts'
import { api } from '#kit/web/api/client.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { useAskBeforeLeaving } from '#kit/web/ui/ask-before-leaving.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Checkbox } from '#kit/web/ui/check.tsx'
import { Box, Row } from '#kit/web/ui/layout.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { useSaving } from '#kit/web/ui/use-saving.ts'
import { BranchSelect, CountrySelect } from './property-selects.tsx'
import css from './tenancy.module.css'

interface ComparisonSettingsProps {
  readonly settings: OrganisationSettings
  readonly editable: boolean
  readonly onSaved: () => Promise<unknown>
}

/** With whom an organisation is compared, and whether it takes part. */
export function ComparisonSettings({ settings, editable, onSaved }: ComparisonSettingsProps) {
  const t = useWords('tenancy')
  const kit = useWords('kit')
  const [branch, setBranch] = useState(settings.branch)
  const [country, setCountry] = useState(settings.country)
  const [out, setOut] = useState(settings.benchmark_out)
  const { errorOf, form, busy, save: saving } = useSaving()
  const dirty = branch !== settings.branch || country !== settings.country || out !== settings.benchmark_out
  const save = () =>
    saving(async () => {
      const body = { branch, country, benchmark_out: out, version: settings.version }
      const { message } = await api.call<typeof writeOrganisationSettings>('PUT /organisation/settings', { body })
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
      <BranchSelect
        label={t('settings.branch')}
        placeholder={t('settings.branch_none')}
        value={branch}
        disabled={!editable}
        error={errorOf('branch')}
        onChange={setBranch}
      />
      <CountrySelect
        label={t('settings.country')}
        placeholder={t('settings.country_none')}
        value={country}
        disabled={!editable}
        error={errorOf('country')}
        onChange={setCountry}
      />
      <Box across>
        <Checkbox label={t('settings.benchmark_out')} checked={out} disabled={!editable} onChange={(event) => setOut(event.currentTarget.checked)} />
        <Text as="p" tone="quiet" size={12} line={16}>
          {t('settings.benchmark_out_help')}
        </Text>
      </Box>
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
