import { changedEvent } from '#kit/contract/event.ts'
import { evaluation } from '#areas/campaigns/contract/evaluation.ts'

/** The answers of a perimeter may hold by now: whoever it is of was evaluated. */
export const evaluationChanged = changedEvent(evaluation)
