import { CirclePause, CirclePlay, Settings2, Trash2, Undo2 } from 'lucide-react'
import { useState } from 'react'
import { countedQuotas, type Customer, type CustomerUsage } from '#areas/tenancy/contract/customer.ts'
import { useSession } from '#kit/web/api/session.ts'
import { useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { Link } from '#kit/web/navigation.ts'
import { path } from '#kit/web/route.ts'
import { Button } from '#kit/web/ui/button.tsx'
import { Row, Stack } from '#kit/web/ui/layout.tsx'
import { Facts } from '#kit/web/ui/page.tsx'
import { SidePanel } from '#kit/web/ui/side-panel.tsx'
import { Text } from '#kit/web/ui/text.tsx'
import { CustomerStateMark } from './customer-state.tsx'
import { DeletionWait } from './deletion-wait.tsx'
import { QuotaBar, QuotaFigure } from './quota-bar.tsx'
import { resumeCustomer } from './resume-customer.ts'
import css from './customers.module.css'

interface CustomerPanelProps {
  readonly customer: Customer
  readonly usage: CustomerUsage | undefined
  readonly rows: readonly Customer[]
  readonly editable: boolean
  readonly onOpen: (id: number | undefined) => void
  readonly onEdit: () => void
  readonly onSuspend: () => void
  /** Absent: the reader may not. */
  readonly onDelete: (() => void) | undefined
}

/** An organisation as its provider knows it: where it stands, and what may be done about that. */
export function CustomerPanel({ customer, usage, rows, editable, onOpen, onEdit, onSuspend, onDelete }: CustomerPanelProps) {
  const t = useWords('tenancy')
  const kit = useWords('kit')
  const format = useFormat()
  const { rights } = useSession()
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
            [t('customer.fields.active_at'), usage ? (usage.active_at ? format.dateTime(usage.active_at) : t('customer.never_active')) : '…'],
          ]}
        />
        {customer.kind === 'ORGANISATION' ? <Quotas customer={customer} usage={usage} /> : null}
        {rights.includes('log.read') ? <Link to={path('/admin/logs', { object: `customer:${customer.id}` })}>{t('customer.history')}</Link> : null}
      </Stack>
    </SidePanel>
  )
}

/** What it uses of each quota; each name opens what is counted, in its licence. */
function Quotas({ customer, usage }: { readonly customer: Customer; readonly usage: CustomerUsage | undefined }) {
  const t = useWords('tenancy')
  const { rights } = useSession()
  return (
    <Stack gap={8}>
      <Text as="h3" weight={600} size={13}>
        {t('customer.fields.quotas')}
      </Text>
      <ul className={css.quotaList}>
        {countedQuotas.map((quota) => {
          const limit = customer.quotas[quota] ?? null
          const used = usage?.used[quota]
          const name = t(`customer.quotas.${quota}`)
          return (
            <li key={quota}>
              {rights.includes('licence.read') ? <Link to={path('/admin/licenses', { customer: customer.id, quota })}>{name}</Link> : <Text>{name}</Text>}
              {used === undefined ? (
                '…'
              ) : (
                <>
                  <QuotaBar used={used} limit={limit} />
                  <QuotaFigure used={used} limit={limit} words={limit === null ? t('licence.of_unlimited', { used }) : t('licence.of', { used, limit })} />
                </>
              )}
            </li>
          )
        })}
      </ul>
    </Stack>
  )
}
