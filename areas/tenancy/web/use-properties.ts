import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import type { listProperties, MetadataProperty } from '#areas/tenancy/contract/metadata-property.ts'
import { api } from '#kit/web/api/client.ts'
import { useLanguage } from '#kit/web/i18n/store.ts'

/** A value with its name in the reader's language; `path`: that of a branch comes after its sector's. */
export interface NamedProperty extends MetadataProperty {
  readonly label: string
  readonly path: string
}

/** Sectors, branches and countries, by name: each branch after its sector. */
export function useProperties() {
  const language = useLanguage()
  const query = useQuery({
    queryKey: ['metadata_property'],
    queryFn: async ({ signal }) => (await api.call<typeof listProperties>('GET /metadata_property', { signal })).objects,
  })
  const rows = useMemo(() => {
    if (!query.data) return undefined
    const labels = new Map(query.data.map((row) => [row.identifier, language === 'fr' ? row.name_fr : row.name_en]))
    const named = query.data.map((row): NamedProperty => {
      const label = labels.get(row.identifier) ?? row.identifier
      return { ...row, label, path: row.parent === null ? label : `${labels.get(row.parent) ?? row.parent} – ${label}` }
    })
    return named.toSorted((a, b) => a.path.localeCompare(b.path, language))
  }, [query.data, language])
  return { query, rows }
}
