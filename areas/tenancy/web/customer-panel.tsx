import { CirclePause, CirclePlay, Settings2 } from 'lucide-react'
import { useState } from 'react'
import type { Customer } from '#areas/tenancy/contract/customer.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { Facts } from '#kit/web/ui/page.tsx'
import { SidePanel } from '#kit/web/ui/side-panel.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { CustomerStateMark } from './customer-state.tsx'
import { resumeCustomer } from './resume-customer.ts'

interface CustomerPanelProps {
  readonly customer: Customer
  readonly rows: readonly Customer[]
  readonly editable: boolean
  readonly onOpen: (id: number | undefined) => void
  readonly onEdit: () => void
  readonly onSuspend: () => void
}

/** An organisation as its provider knows it: where it stands, and what may be done about that. */
export function CustomerPanel({ customer, rows, editable, onOpen, onEdit, onSuspend }: CustomerPanelProps) {
  const t = useWords('tenancy')
  const kit = useWords('kit')
  const format = useFormat()
  const [busy, setBusy] = useState(false)
  const resume = async () => {
    setBusy(true)
    await resumeCustomer(customer)
    setBusy(false)
  }
  return (
    <SidePanel
      title={customer.name}
      facts={t('customer.created', { day: format.date(customer.created_at) })}
      about={
        <>
          <span>{t(`customer.kinds.${customer.kind}`)}</span>
          <span>{customer.instance.name}</span>
        </>
      }
      id={customer.id}
      rows={rows}
      onOpen={onOpen}
      foot={
        editable ? (
          <>
            <Button icon={<Settings2 size={14} aria-hidden />} onClick={onEdit}>
              {t('customer.settings')}
            </Button>
            {customer.kind === 'ORGANISATION' && customer.state === 'ENABLED' ? (
              <Button icon={<CirclePause size={14} aria-hidden />} onClick={onSuspend}>
                {t('customer.suspend')}
              </Button>
            ) : null}
            {customer.state === 'SUSPENDED' ? (
              <Button variant="primary" icon={<CirclePlay size={14} aria-hidden />} loading={busy} onClick={() => void resume()}>
                {t('customer.resume')}
              </Button>
            ) : null}
          </>
        ) : (
          t('instance.read_only')
        )
      }
    >
      <Stack gap={16}>
        <Row wrap align="center" gap={8}>
          <CustomerStateMark customer={customer} />
          {customer.disabled_at ? <Text tone="soft">{t('customer.suspended_since', { day: format.date(customer.disabled_at) })}</Text> : null}
        </Row>
        {customer.state === 'SUSPENDED' ? (
          <>
            <Text as="p">{t('customer.suspended_text')}</Text>
            {customer.disabled_reason ? <Facts facts={[[t('customer.suspend_reason'), customer.disabled_reason]]} /> : null}
          </>
        ) : null}
        <Facts
          facts={[
            [t('customer.fields.members'), customer.members],
            [t('customer.fields.lang'), kit(`language.${customer.lang}`)],
            [t('customer.fields.time_zone'), customer.time_zone],
          ]}
        />
      </Stack>
    </SidePanel>
  )
}
