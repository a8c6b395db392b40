import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import type { OrganisationSettings, readOrganisationSettings, writeOrganisationSettings } from '#areas/tenancy/contract/organisation-settings.ts'
import { LogoField } from '#areas/tenancy/web/index.ts'
import { languages } from '#kit/contract/catalogue.ts'
import { api } from '#kit/web/api/client.ts'
import { queryClient } from '#kit/web/api/queries.ts'
import { refreshSession } from '#kit/web/api/refresh-session.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { IconButton } from '#kit/web/ui/button.tsx'
import { Field } from '#kit/web/ui/field.tsx'
import { Grid, Row } from '#kit/web/ui/layout.tsx'
import { Select } from '#kit/web/ui/select.tsx'
import { ErrorState, SkeletonRows } from '#kit/web/ui/states.tsx'
import { TextInput } from '#kit/web/ui/text-input.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import css from './onboarding.module.css'
import { StepForm } from './step-form.tsx'
import { useTyped } from './use-typed.ts'

/** The list of the platform leaves UTC out. */
const zones = [...new Set([...Intl.supportedValuesOf('timeZone'), 'UTC'])].map((value) => ({ value, label: value.replaceAll('_', ' ') }))

/** The organisation's own settings, as its preferences read and write them too. */
export const settingsKey = ['organisation_settings']
export const useSettings = () =>
  useQuery({
    queryKey: settingsKey,
    queryFn: ({ signal }) => api.call<typeof readOrganisationSettings>('GET /organisation/settings', { signal }),
    select: ({ object }) => object,
    staleTime: 0,
  })

/** Saves some of them; throws what the server refuses. */
export async function saveSettings(body: Partial<Omit<OrganisationSettings, 'instance' | 'logo'>>): Promise<void> {
  await api.call<typeof writeOrganisationSettings>('PUT /organisation/settings', { body })
  await queryClient.invalidateQueries({ queryKey: settingsKey })
}

/** What the organisation is called, what it does, and where its days begin. */
export function NameStep() {
  const settings = useSettings()
  if (settings.isError) return <ErrorState reason={settings.error} onRetry={() => void settings.refetch()} />
  return settings.data ? <NameForm settings={settings.data} /> : <SkeletonRows count={5} />
}

function NameForm({ settings }: { readonly settings: OrganisationSettings }) {
  const words = useWords('dashboards')
  const kit = useWords('kit')
  const tenancy = useWords('tenancy')
  const [name, setName] = useTyped('name', () => settings.name)
  const [sector, setSector] = useTyped('sector', () => settings.sector ?? '')
  const [color, setColor] = useTyped('color', () => settings.color)
  const [lang, setLang] = useTyped('lang', () => settings.lang)
  const [timeZone, setTimeZone] = useTyped('timeZone', () => settings.time_zone)
  const save = async () => {
    await saveSettings({ name, sector: sector.trim() || null, color, lang, time_zone: timeZone })
    await refreshSession()
    return undefined
  }
  return (
    <StepForm save={save}>
      {(errorOf) => (
        <Grid columns={2} gap={12} rowGap={14} className={css.grid}>
          <TextInput
            label={words('onboarding.name.name')}
            required
            maxLength={128}
            autoComplete="organization"
            value={name}
            error={errorOf('name')}
            onChange={(event) => setName(event.target.value)}
          />
          <TextInput
            label={words('onboarding.name.sector')}
            help={words('onboarding.name.sector_help')}
            maxLength={128}
            value={sector}
            error={errorOf('sector')}
            onChange={(event) => setSector(event.target.value)}
          />
          <Select
            label={words('onboarding.name.lang')}
            options={languages.map((value) => ({ value, label: kit(`language.${value}`) }))}
            value={lang}
            onChange={(value) => setLang(value === 'fr' ? 'fr' : 'en')}
          />
          <Select
            label={words('onboarding.name.time_zone')}
            options={zones}
            value={timeZone}
            error={errorOf('time_zone')}
            onChange={(value) => setTimeZone(value ?? timeZone)}
          />
          <Field label={words('onboarding.name.color')} help={words('onboarding.name.color_help')} error={errorOf('color')}>
            {(control) => (
              <Row align="center" gap={8} className={css.color}>
                <input {...control} type="color" value={color ?? '#8a93a3'} onChange={(event) => setColor(event.target.value)} />
                <Text tone="quiet" figures>
                  {color ?? kit('none')}
                </Text>
                {color ? (
                  <IconButton label={kit('actions.clear')} onClick={() => setColor(null)}>
                    <X size={14} aria-hidden />
                  </IconButton>
                ) : null}
              </Row>
            )}
          </Field>
          <section aria-label={tenancy('settings.logo')}>
            <strong>{tenancy('settings.logo')}</strong>
            <p className={css.hint}>{tenancy('settings.logo_help')}</p>
            <LogoField logo={settings.logo} onChange={() => void queryClient.invalidateQueries({ queryKey: settingsKey })} />
          </section>
        </Grid>
      )}
    </StepForm>
  )
}
