import { removingEvent } from '#kit/contract/event.ts'
import { measure } from '#areas/measures/contract/measure.ts'
import { exemption } from '#areas/registers/contract/exemption.ts'
import { gap } from '#areas/registers/contract/gap.ts'
import { incident } from '#areas/registers/contract/incident.ts'

/** What reviews are about may go: they do not keep it. */
export const measureRemoving = removingEvent(measure)
export const incidentRemoving = removingEvent(incident)
export const gapRemoving = removingEvent(gap)
export const exemptionRemoving = removingEvent(exemption)
