import { analyses } from './analyses.ts'
import type { Organisation } from '#demo/content/types.ts'
import { actions } from './actions/actions.ts'
import { assetsOfGroup } from './assets.ts'
import { applications, notApplicable } from './applications.ts'
import { exemptionStories } from '#demo/content/exemptions.ts'
import { drift } from './drift.ts'
import { absences, contacts, jobFunctions } from './functions.ts'
import { gapRegisters } from './gaps.ts'
import { riskRegister } from './risks.ts'
import { runbooks } from './runbooks.ts'
import { incidents } from './incidents.ts'
import { inclusions } from './inclusions.ts'
import { categories, labels } from './catalog.ts'
import { mapping } from './mapping.ts'
import { measures } from './measures/measures.ts'
import { projectDemands, projects } from './projects.ts'
import { suppliers } from './suppliers.ts'
import { talk } from './talk.ts'
import { people, userGroups } from './people.ts'
import { groupings, perimeters } from './perimeters.ts'
import { actionPlans } from './plans.ts'
import { policies } from './policies/policies.ts'
import { properties } from './properties.ts'
import { solutions } from './solutions/solutions.ts'

/** The organisation in which people look around first. */
export const mainOrganisation: Organisation = {
  key: 'main',
  name: 'Tessandre Industries',
  description: {
    en: 'Industrial group that makes pumps, valves and filters: a head office, six plants, three subsidiaries, 2,100 people.',
    fr: 'Groupe industriel fabricant de pompes, vannes et filtres : un siège, six usines, trois filiales, 2 100 personnes.',
  },
  people,
  talk,
  userGroups,
  jobFunctions,
  contacts,
  absences,
  perimeters,
  groupings,
  properties,
  categories,
  labels,
  policies,
  applications,
  notApplicable,
  inclusions,
  exemptions: exemptionStories,
  solutions,
  mapping,
  adoptsModels: {
    day: -20,
    models: [
      ['indicator_model', 'MFA_RATE'],
      ['indicator_model', 'BACKUP_RATE'],
      ['runtask_model', 'RT-05'],
      ['remediation_model', 'AC-10'],
      ['risk_model', 'TR-01'],
      ['risk_model', 'TR-02'],
      ['risk_model', 'TR-03'],
    ],
  },
  measures,
  actionPlans,
  actions,
  gapRegisters,
  riskRegister,
  suppliers,
  assets: assetsOfGroup,
  analyses,
  projects,
  projectDemands,
  runbooks,
  incidents,
  drift,
  story: {
    targetScore: 75,
    scores: [
      { on: { daysAgo: 365 }, score: 48.4 },
      { on: { daysAgo: 330 }, score: 50.0 },
      { on: { daysAgo: 300 }, score: 50.6 },
      { on: { daysAgo: 270 }, score: 51.5 },
      { on: { daysAgo: 240 }, score: 55.7 },
      { on: { daysAgo: 210 }, score: 56.0 },
      { on: { daysAgo: 180 }, score: 56.9 },
      { on: { daysAgo: 150 }, score: 58.4 },
      { on: { daysAgo: 125 }, score: 59.3 },
      { on: { daysAgo: 118 }, score: 56.1 },
      { on: { daysAgo: 90 }, score: 58.2 },
      { on: { daysAgo: 60 }, score: 60.6 },
      { on: { daysAgo: 30 }, score: 61.3 },
      { on: { daysAgo: 0 }, score: 61.3 },
    ],
    weakPerimeter: 'katowice',
    excellentPerimeter: 'gent',
  },
}
