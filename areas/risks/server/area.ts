import { checkFigures } from '#kit/contract/check.ts'
import { readers } from '#kit/contract/right.ts'
import { anyOf, ownedBySelf, throughParent } from '#kit/server/access/row-rule.ts'
import { figureCount } from '#kit/server/data/resources/figures.ts'
import { on, type Area } from '#kit/server/http/area.ts'
import { reminder } from '#kit/server/http/reminder.ts'
import { standstillPoints } from '#areas/people/server/index.ts'
import { measureReset } from '#areas/measures/contract/events.ts'
import { riskStale } from '#areas/risks/contract/events.ts'
import { riskChecks } from '#areas/risks/contract/checks.ts'
import { riskFigures, riskTreatmentFigures } from '#areas/risks/contract/figures.ts'
import { risk } from '#areas/risks/contract/risk.ts'
import { risksRights } from '#areas/risks/contract/rights.ts'
import { en } from '#areas/risks/locales/en.ts'
import { fr } from '#areas/risks/locales/fr.ts'
import { approvalReport } from './approval-report.ts'
import { riskCalls } from './calls.ts'
import { levelsJob, movesLevels, unlinkMeasure } from './recompute-levels.ts'
import { registerReport } from './register-report.ts'
import { riskRegisters, risks as riskResource } from './resources.ts'
import { keepRiskMonths } from './trend.ts'
import { riskSources } from './sources.ts'

export const risks: Area = {
  name: 'risks',
  rights: risksRights,
  tables: ['risk_month'],
  resources: [riskRegisters, riskResource],
  figures: [...Object.values(riskFigures), ...Object.values(riskTreatmentFigures), ...checkFigures(riskChecks)],
  contributions: { nb_risks: (who, today) => figureCount(riskResource, riskFigures.waiting, who, today) },
  calls: riskCalls,
  // What was written before midnight is there by then.
  jobs: [levelsJob, { name: 'risk_months', schedule: '35 1 * * *', run: ({ tx }) => keepRiskMonths(tx) }],
  reports: [approvalReport, registerReport],
  following: [{ entities: movesLevels, job: levelsJob.name }],
  handlers: [on(measureReset, unlinkMeasure)],
  digests: [
    // Each risk is looked at again.
    reminder(riskResource, {
      entity: risk,
      date: 'review_date',
      days: [30, 7, 1, 0],
      tell: anyOf(ownedBySelf, throughParent('risk_register', 'register_id')),
      pageOf: (roles) => (roles.some((role) => readers.includes(role)) ? '/org/risks/all' : '/contributions/risks'),
    }),
  ],
  sources: riskSources,
  extensions: [standstillPoints.with({ entity: 'risk', standstill: 'NOT_REVIEWED', on: (row) => row('review_date') })],
  exposes: { risks: 'risk', risk_registers: 'risk_register' },
  tells: { 'risks.stale': riskStale },
  locales: { en, fr },
}
