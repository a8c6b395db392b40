import { occurrence } from '#areas/runbooks/contract/occurrence.ts'
import { occurrenceWork } from '#areas/runbooks/contract/occurrence-work.ts'
import { definePresentation } from '#kit/web/resource/presentation.ts'
import { looks, type StatusLook } from '#kit/web/ui/status-looks.ts'
import { workCells } from '#kit/web/work/responsible.tsx'
import { transitionsOf } from '#kit/web/work/transition.ts'

/** How each status looks, in lists, on the calendar and on cards. */
export const statusLooks = {
  TO_DO: looks.waiting,
  PENDING_APPROVAL: looks.paused,
  REJECTED: looks.alert,
  DONE: looks.done,
  DONE_OK: looks.done,
  DONE_KO: looks.failed,
  NOT_DONE: { tone: 'bad', glyph: 'circle' },
  NA: looks.off,
} as const satisfies Record<string, StatusLook>

definePresentation(occurrence, { cells: workCells(occurrenceWork), tones: { status: statusLooks }, widths: { status: 172 } })

export const occurrenceTransitions = transitionsOf(occurrenceWork)
