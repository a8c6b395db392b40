import { sql } from 'kysely'
import { checkFigures } from '#kit/contract/check.ts'
import { knownNodes } from '#areas/catalog/server/index.ts'
import { appliedPlaces } from '#areas/organisation/server/index.ts'
import { standstillPoints } from '#areas/people/server/index.ts'
import { nodePlaces } from '#areas/questionnaires/server/index.ts'
import { controlChecks, policyChecks } from '#areas/policies/contract/checks.ts'
import type { Area } from '#kit/server/http/area.ts'
import { policyRights } from '#areas/policies/contract/rights.ts'
import { en } from '#areas/policies/locales/en.ts'
import { fr } from '#areas/policies/locales/fr.ts'
import { notApplicables, policyApplications } from './applications.ts'
import { policyCalls } from './calls.ts'
import { knownNode, nodePlace } from './node-place.ts'
import { controlGroups, controls, policies as policy, policyVersions } from './resources.ts'
import { sharedStates } from './shared/states.ts'
import { quotaCounts } from '#areas/tenancy/server/index.ts'
import { policyQuota } from './quota.ts'
import { policyPart } from './part.ts'

export const policies: Area = {
  name: 'policies',
  rights: policyRights,
  tables: ['control_lineage', 'control_solution'],
  resources: [policy, policyVersions, controlGroups, controls, policyApplications, notApplicables],
  figures: [controlChecks, policyChecks].flatMap(checkFigures),
  extensions: [
    standstillPoints.with({ entity: 'policy', standstill: 'NOT_RENEWED' }),
    quotaCounts.with(policyQuota),
    nodePlaces.with(nodePlace),
    appliedPlaces.with(sql`select a.perimeter_id from policy_application a where a.customer_id = current_customer()`),
    knownNodes.with(knownNode),
  ],
  calls: policyCalls,
  states: sharedStates,
  exposes: { policies: 'policy', policy_applications: 'policy_application', requirements: 'control' },
  parts: [policyPart],
  locales: { en, fr },
}
