import { gapWork } from '#areas/gaps/contract/gap-work.ts'
import { gap } from '#areas/gaps/contract/gap.ts'
import { definePresentation } from '#kit/web/resource/presentation.ts'
import { workCells } from '#kit/web/work/responsible.tsx'
import { transitionsOf } from '#kit/web/work/transition.ts'
import { lazy } from '#kit/web/ui/lazy.tsx'

definePresentation(gap, { cells: workCells(gapWork), sign: 'severity', widths: { nature: 156 } })
/** How a gap is closed is asked in one place: what it takes depends on how. */
export const gapTransitions = transitionsOf(gapWork, {
  pieces: { resolution_status: lazy(async () => ({ default: (await import('./closing-piece.tsx')).ClosingPiece })) },
  fields: { status_reason: 'resolution_status', review_date: 'resolution_status' },
})
