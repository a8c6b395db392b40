import { changedEvent, createdEvent, defineEvent, removedEvent, removingEvent } from '#kit/contract/event.ts'
import { policy } from './policy.ts'
import { controlNotApplicable, policyApplication } from './policy-application.ts'

/** Another version is in force; perimeters follow the one that they adopted until they adopt this one. */
export const policyPublished = changedEvent(policy, 'publish')

/** Requirements gained or lost measure models that answer them. */
export const solutionsLinked = defineEvent<{ readonly lineage_ids: readonly number[] }>('control_solution.changed')

/** A mapping has brought links that somebody is to confirm; of a policy. */
export const linksToConfirm = defineEvent<{ readonly count: number }>('control_solution.to_confirm')

export const applicationCreated = createdEvent(policyApplication)
export const applicationChanged = changedEvent(policyApplication)
export const applicationRemoved = removedEvent(policyApplication)

export const notApplicableCreated = createdEvent(controlNotApplicable)
export const notApplicableChanged = changedEvent(controlNotApplicable)
export const notApplicableRemoved = removedEvent(controlNotApplicable)

/** Whoever asks what it says keeps it (POL-09). */
export const policyRemoving = removingEvent(policy)
