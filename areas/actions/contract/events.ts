import { createdEvent, defineEvent, removingEvent } from '#kit/contract/event.ts'
import { remediation } from './remediation.ts'

/** Done, or cancelled because the defect that it was to mend is gone: what it was for is looked at. */
export const actionFinished = defineEvent('remediation.finished')
export const actionStarted = defineEvent('remediation.started')
export const actionReopened = defineEvent('remediation.reopened')
/** Came with a file, and nothing says yet what it is for. */
export const actionImported = defineEvent<{ readonly program: number }>('remediation.imported')
export const actionCreated = createdEvent(remediation)
export const actionRemoving = removingEvent(remediation)
