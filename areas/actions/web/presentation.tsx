import { ListChecks, ListTodo, Lock } from 'lucide-react'
import type { RemediationStatus } from '#areas/actions/contract/lifecycle.ts'
import { actionFigures } from '#areas/actions/contract/figures.ts'
import { program } from '#areas/actions/contract/program.ts'
import { remediation } from '#areas/actions/contract/remediation.ts'
import { isOpen, remediationWork } from '#areas/actions/contract/remediation-work.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import { filtersOf, rowsAt } from '#kit/web/figure-link.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { path } from '#kit/web/route.ts'
import { definePresentation } from '#kit/web/resource/presentation.ts'
import { tagWidth, textWidth } from '#kit/web/table/text-width.ts'
import { CountLink } from '#kit/web/ui/count-link.tsx'
import { Row } from '#kit/web/ui/layout.tsx'
import { Tag } from '#kit/web/ui/status-badge.tsx'
import { WorkDue, workCells } from '#kit/web/work/responsible.tsx'
import css from './actions.module.css'

export type Action = RowOf<typeof remediation>
export type Plan = RowOf<typeof program>

export const isOpenAction = (row: Action) => isOpen(row.status)

/** The target date, with a lock when only pilots may move it. */
export function TargetDate({ row }: { readonly row: Action }) {
  const t = useWords('actions')
  return (
    <WorkDue work={remediationWork} row={row}>
      {row.date_locked ? <Lock size={11} aria-label={t('entities.remediation.fields.date_locked')} /> : null}
    </WorkDue>
  )
}

const tagsShown = 2

function ActionName({ row }: { readonly row: Action }) {
  const kit = useWords('kit')
  const labels = row.labels ?? []
  return (
    <Row as="span" align="center" gap={6} narrows wrap overflow="clipped" rowGap={20} className={css.name}>
      <span title={row.name ?? ''}>{row.name}</span>
      {labels.slice(0, tagsShown).map((label) => (
        <Tag key={label.id} color={label.color}>
          {label.name}
        </Tag>
      ))}
      {labels.length > tagsShown ? <Tag>{kit('more', { count: labels.length - tagsShown })}</Tag> : null}
    </Row>
  )
}

/** Pixels of a day, and of the lock beside it. */
const dueTakes = ({ date_locked }: Action) => (date_locked ? 92 : 75)

/** Pixels of a name with its labels. */
const nameTakes = (row: Action) => {
  const labels = row.labels ?? []
  const tags = labels.slice(0, tagsShown).map(({ name, color }) => tagWidth(name, color))
  return [...tags, ...(labels.length > tagsShown ? [tagWidth('+9')] : [])].reduce((sum, tag) => sum + tag + 6, textWidth(row.name ?? '', 13.3))
}

definePresentation(remediation, {
  icon: ListTodo,
  cells: {
    ...workCells(remediationWork),
    name: (row) => <ActionName row={row} />,
    target_date: (row) => <TargetDate row={row} />,
  },
  takes: {
    name: () => nameTakes,
    target_date: () => dueTakes,
  },
  // A date that moves says why, a status may ask for a reason or what becomes of a defect.
  along: {
    target_date: ['postponement_reason'],
    status: ['status_reason', 'defect'],
    type: ['measure', 'impact'],
  },
  widths: { identifier: 92, status: 104, priority: 92, perimeter: 140, manager: 140, target_date: 122, cost: 96 },
})

/** How many actions of a plan there are, or are late, leading to them. */
function PlanCount({ row, of }: { readonly row: Plan; readonly of: 'all' | 'late' }) {
  const t = useWords('actions')
  const late = of === 'late'
  const count = (late ? row.late : row.actions) ?? 0
  const to = rowsAt(path('/actions/$id', { id: row.id }), filtersOf(actionFigures[of]))
  return (
    <span className={count === 0 ? css.none : late ? css.late : undefined}>
      <CountLink count={count} to={to} label={`${row.name ?? ''}, ${t(late ? 'stats.late' : 'stats.total')}`} />
    </span>
  )
}

/** The statuses of a plan's actions as one thin bar, each said in words. */
export function StatusBar({ counts }: { readonly counts: Readonly<Record<string, number>> | null }) {
  const t = useWords('actions')
  const kit = useWords('kit')
  const entries = Object.entries(counts ?? {}).filter(([, count]) => count > 0)
  const label = entries
    .map(([status, count]) => kit('labelled', { label: t(`entities.remediation.choices.status.${status as RemediationStatus}`), value: String(count) }))
    .join(', ')
  return (
    <Row as="span" full overflow="clipped" fill="active" className={css.bar} title={label} role="img" aria-label={label}>
      {entries.map(([status, count]) => (
        <i key={status} data-status={status} style={{ flexGrow: count }} />
      ))}
    </Row>
  )
}

definePresentation(program, {
  icon: ListChecks,
  cells: {
    actions: (row) => <PlanCount row={row} of="all" />,
    late: (row) => <PlanCount row={row} of="late" />,
    counts: (row) => <StatusBar counts={row.counts} />,
  },
  widths: { identifier: 92, perimeters: 180, assigned: 150, actions: 80, late: 80, counts: 140 },
})
