import { Activity } from 'lucide-react'
import { indicator } from '#areas/indicators/contract/indicator.ts'
import type { RowOf } from '#kit/contract/entity.ts'
import { useWords } from '#kit/web/i18n/words.ts'
import { definePresentation } from '#kit/web/resource/presentation.ts'
import { useShown } from './level-value.tsx'

export type Indicator = RowOf<typeof indicator>

/** A figure of an indicator with its unit. */
function Figure({ row: { type, unit }, value }: { readonly row: Indicator; readonly value: number | null }) {
  const shown = useShown(type === 'ACTIVITY' ? unit : '%')
  return value === null ? null : <>{shown(value)}</>
}

function Everywhere() {
  const t = useWords('indicators')
  return <>{t('everywhere')}</>
}

definePresentation(indicator, {
  icon: Activity,
  cells: {
    value: (row) => <Figure row={row} value={row.value} />,
    target_value: (row) => <Figure row={row} value={row.target_value} />,
    // What it is about is somewhere in any case.
    perimeters: ({ is_global, tag }) => (is_global ? <Everywhere /> : (tag?.name ?? undefined)),
  },
  figure: (row) => (
    <b>
      <Figure row={row} value={row.value} />
    </b>
  ),
  widths: { identifier: 84, type: 110, value: 96, target_value: 80, periodicity: 110, perimeters: 220, manager: 150, group: 140 },
})
