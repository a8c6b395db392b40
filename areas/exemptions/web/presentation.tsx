import { exemptionWork } from '#areas/exemptions/contract/exemption-work.ts'
import { exemption } from '#areas/exemptions/contract/exemption.ts'
import { looks } from '#kit/contract/status-looks.ts'
import { definePresentation } from '#kit/web/resource/presentation.ts'
import { workCells } from '#kit/web/work/responsible.tsx'
import { transitionsOf } from '#kit/web/work/transition.ts'

// An exemption is a deviation: granted it is in force, closed it is over; that it ran out is why it needs a look.
definePresentation(exemption, {
  cells: workCells(exemptionWork),
  tones: {
    status: { REQUESTED: looks.awaited, GRANTED: looks.inForce, REJECTED: looks.failed, CLOSED: looks.over },
    close_reason: { EXPIRED: looks.off, REMEDIED: looks.done, WITHDRAWN: looks.off, REPLACED: looks.over },
  },
  widths: { status: 190 },
})
export const exemptionTransitions = transitionsOf(exemptionWork)
