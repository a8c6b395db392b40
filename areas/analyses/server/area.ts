import { readers, type Role } from '#kit/contract/right.ts'
import type { Area } from '#kit/server/http/area.ts'
import { workDigest } from '#kit/server/http/work-digest.ts'
import { analysisFigures, analysisStatusFigures, scenarioFigures } from '#areas/analyses/contract/figures.ts'
import { analysesRights } from '#areas/analyses/contract/rights.ts'
import { en } from '#areas/analyses/locales/en.ts'
import { fr } from '#areas/analyses/locales/fr.ts'
import type { OptionType } from '#areas/tenancy/contract/trial.ts'
import { analysisCalls } from './calls.ts'
import { movesScenarios, scenariosJob } from './current.ts'
import { generateJob } from './generate.ts'
import { analysisReport } from './report.ts'
import { analyses as analysisRows, scenarios } from './resources.ts'

const pageOf = (roles: readonly Role[]) => (roles.some((role) => readers.includes(role)) ? '/org/risks/analyses' : '/home')

export const analyses: Area = {
  name: 'analyses',
  addOn: 'RISK_ANALYSIS' satisfies OptionType,
  rights: analysesRights,
  tables: ['risk_analysis_generation'],
  resources: [analysisRows, scenarios],
  figures: [...Object.values(analysisFigures), ...Object.values(analysisStatusFigures), ...Object.values(scenarioFigures)],
  calls: analysisCalls,
  jobs: [generateJob, scenariosJob],
  following: [{ entities: movesScenarios, job: scenariosJob.name }],
  digests: [workDigest(analysisRows, pageOf)],
  reports: [analysisReport],
  exposes: { risk_analyses: 'risk_analysis', risk_scenarios: 'risk_scenario' },
  locales: { en, fr },
}
