import type { Customer, CustomerState } from '#areas/tenancy/contract/customer.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'

const looks = {
  ENABLED: { tone: 'success', glyph: 'check' },
  SUSPENDED: { tone: 'warning', glyph: 'pause' },
  IN_DELETION: { tone: 'bad', glyph: 'soon' },
} as const satisfies Record<CustomerState, { tone: string; glyph: string }>

/** Where an organisation stands with its provider; of one that is to be deleted, when. */
export function CustomerStateMark({ customer: { state, deletes_at: deletesAt } }: { readonly customer: Pick<Customer, 'state' | 'deletes_at'> }) {
  const t = useWords('tenancy')
  const format = useFormat()
  return <StatusBadge {...looks[state]}>{deletesAt ? t('customer.deleted_on', { day: format.date(deletesAt) }) : t(`customer.states.${state}`)}</StatusBadge>
}
