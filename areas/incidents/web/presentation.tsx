import { incidentWork } from '#areas/incidents/contract/incident-work.ts'
import { incident } from '#areas/incidents/contract/incident.ts'
import { definePresentation } from '#kit/web/resource/presentation.ts'
import { workCells } from '#kit/web/work/responsible.tsx'
import { transitionsOf } from '#kit/web/work/transition.ts'
import { lazy } from '#kit/web/ui/lazy.tsx'

definePresentation(incident, {
  cells: workCells(incidentWork),
  sign: 'severity',
  widths: { status: 172 },
})

/** Why it is closed, of which one it is a duplicate and what was learnt are asked in one place. */
export const incidentTransitions = transitionsOf(incidentWork, {
  pieces: { close_reason: lazy(async () => ({ default: (await import('./incident-closing.tsx')).IncidentClosing })) },
  fields: { duplicate_of: 'close_reason', lessons_learned: 'close_reason' },
})
