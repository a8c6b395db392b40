import { aheadOfRemovalEvent, removingEvent } from '#kit/contract/event.ts'
import { authConfig } from '#areas/access/contract/auth-config.ts'
import { program } from '#areas/actions/contract/program.ts'
import { measure } from '#areas/measures/contract/measure.ts'
import { perimeter } from '#areas/organisation/contract/perimeter.ts'
import { policy } from '#areas/policies/contract/policy.ts'
import { exemption } from '#areas/registers/contract/exemption.ts'
import { gap } from '#areas/registers/contract/gap.ts'
import { incident } from '#areas/registers/contract/incident.ts'

// What reviews are about may go: they do not keep it. A review is locked before all of it but a plan.
export const measureLeaving = aheadOfRemovalEvent(measure)
export const incidentLeaving = aheadOfRemovalEvent(incident)
export const gapLeaving = aheadOfRemovalEvent(gap)
export const exemptionLeaving = aheadOfRemovalEvent(exemption)
export const policyLeaving = aheadOfRemovalEvent(policy)
export const authConfigLeaving = aheadOfRemovalEvent(authConfig)
export const perimeterLeaving = aheadOfRemovalEvent(perimeter)
export const programRemoving = removingEvent(program)
