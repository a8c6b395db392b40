import { FileSignature, Handshake, PackageCheck } from 'lucide-react'
import { supplierContract } from '#areas/suppliers/contract/supplier-contract.ts'
import { supplierService } from '#areas/suppliers/contract/supplier-service.ts'
import { criticalities, supplier } from '#areas/suppliers/contract/supplier.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import { dayOf, daysBetween, useFormat } from '#kit/web/i18n/format.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { definePresentation } from '#kit/web/resource/presentation.ts'
import { useAsOf } from '#kit/web/resource/use-as-of.ts'
import { Row } from '#kit/web/ui/layout.tsx'
import { Level } from '#kit/web/ui/level.tsx'
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
      {format.signed(points)}
    </span>
  )
}

/** The last score with how it has moved. */
function Score({ row: { last_score, trend } }: { readonly row: Pick<Supplier, 'last_score' | 'trend'> }) {
  const format = useFormat()
  if (last_score === null) return null
  return (
    <Row as="span" inline gap={8} figures>
      <Trend points={trend} /> {format.percent(last_score)}
    </Row>
  )
}

function EvaluationState({ row: { evaluation_state: state } }: { readonly row: Pick<Supplier, 'evaluation_state'> }) {
  const t = useWords('suppliers')
  if (!state) return null
  return <StatusBadge {...lookOf(state, 'supplier.evaluation_state')}>{t(`entities.supplier.choices.evaluation_state.${state}`)}</StatusBadge>
}

function ContractState({ row: { state } }: { readonly row: Pick<Contract, 'state'> }) {
  const t = useWords('suppliers')
  if (!state) return null
  return <StatusBadge {...lookOf(state, 'supplier_contract.state')}>{t(`entities.supplier_contract.choices.state.${state}`)}</StatusBadge>
}

/** How critical it is, or that nobody has said so yet. */
export function CriticalityBadge({ row: { criticality } }: { readonly row: Pick<Supplier, 'criticality'> }) {
  const t = useWords('suppliers')
  return (
    <Level at={criticality ? criticalities.length - criticalities.indexOf(criticality) : 0} of={criticalities.length}>
      {criticality ? t(`entities.supplier.choices.criticality.${criticality}`) : t('overview.not_classified')}
    </Level>
  )
}

setLooks('supplier.status', { PROSPECT: 'waiting', ACTIVE: 'done', EXITING: 'alert', ENDED: 'off' })
setLooks('supplier.evaluation_state', { LATE: 'late', DUE: 'soon', ASKED: 'planned', PLANNED: 'waiting' })
setLooks('supplier_contract.state', { FUTURE: 'planned', IN_FORCE: 'done', NOTICE: 'soon', ENDED: 'off' })

definePresentation(supplier, {
  icon: Handshake,
  cells: {
    criticality: (row) => <CriticalityBadge row={row} />,
    last_score: (row) => <Score row={row} />,
    trend: (row) => <Trend points={row.trend} />,
    evaluation_state: (row) => <EvaluationState row={row} />,
    contract_end: (row) => <Due day={row.contract_end} />,
    certificate_end: (row) => <Due day={row.certificate_end} />,
    next_evaluation: (row) => <Due day={row.next_evaluation} within={30} />,
  },
  widths: {
    identifier: 80,
    name: 184,
    criticality: 160,
    last_score: 104,
    trend: 90,
    evaluation_state: 112,
    next_evaluation: 112,
    manager: 130,
    contract_end: 112,
    certificate_end: 116,
    open_gaps: 76,
    open_risks: 80,
  },
})
definePresentation(supplierService, {
  icon: PackageCheck,
  widths: { identifier: 80, name: 230, supplier: 190, function_name: 170, function_critical: 120, ict_type: 210, sensitivity: 100, substitutability: 120 },
})
definePresentation(supplierContract, {
  icon: FileSignature,
  cells: {
    state: (row) => <ContractState row={row} />,
    exit_date: (row) => <Due day={row.exit_date} />,
    end_date: (row) => <Due day={row.end_date} />,
    notice_date: (row) => <Due day={row.notice_date} />,
  },
  widths: { identifier: 96, name: 200, supplier: 190, state: 134 },
})
