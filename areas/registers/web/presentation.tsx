import { lazy } from 'react'
import { exemptionWork } from '#areas/registers/contract/exemption-work.ts'
import { exemption } from '#areas/registers/contract/exemption.ts'
import { gapWork } from '#areas/registers/contract/gap-work.ts'
import { gap } from '#areas/registers/contract/gap.ts'
import { incidentWork } from '#areas/registers/contract/incident-work.ts'
import { incident } from '#areas/registers/contract/incident.ts'
import { looks } from '#kit/contract/status-looks.ts'
import { definePresentation } from '#kit/web/resource/presentation.ts'
import { workCells } from '#kit/web/work/responsible.tsx'
import { transitionsOf } from '#kit/web/work/transition.ts'
import { Severity } from './severity.tsx'

const severity = ({ severity: value }: { readonly severity: number | null }) => <Severity value={value} bare />
definePresentation(incident, {
  cells: { ...workCells(incidentWork), severity: (row) => <Severity value={row.severity} /> },
  sign: severity,
  widths: { status: 172 },
})
// An exemption is a deviation: granted it is in force, closed it is over; that it ran out is why it needs a look.
definePresentation(exemption, {
  cells: workCells(exemptionWork),
  tones: {
    status: { REQUESTED: looks.paused, GRANTED: looks.inForce, REJECTED: looks.failed, CLOSED: looks.over },
    close_reason: { EXPIRED: looks.failed, REMEDIED: looks.done, WITHDRAWN: looks.off, REPLACED: looks.over },
  },
  widths: { status: 190 },
})
definePresentation(gap, { cells: workCells(gapWork), sign: severity, widths: { nature: 156 } })

/** Why it is closed, of which one it is a duplicate and what was learnt are asked in one place. */
export const incidentTransitions = transitionsOf(incidentWork, {
  pieces: { close_reason: lazy(async () => ({ default: (await import('./incident-closing.tsx')).IncidentClosing })) },
  fields: { duplicate_of: 'close_reason', lessons_learned: 'close_reason' },
})
export const exemptionTransitions = transitionsOf(exemptionWork)
/** How a gap is closed is asked in one place: what it takes depends on how. */
export const gapTransitions = transitionsOf(gapWork, {
  pieces: { resolution_status: lazy(async () => ({ default: (await import('./closing-piece.tsx')).ClosingPiece })) },
  fields: { status_reason: 'resolution_status', review_date: 'resolution_status' },
})
