import { aheadOfRemovalEvent, removingEvent } from '#kit/contract/event.ts'
import { authConfig } from '#areas/access/contract/auth-config.ts'
import { program } from '#areas/actions/contract/program.ts'
import { measure } from '#areas/measures/contract/measure.ts'
import { policy } from '#areas/policies/contract/policy.ts'
import { exemption } from '#areas/exemptions/contract/exemption.ts'
import { ispProject } from '#areas/projects/contract/isp-project.ts'
import { gap } from '#areas/gaps/contract/gap.ts'
import { incident } from '#areas/incidents/contract/incident.ts'
import { risk } from '#areas/risks/contract/risk.ts'

// What reviews are about may go: they do not keep it. A review is locked before all of it but a plan.
export const measureLeaving = aheadOfRemovalEvent(measure)
export const incidentLeaving = aheadOfRemovalEvent(incident)
export const gapLeaving = aheadOfRemovalEvent(gap)
export const exemptionLeaving = aheadOfRemovalEvent(exemption)
export const projectLeaving = aheadOfRemovalEvent(ispProject)
export const policyLeaving = aheadOfRemovalEvent(policy)
export const authConfigLeaving = aheadOfRemovalEvent(authConfig)
export const riskLeaving = aheadOfRemovalEvent(risk)
export const programRemoving = removingEvent(program)
