import { ShieldCheck } from 'lucide-react'
import { measure, type KeptDifferences } from '#areas/measures/contract/measure.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import { translate, useWords } from '#kit/web/i18n/words.ts'
import { definePresentation } from '#kit/web/resource/presentation.ts'
import { badgeWidth, tagWidth } from '#kit/web/table/text-width.ts'
import { Row } from '#kit/web/ui/layout.tsx'
import { ScoreBar } from '#kit/web/ui/marks.tsx'
import { StatusBadge, Tag } from '#kit/web/ui/status-badge.tsx'
import { looks } from '#kit/web/ui/status-looks.ts'
import type { StatusLook } from '#kit/web/ui/status-looks.ts'
import { Text } from '#kit/web/ui/text.tsx'
import css from './measures.module.css'

export type Measure = RowOf<typeof measure>

const lookOfMeasure = ({ status, decision }: Measure): StatusLook =>
  status === 'IMPLEMENTED' ? looks.done : status === 'TO_IMPLEMENT' ? looks.waiting : decision === 'DISCARDED' ? looks.off : looks.planned

/** What a perimeter decided, and whose measure serves it where it has none of its own (MEA-07). */
export function MeasureStatus({
  row,
  whole = false,
  brief = false,
}: {
  readonly row: Measure
  /** With room for the whole name. */ readonly whole?: boolean
  /** «By …» where the column says what it is about. */ readonly brief?: boolean
}) {
  const t = useWords('measures')
  if (row.implemented_by) {
    return (
      <StatusBadge {...looks.done}>
        <span className={whole ? undefined : css.by} title={brief ? t('status.implemented_by', { perimeter: row.implemented_by.name }) : undefined}>
          {t(brief ? 'status.by' : 'status.implemented_by', { perimeter: row.implemented_by.name })}
        </span>
      </StatusBadge>
    )
  }
  const word = row.decision ? t(`entities.measure.choices.decision.${row.decision}`) : t(`entities.measure.choices.status.${row.status ?? 'TO_IMPLEMENT'}`)
  return <StatusBadge {...lookOfMeasure(row)}>{word}</StatusBadge>
}

function Beneficiaries({ row }: { readonly row: Measure }) {
  const t = useWords('measures')
  const kit = useWords('kit')
  const all = row.beneficiaries ?? []
  const offered = all.filter((one) => !one.accepted).length
  if (all.length === 0) return null
  return (
    <Row as="span" align="center" gap={4} className={css.tags} title={all.map(({ name }) => name).join(', ')}>
      <Tag>{all[0]?.name}</Tag>
      {all.length > 1 ? <Tag>{kit('more', { count: all.length - 1 })}</Tag> : null}
      {offered > 0 ? (
        <Text as="em" tone="warn" size={12} upright>
          {t('status.offered')}
        </Text>
      ) : null}
    </Row>
  )
}

/** Pixels of what is drawn of them: the first and how many more there are. */
const beneficiariesTake = ({ beneficiaries }: Measure) => {
  const [first, ...others] = beneficiaries ?? []
  return first ? tagWidth(first.name) + (others.length > 0 ? 4 + tagWidth(translate('kit.more', { count: others.length })) : 0) : 0
}

definePresentation(measure, {
  icon: ShieldCheck,
  cells: {
    operator: ({ operator }) => operator?.name,
    situation: (row) => <MeasureStatus row={row} brief />,
    efficiency: (row) => (row.status === 'IMPLEMENTED' ? <ScoreBar value={row.efficiency ?? 0} target={null} /> : null),
    beneficiaries: (row) => <Beneficiaries row={row} />,
  },
  takes: {
    efficiency: () => (row) => (row.status === 'IMPLEMENTED' ? 100 : 0),
    beneficiaries: () => beneficiariesTake,
    situation: (context) => (row) =>
      badgeWidth(
        row.implemented_by
          ? translate('measures.status.by', { perimeter: row.implemented_by.name })
          : row.situation === null
            ? ''
            : context.words.choice('situation', row.situation),
      ),
  },
  along: { base_efficiency: ['efficiency_reason'] },
  says: {
    // The fields in which the perimeter kept its own.
    kept_differences:
      ({ words }) =>
      (value) =>
        Object.keys((value ?? {}) as KeptDifferences)
          .map((name) => words.field(name))
          .join(', '),
  },
  tones: { decision: { PLANNED: looks.planned, DISCARDED: looks.off } },
  widths: {
    identifier: 92,
    name: 210,
    situation: 204,
    perimeter: 140,
    manager: 130,
    category: 120,
    efficiency: 110,
    beneficiaries: 130,
    requirements: 90,
    yearly_cost: 90,
  },
})
