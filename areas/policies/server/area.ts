import { checkFigures } from '#kit/contract/check.ts'
import { controlChecks, policyChecks } from '#areas/policies/contract/checks.ts'
import type { Area } from '#kit/server/http/area.ts'
import { policyRights } from '#areas/policies/contract/rights.ts'
import { en } from '#areas/policies/locales/en.ts'
import { fr } from '#areas/policies/locales/fr.ts'
import { notApplicables, policyApplications } from './applications.ts'
import { policyCalls } from './calls.ts'
import { controlGroups, controls, policies as policy, policyVersions } from './resources.ts'

export const policies: Area = {
  name: 'policies',
  rights: policyRights,
  tables: ['control_lineage', 'control_solution'],
  resources: [policy, policyVersions, controlGroups, controls, policyApplications, notApplicables],
  figures: [controlChecks, policyChecks].flatMap(checkFigures),
  calls: policyCalls,
  locales: { en, fr },
}
