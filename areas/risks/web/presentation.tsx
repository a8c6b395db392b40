import { TriangleAlert } from 'lucide-react'
import { riskRegister } from '#areas/risks/contract/risk-register.ts'
import { riskWork } from '#areas/risks/contract/risk-work.ts'
import { risk } from '#areas/risks/contract/risk.ts'
import { definePresentation } from '#kit/web/resource/presentation.ts'
import { looks } from '#kit/web/ui/status-looks.ts'
import { workCells } from '#kit/web/work/responsible.tsx'
import { transitionsOf } from '#kit/web/work/transition.ts'
import { ApprovalBadge } from './approval-badge.tsx'
import { LevelChip, PlaceName } from './level-chip.tsx'
import type { Risk } from './risk-api.ts'

const chip = (kind: 'init' | 'current' | 'target') => (row: Risk) => (
  <LevelChip level={row.levels?.[kind]} impact={row[`${kind}_impact`]} probability={row[`${kind}_probability`]} />
)

/** Each place by its word. */
const places = Object.fromEntries(
  (['init', 'min', 'current', 'target', 'manual'] as const).flatMap((kind) => [
    [`${kind}_impact`, (row: Risk) => <PlaceName places={row.levels?.sides.impacts} value={row[`${kind}_impact`]} />],
    [`${kind}_probability`, (row: Risk) => <PlaceName places={row.levels?.sides.probabilities} value={row[`${kind}_probability`]} />],
  ]),
)

export const riskTones = {
  status: { NOT_REQUESTED: looks.waiting, TO_BE_APPROVED: looks.awaited, APPROVED: looks.done, REJECTED: looks.failed },
  treatment: { OPEN: looks.waiting, ACCEPTED: looks.inForce, TRANSFERRED: looks.inForce, CLOSED: looks.over },
} as const

definePresentation(riskRegister, { icon: TriangleAlert })
definePresentation(risk, {
  icon: TriangleAlert,
  cells: {
    ...workCells(riskWork),
    ...places,
    status: (row: Risk) => <ApprovalBadge row={row} />,
    init_level: chip('init'),
    current_level: chip('current'),
    target_level: chip('target'),
    levels: (row) => (
      <>
        {chip('init')(row)} {chip('current')(row)} {chip('target')(row)}
      </>
    ),
  },
  align: { init_level: 'start', current_level: 'start', target_level: 'start' },
  tones: riskTones,
  widths: { init_level: 140, current_level: 140, target_level: 140, status: 214 },
  sign: chip('current'),
})

export const riskTransitions = transitionsOf(riskWork)
