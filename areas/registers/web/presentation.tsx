import { lazy } from 'react'
import { exemptionWork } from '#areas/registers/contract/exemption-work.ts'
import { exemption } from '#areas/registers/contract/exemption.ts'
import { gapWork } from '#areas/registers/contract/gap-work.ts'
import { gap } from '#areas/registers/contract/gap.ts'
import { incidentWork } from '#areas/registers/contract/incident-work.ts'
import { incident } from '#areas/registers/contract/incident.ts'
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
definePresentation(exemption, { cells: workCells(exemptionWork), widths: { status: 190 } })
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
