import { sql } from 'kysely'
import { asSql, type Reader, type RowRef, type RowRule } from '#kit/server/access/row-rule.ts'
import { rowRef } from '#kit/server/data/columns.ts'
import { defineRegister } from '#kit/server/data/register.ts'
import { defineResource, type Derived } from '#kit/server/data/resource.ts'
import { defineWorkResource } from '#kit/server/data/work-resource.ts'
import { isLateRow } from '#kit/server/data/work-sql.ts'
import { exemptionRegister } from '#areas/registers/contract/exemption-register.ts'
import { exemptionWork } from '#areas/registers/contract/exemption-work.ts'
import { exemptionFigures, gapFigures, incidentFigures } from '#areas/registers/contract/figures.ts'
import { gapGroup } from '#areas/registers/contract/gap-group.ts'
import { gapRegister } from '#areas/registers/contract/gap-register.ts'
import { gapWork } from '#areas/registers/contract/gap-work.ts'
import { incidentWork } from '#areas/registers/contract/incident-work.ts'
import { clockLate, exemptionRowChecks, gapRowChecks, incidentRowChecks } from './checks.ts'
import { exemptionCounts, gapCounts, incidentCounts } from './counted.ts'
import { afterExemption, answerRequest } from './exemption-decision.ts'
import { guardExemption, keepRegister, waitsFor } from './exemption-guard.ts'
import { exemptionInForce, gapOpen } from './facts.ts'
import { guardGapGroup, guardGapRegister, guardGaps } from './gap-guard.ts'
import { enterChanges, guardIncident } from './incident-guard.ts'
import { settleReports } from './report-gap.ts'
import { exemptionRegisterRules, exemptionRules, gapGroupRules, gapRegisterRules, gapRules, incidentRules } from './rules.ts'

const held = rowRef('held')

/** Over what a register holds, as far as the reader finds it there. */
const inside =
  (entity: string, rule: RowRule, by = 'register_id') =>
  (row: RowRef, who: Reader | undefined, what: ReturnType<typeof sql>): ReturnType<typeof sql> => {
    const readable = who ? rule(held, who) : true
    return sql`(select ${what} from ${sql.table(entity)} held where held.customer_id = ${row('customer_id')} and held.${sql.raw(by)} = ${row('id')}${readable === true ? sql`` : sql` and coalesce(${asSql(readable)}, false)`})`
  }
const ofExemptions = inside('exemption', exemptionRules.read)
const ofGaps = inside('gap', gapRules.read)
const ofChapter = inside('gap', gapRules.read, 'chapter_id')
const isOpenGap = gapOpen(held)

export const incidents = defineWorkResource({
  work: incidentWork,
  rules: incidentRules,
  checks: incidentRowChecks,
  counted: incidentCounts,
  // The law's time is a date, too: whoever has not told an authority is late, whatever was planned, and closing it does not tell anybody.
  derived: { late: (row) => sql`(${isLateRow(incidentWork, row)} or coalesce(${clockLate(row)}, false))` },
  oneOf: [['perimeter', 'tag']],
  beforeWrite: guardIncident,
  afterWrite: enterChanges,
  open: incidentFigures.open,
})

export const exemptionRegisters = defineRegister({
  def: exemptionRegister,
  rules: exemptionRegisterRules,
  derived: {
    exemptions: (row, _, who) => ofExemptions(row, who, sql`count(*)`),
    requested: (row, _, who) => ofExemptions(row, who, sql`count(*) filter (where held.status = 'REQUESTED')`),
    in_force: (row, _, who) => ofExemptions(row, who, sql`count(*) filter (where ${exemptionInForce(held)})`),
  } satisfies Readonly<Record<string, Derived>>,
  beforeWrite: keepRegister,
  countsHidden: true,
  refusals: { access: 'registers.errors.no_register_access' },
})

export const exemptions = defineWorkResource({
  work: exemptionWork,
  rules: exemptionRules,
  checks: exemptionRowChecks,
  counted: exemptionCounts,
  derived: { in_force: (row) => exemptionInForce(row), decide_right: (row, _, who) => waitsFor(row, who) },
  oneOf: [['perimeters', 'tag']],
  beforeWrite: guardExemption,
  allowed: answerRequest,
  afterWrite: afterExemption,
  open: exemptionFigures.open,
})

export const gapRegisters = defineRegister({
  def: gapRegister,
  rules: gapRegisterRules,
  derived: {
    gaps: (row, _, who) => ofGaps(row, who, sql`count(*)`),
    open: (row, _, who) => ofGaps(row, who, sql`count(*) filter (where ${isOpenGap})`),
    late: (row, _, who) => ofGaps(row, who, sql`count(*) filter (where ${isLateRow(gapWork, held)})`),
    progress: (row, _, who) => ofGaps(row, who, sql`round(100.0 * count(*) filter (where not ${isOpenGap}) / nullif(count(*), 0))::int`),
  } satisfies Readonly<Record<string, Derived>>,
  beforeWrite: guardGapRegister,
  countsHidden: true,
  refusals: { access: 'registers.errors.no_register_access' },
})

export const gapGroups = defineResource({
  def: gapGroup,
  rules: gapGroupRules,
  derived: {
    gaps: (row, _, who) => ofChapter(row, who, sql`count(*)`),
    open: (row, _, who) => ofChapter(row, who, sql`count(*) filter (where ${isOpenGap})`),
  } satisfies Readonly<Record<string, Derived>>,
  beforeWrite: guardGapGroup,
})

export const gaps = defineWorkResource({
  work: gapWork,
  rules: gapRules,
  checks: gapRowChecks,
  counted: gapCounts,
  oneOf: [['perimeter', 'tag']],
  beforeWrites: guardGaps,
  afterWrites: settleReports,
  open: gapFigures.open,
  importing: { needs: ['register'] },
})
