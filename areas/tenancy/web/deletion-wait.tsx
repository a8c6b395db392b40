import { useState } from 'react'
import type { Customer } from '#areas/tenancy/contract/customer.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { Facts } from '#kit/web/ui/page.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { CustomerArchives } from './customer-archives.tsx'
import { useExtent } from './customer-extent.ts'
import css from './customers.module.css'

const dayMs = 86_400_000

interface DeletionWaitProps {
  readonly customer: Customer
  readonly from: string
  readonly to: string
}

/** Whole days until an organisation is deleted; 0: with the next midnight. */
const daysLeft = (to: string, now: number): number => Math.max(0, Math.floor((Date.parse(to) - now) / dayMs))

/** How far the time of waiting is over, and what goes when it is. */
export function DeletionWait({ customer, from, to }: DeletionWaitProps) {
  const t = useWords('tenancy')
  const format = useFormat()
  const { data } = useExtent(customer.id)
  const [now] = useState(() => Date.now())
  const left = t('customer.days_left', { count: daysLeft(to, now) })
  const over = Math.min(1, Math.max(0, (now - Date.parse(from)) / (Date.parse(to) - Date.parse(from))))
  return (
    <Stack gap={12}>
      <Text as="h3" weight={600} size={13}>
        {t('customer.waiting')}
      </Text>
      <Text as="p">{t('customer.waiting_text', { day: format.date(to) })}</Text>
      <div
        className={css.waiting}
        role="meter"
        aria-label={t('customer.waiting')}
        aria-valuetext={left}
        aria-valuemin={0}
        aria-valuemax={100}
        aria-valuenow={Math.round(over * 100)}
      >
        <span style={{ width: `${over * 100}%` }} />
      </div>
      <Row gap={8} align="center" className={css.days}>
        <Text tone="soft">{format.date(from)}</Text>
        <Text>{left}</Text>
        <Text tone="soft">{format.date(to)}</Text>
      </Row>
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
