import { changedEvent } from '#kit/contract/event.ts'
import { member } from './member.ts'

/** Somebody may be gone by it. */
export const memberChanged = changedEvent(member)
