import { sql } from 'kysely'
import {
  allOf,
  anyOf,
  assignedTo,
  asSql,
  byPilots,
  byRole,
  createdBySelf,
  everyRow,
  withinReach,
  type RowRule,
  type RowRules,
} from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/sql/columns.ts'

const local = anyOf(withinReach(), assignedTo())

/** Of perimeters in reach, and what somebody leads (RSK-12). */
export const analysisRules: RowRules = {
  read: byRole({ global_pilote: everyRow, global_auditor: everyRow, local_pilote: local, local_auditor: withinReach() }),
  create: byPilots,
  update: byRole({ global_pilote: everyRow, local_pilote: local }),
  delete: byRole({ global_pilote: everyRow, local_pilote: allOf(withinReach(), createdBySelf) }),
}

const study = rowRef('in_analysis')
/** A scenario is seen and written with its analysis. */
const withAnalysis =
  (verb: 'read' | 'update'): RowRule =>
  (row, who) => {
    const rule = analysisRules[verb](study, who)
    return typeof rule === 'boolean'
      ? rule
      : sql<boolean>`exists (select 1 from public.risk_analysis in_analysis where in_analysis.customer_id = ${row('customer_id')} and in_analysis.id = ${row('analysis_id')} and ${asSql(rule)})`
  }

export const scenarioRules: RowRules = {
  read: withAnalysis('read'),
  create: withAnalysis('update'),
  update: withAnalysis('update'),
  delete: withAnalysis('update'),
}
