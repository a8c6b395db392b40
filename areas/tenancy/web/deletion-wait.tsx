import type { Customer } from '#areas/tenancy/contract/customer.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Stack } from '#kit/web/ui/layout.tsx'
import { Facts } from '#kit/web/ui/page.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { CustomerArchives } from './customer-archives.tsx'
import { useExtent } from './customer-extent.ts'
import { WaitingMeter } from './waiting-meter.tsx'

interface DeletionWaitProps {
  readonly customer: Customer
  readonly from: string
  readonly to: string
}

/** How far the time of waiting is over, and what goes when it is. */
export function DeletionWait({ customer, from, to }: DeletionWaitProps) {
  const t = useWords('tenancy')
  const format = useFormat()
  const { data } = useExtent(customer.id)
  return (
    <Stack gap={12}>
      <Text as="h3" weight={600} size={13}>
        {t('customer.waiting')}
      </Text>
      <Text as="p">{t('customer.waiting_text', { day: format.date(to) })}</Text>
      <WaitingMeter from={from} to={to} />
      <Text as="h3" weight={600} size={13}>
        {t('customer.removed')}
      </Text>
      <Facts
        facts={[
          [t('customer.people'), customer.members],
          [t('customer.files'), data ? t('customer.removed_files', { count: data.files, size: format.size(data.bytes) }) : '…'],
          [t('customer.entries'), data ? t('customer.removed_entries', { count: data.entries }) : '…'],
          [t('customer.stays'), t('customer.stays_text')],
        ]}
      />
      <CustomerArchives customer={customer} />
    </Stack>
  )
}
