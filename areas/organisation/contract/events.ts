import { aheadOfRemovalEvent, changedEvent, createdEvent } from '#kit/contract/event.ts'
import { perimeter } from './perimeter.ts'
import { tag } from './tag.ts'

// What stands beside a perimeter in areas above comes, changes and goes with it.
export const perimeterMade = createdEvent(perimeter)
export const perimeterChanged = changedEvent(perimeter)
export const perimeterLeaving = aheadOfRemovalEvent(perimeter)

/** What is asked for a grouping, or told of one, is of the perimeters that it has. */
export const groupingChanged = changedEvent(tag)
