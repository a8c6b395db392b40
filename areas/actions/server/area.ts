import { checkFigures } from '#kit/contract/check.ts'
import { readers } from '#kit/contract/right.ts'
import { anyOf, assignedTo, throughParent } from '#kit/server/access/row-rule.ts'
import { figureCount } from '#kit/server/data/resources/figures.ts'
import { on, type Area } from '#kit/server/http/area.ts'
import { workDigest } from '#kit/server/http/work-digest.ts'
import { showsEvidence } from '#areas/evidence/server/index.ts'
import { measureReset } from '#areas/measures/contract/events.ts'
import { actionFacts } from '#areas/measures/server/index.ts'
import { factChanges, proofSources } from '#areas/scores/server/index.ts'
import { customerBegins } from '#areas/tenancy/contract/events.ts'
import { actionFinished, actionRemoving, actionReopened, actionStarted } from '#areas/actions/contract/events.ts'
import { actionChecks } from '#areas/actions/contract/checks.ts'
import { actionFigures, statusFigures } from '#areas/actions/contract/figures.ts'
import { actionRights } from '#areas/actions/contract/rights.ts'
import { en } from '#areas/actions/locales/en.ts'
import { fr } from '#areas/actions/locales/fr.ts'
import { actionCalls } from './calls.ts'
import { factsForMeasures, factsForScores, measuresNamed } from './facts.ts'
import { makeDefaultPlan } from './first-plan.ts'
import { onMeasureReset, onRemoving } from './effects.ts'
import { keepMonths } from './months.ts'
import { planReport } from './plan-report.ts'
import { programs, remediations } from './resources.ts'
import { ofTask } from './rules.ts'
import { actionSources } from './sources.ts'

export const actions: Area = {
  name: 'actions',
  rights: actionRights,
  tables: ['remediation_month'],
  resources: [programs, remediations],
  figures: [...Object.values(actionFigures), ...Object.values(statusFigures), ...checkFigures(actionChecks)],
  calls: actionCalls,
  extensions: [
    actionFacts.with(factsForMeasures),
    proofSources.with(factsForScores),
    // The evidence that a finished action shows proves its measures.
    factChanges.with({ remediation: ['controls'], program: [] }),
    showsEvidence.with({
      links: [
        { table: 'remediation__evidences', evidence: 'target_id' },
        { table: 'remediation__task_evidences', evidence: 'target_id' },
      ],
      rows: { table: 'remediation', workedOn: anyOf(assignedTo(), ofTask, throughParent('program')), proves: measuresNamed },
    }),
  ],
  handlers: [on(customerBegins, makeDefaultPlan), on(actionRemoving, onRemoving), on(measureReset, onMeasureReset)],
  digests: [workDigest(remediations, (roles) => (roles.some((role) => readers.includes(role)) ? '/actions/filtered' : '/local_actions'))],
  contributions: {
    nb_actions: (who, today) => figureCount(remediations, actionFigures.mine_open, who, today),
    nb_late_actions: (who, today) => figureCount(remediations, actionFigures.mine_late, who, today),
  },
  // What was written before midnight is there by then.
  jobs: [{ name: 'action_months', schedule: '30 1 * * *', run: ({ tx }) => keepMonths(tx) }],
  reports: [planReport],
  sources: actionSources,
  exposes: { actions: 'remediation', action_plans: 'program' },
  tells: { 'actions.started': actionStarted, 'actions.finished': actionFinished, 'actions.reopened': actionReopened },
  locales: { en, fr },
}
