import { changedEvent } from '#kit/contract/event.ts'
import { measure } from './measure.ts'

/** Back to «to be handled»: what was tied to the measure ends. */
export const measureReset = changedEvent(measure, 'reset')
