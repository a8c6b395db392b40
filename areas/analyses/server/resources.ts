import { levelRanked, scaleLevels, scaleSides } from '#areas/scales/server/index.ts'
import { sql } from 'kysely'
import type { RowRef } from '#kit/server/access/row-rule.ts'
import { localizedText, rowRef } from '#kit/server/data/sql/columns.ts'
import { defineResource } from '#kit/server/data/resources/resource.ts'
import { defineWorkResource } from '#kit/server/data/work/work-resource.ts'
import { analysisFigures } from '#areas/analyses/contract/figures.ts'
import { riskAnalysisWork } from '#areas/analyses/contract/risk-analysis-work.ts'
import { riskScenario } from '#areas/analyses/contract/risk-scenario.ts'
import { analysisTurn, guardAnalysis, guardScenarios } from './guard.ts'
import { publishValidated } from './publish.ts'
import { analysisRules, scenarioRules } from './rules.ts'

/** A scenario is read with its analysis: whoever finds the one finds the other. */
const ofAnalysis = (row: RowRef, which: ReturnType<typeof sql>) =>
  sql`(select count(*)::int from risk_scenario held where held.customer_id = ${row('customer_id')} and held.analysis_id = ${row('id')}${which})`

export const analyses = defineWorkResource({
  work: riskAnalysisWork,
  rules: analysisRules,
  derived: {
    sides: (row) => scaleSides(row('customer_id'), row('scale_id')),
    scenarios: (row) => ofAnalysis(row, sql``),
    retained: (row) => ofAnalysis(row, sql` and held.retained`),
    published: (row) => ofAnalysis(row, sql` and held.risk_id is not null`),
  },
  beforeWrite: guardAnalysis,
  afterWrite: publishValidated,
  turn: (verb, changes) => (verb === 'delete' || changes.status !== undefined || changes.scale !== undefined ? analysisTurn : null),
  open: analysisFigures.open,
})

/** A level in words and colour, for people. */
const shown = (row: RowRef, level: string) =>
  sql`(select ${levelRanked(rowRef('l'))} from risk_analysis study
    join lateral ${scaleLevels(sql`study.customer_id`, sql`study.scale_id`)} l on l.value = ${row(level)}
    where study.customer_id = ${row('customer_id')} and study.id = ${row('analysis_id')})`

export const scenarios = defineResource({
  def: riskScenario,
  rules: scenarioRules,
  derived: {
    label: (row, lang) => sql`(select concat_ws(' – ', ${localizedText(rowRef('th'), 'name', lang)}, ${localizedText(rowRef('sa'), 'name', lang)})
      from threat th, supporting_asset sa where th.customer_id = ${row('customer_id')} and th.id = ${row('threat_id')}
        and sa.customer_id = ${row('customer_id')} and sa.id = ${row('supporting_asset_id')})`,
    levels: (row) => sql`jsonb_build_object('now', ${shown(row, 'level')}, 'current', ${shown(row, 'current_level')}, 'target', ${shown(row, 'target_level')},
      'sides', ${scaleSides(row('customer_id'), sql`(select study.scale_id from risk_analysis study where study.customer_id = ${row('customer_id')} and study.id = ${row('analysis_id')})`)})`,
  },
  beforeWrites: guardScenarios,
  // Whose it is decides nothing together with others.
  turn: (verb, changes) => (verb !== 'update' || Object.keys(changes).some((name) => name !== 'manager') ? analysisTurn : null),
  importing: { needs: ['analysis', 'supporting_asset', 'threat'], sameBy: ['analysis', 'supporting_asset', 'threat'] },
})
