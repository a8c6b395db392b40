import { FileSignature, Handshake, PackageCheck } from 'lucide-react'
import { supplierContract } from '#areas/suppliers/contract/supplier-contract.ts'
import { supplierService } from '#areas/suppliers/contract/supplier-service.ts'
import { supplier } from '#areas/suppliers/contract/supplier.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import { dayOf, daysBetween, useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { definePresentation } from '#kit/web/resource/presentation.ts'
import { useAsOf } from '#kit/web/resource/use-as-of.ts'
import { StatusBadge } from '#kit/web/ui/status-badge.tsx'
import { lookOf, setLooks } from '#kit/web/ui/status-looks.ts'
import css from './suppliers.module.css'

export type Supplier = RowOf<typeof supplier>
export type Contract = RowOf<typeof supplierContract>
export type Service = RowOf<typeof supplierService>

/** Days before which a date is pointed out. */
const near = 60

/** A date that somebody has to act before: over, near, or far away. */
export function Due({ day, within = near }: { readonly day: string | null; readonly within?: number }) {
  const format = useFormat()
  const today = useAsOf() ?? dayOf()
  if (!day) return null
  const left = daysBetween(today, day)
  return (
    <span className={css.due} data-tone={left < 0 ? 'bad' : left <= within ? 'warn' : undefined}>
      {format.date(day)}
    </span>
  )
}

/** Better or worse than the time before, by its sign as well as by its colour. */
function Trend({ points }: { readonly points: number | null }) {
  const format = useFormat()
  if (points === null) return null
  return (
    <span className={css.due} data-tone={points < 0 ? 'bad' : undefined}>
      {points > 0 ? '+' : ''}
      {format.number(points)}
    </span>
  )
}

/** How critical it is, or that nobody has said so yet. */
export function CriticalityBadge({ row: { criticality } }: { readonly row: Pick<Supplier, 'criticality'> }) {
  const t = useWords('suppliers')
  if (!criticality) return <span className={css.none}>{t('overview.not_classified')}</span>
  return <StatusBadge {...lookOf(criticality, 'supplier.criticality')}>{t(`entities.supplier.choices.criticality.${criticality}`)}</StatusBadge>
}

setLooks('supplier.status', { PROSPECT: 'waiting', ACTIVE: 'done', EXITING: 'alert', ENDED: 'off' })
setLooks('supplier.criticality', { CRITICAL: 'failed', HIGH: 'alert', MEDIUM: 'planned', LOW: 'waiting' })
setLooks('supplier_contract.state', { FUTURE: 'planned', IN_FORCE: 'done', NOTICE: 'alert', ENDED: 'off' })

definePresentation(supplier, {
  icon: Handshake,
  cells: {
    criticality: (row) => <CriticalityBadge row={row} />,
    trend: (row) => <Trend points={row.trend} />,
    contract_end: (row) => <Due day={row.contract_end} />,
    certificate_end: (row) => <Due day={row.certificate_end} />,
    next_evaluation: (row) => <Due day={row.next_evaluation} within={30} />,
  },
  widths: {
    identifier: 84,
    name: 210,
    criticality: 124,
    last_score: 110,
    trend: 90,
    manager: 140,
    contract_end: 116,
    certificate_end: 126,
    next_evaluation: 150,
    open_gaps: 120,
  },
})
definePresentation(supplierService, { icon: PackageCheck, widths: { identifier: 84, name: 220, supplier: 180 } })
definePresentation(supplierContract, {
  icon: FileSignature,
  cells: { end_date: (row) => <Due day={row.end_date} />, notice_date: (row) => <Due day={row.notice_date} /> },
  widths: { identifier: 110, name: 220, supplier: 180, state: 150 },
})
