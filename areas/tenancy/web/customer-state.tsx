import type { Customer, CustomerState } from '#areas/tenancy/contract/customer.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'

const looks = {
  ENABLED: { tone: 'success', glyph: 'check' },
  SUSPENDED: { tone: 'warning', glyph: 'pause' },
} as const satisfies Record<CustomerState, { tone: string; glyph: string }>

/** Where an organisation stands with its provider. */
export function CustomerStateMark({ customer: { state } }: { readonly customer: Pick<Customer, 'state'> }) {
  const t = useWords('tenancy')
  return <StatusBadge {...looks[state]}>{t(`customer.states.${state}`)}</StatusBadge>
}
