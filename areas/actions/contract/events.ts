import { defineEvent, removingEvent } from '#kit/contract/event.ts'
import { remediation } from './remediation.ts'

export const actionFinished = defineEvent('remediation.finished')
export const actionRemoving = removingEvent(remediation)
