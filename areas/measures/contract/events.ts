import { changedEvent, defineEvent } from '#kit/contract/event.ts'
import { measure } from './measure.ts'

/** Back to «to be handled»: what was tied to the measure ends. */
export const measureReset = changedEvent(measure, 'reset')

/** About to be reset: what comes before it in the order of locks and is changed with it is held first (docs/decisions/0017). */
export const measureResetting = defineEvent('measure.resetting')
