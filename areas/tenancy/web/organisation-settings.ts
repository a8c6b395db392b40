import { useQuery } from '@tanstack/react-query'
import type { readOrganisationSettings } from '#areas/tenancy/contract/organisation-settings.ts'
import { optionTypes, type OptionType } from '#areas/tenancy/contract/trial.ts'
import { api } from '#kit/web/api/client.ts'
import { useSession } from '#kit/web/api/session.ts'

export const settingsKey = ['organisation_settings']
const settingsOf = (enabled: boolean) => ({
  queryKey: settingsKey,
  meta: { essential: true },
  queryFn: ({ signal }: { readonly signal: AbortSignal }) => api.call<typeof readOrganisationSettings>('GET /organisation/settings', { signal }),
  enabled,
})

/** What an organisation sets for itself. */
export const useOrganisationSettings = () => useQuery(settingsOf(true))

/** Add-ons whose pages this version has; who may not read the settings is refused by the server where one has none. */
export function useLandedOptions(): readonly OptionType[] {
  const { rights } = useSession()
  const { data } = useQuery(settingsOf(rights.includes('organisation_settings.read')))
  return data?.object.add_ons ?? optionTypes
}
