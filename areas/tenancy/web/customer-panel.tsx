import { CirclePause, CirclePlay, Settings2, Trash2, Undo2 } from 'lucide-react'
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
import { DeletionWait } from './deletion-wait.tsx'
import { resumeCustomer } from './resume-customer.ts'

interface CustomerPanelProps {
  readonly customer: Customer
  readonly rows: readonly Customer[]
  readonly editable: boolean
  readonly onOpen: (id: number | undefined) => void
  readonly onEdit: () => void
  readonly onSuspend: () => void
  /** Absent: the reader may not. */
  readonly onDelete: (() => void) | undefined
}

/** An organisation as its provider knows it: where it stands, and what may be done about that. */
export function CustomerPanel({ customer, rows, editable, onOpen, onEdit, onSuspend, onDelete }: CustomerPanelProps) {
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
          <span>{customer.identifier}</span>
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
            {onDelete && customer.kind === 'ORGANISATION' && customer.state !== 'IN_DELETION' ? (
              <Button variant="danger" icon={<Trash2 size={14} aria-hidden />} onClick={onDelete}>
                {t('customer.delete')}
              </Button>
            ) : null}
            {onDelete && customer.state === 'IN_DELETION' ? (
              <Button variant="primary" icon={<Undo2 size={14} aria-hidden />} loading={busy} onClick={() => void resume()}>
                {t('customer.take_back')}
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
          {customer.deletion_asked_at ? (
            <Text tone="soft">{t('customer.asked_on', { day: format.date(customer.deletion_asked_at) })}</Text>
          ) : customer.disabled_at ? (
            <Text tone="soft">{t('customer.suspended_since', { day: format.date(customer.disabled_at) })}</Text>
          ) : null}
        </Row>
        {customer.deletion_asked_at && customer.deletes_at ? (
          <DeletionWait customer={customer} from={customer.deletion_asked_at} to={customer.deletes_at} />
        ) : null}
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
