import type { PropertyKind } from '#areas/tenancy/contract/metadata-property.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Select } from '#kit/web/ui/select.tsx'
import { useProperties } from './use-properties.ts'

interface PropertySelectProps {
  readonly label: string
  readonly placeholder?: string
  readonly value: string | null
  readonly disabled?: boolean
  readonly error: string | undefined
  readonly onChange: (identifier: string | null) => void
}

function PropertySelect({ kind, placeholder, ...props }: PropertySelectProps & { readonly kind: PropertyKind }) {
  const t = useWords('tenancy')
  const { query, rows = [] } = useProperties()
  const options = rows.filter((row) => row.kind === kind).map(({ identifier, path }) => ({ value: identifier, label: path }))
  return <Select clearable loading={query.isPending} placeholder={placeholder ?? t('property.branch_none')} options={options} {...props} />
}

/** What an organisation does, by the provider's list: a branch with its sector. */
export const BranchSelect = (props: PropertySelectProps) => <PropertySelect kind="SECTOR_LOW" {...props} />
/** Where it is established. */
export const CountrySelect = (props: PropertySelectProps) => <PropertySelect kind="COUNTRY" {...props} />
