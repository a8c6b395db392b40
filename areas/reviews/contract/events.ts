import { removingEvent } from '#kit/contract/event.ts'
import { measure } from '#areas/measures/contract/measure.ts'

/** A measure may go although reviews are about it: they do not keep it. */
export const measureRemoving = removingEvent(measure)
