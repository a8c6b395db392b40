import { on, type Area } from '#kit/server/http/area.ts'
import { deductedPoints } from '#areas/measures/server/index.ts'
import { notApplicableChanged, notApplicableCreated, notApplicableRemoved } from '#areas/policies/contract/events.ts'
import { scoreRights } from '#areas/scores/contract/rights.ts'
import { en } from '#areas/scores/locales/en.ts'
import { fr } from '#areas/scores/locales/fr.ts'
import { scoreCalls } from './calls.ts'
import { openPoints } from './facts/deductions.ts'
import { endNotApplicable, followNotApplicable } from './facts/exclusions.ts'
import { scoreReport } from './places/score-report.ts'
import { scoreReads } from './lent.ts'
import { scoreSources } from './sources.ts'
import { publishToday } from './snapshot/snapshot.ts'

export const scores: Area = {
  name: 'scores',
  rights: scoreRights,
  tables: ['measure_control', 'measure_deduction', 'requirement_exclusion', 'score_snapshot'],
  resources: [],
  extensions: [deductedPoints.with(openPoints)],
  calls: scoreCalls,
  handlers: [on(notApplicableCreated, followNotApplicable), on(notApplicableChanged, followNotApplicable), on(notApplicableRemoved, endNotApplicable)],
  jobs: [{ name: 'score_snapshot', schedule: '55 23 * * *', run: ({ tx }) => publishToday(tx) }],
  reports: [scoreReport],
  lends: { scores: scoreReads },
  sources: scoreSources,
  locales: { en, fr },
}
