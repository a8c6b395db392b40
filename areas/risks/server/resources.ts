import { sql } from 'kysely'
import { defineRegister } from '#kit/server/data/resources/register.ts'
import { found, held } from '#kit/server/data/resources/inside-register.ts'
import { eachOf, type Together } from '#kit/server/data/resources/resource.ts'
import { defineWorkResource } from '#kit/server/data/work/work-resource.ts'
import { riskFigures } from '#areas/risks/contract/figures.ts'
import { riskRegister } from '#areas/risks/contract/risk-register.ts'
import { riskWork } from '#areas/risks/contract/risk-work.ts'
import { closeRequest } from './approval.ts'
import { riskRowChecks } from './checks.ts'
import { askedAt, askedBy, isAbove, isStale, shownLevels, waitsFor } from './derived.ts'
import { tellStale } from './recompute-levels.ts'
import { guardRisks } from './guard.ts'
import { guardRiskRegister } from './guard-register.ts'
import { riskRegisterRules, riskRules } from './rules.ts'

/** Over the risks of a register that its reader finds there; those that are closed are over. */
const registerCounts = {
  over: (row, who, what) =>
    sql`(select ${what} from risk held where held.customer_id = ${row('customer_id')} and held.register_id = ${row('id')} and held.treatment <> 'CLOSED'${found(riskRules.read, who)})`,
  values: {
    risks: () => sql`count(*)`,
    above: (row) => sql`count(*) filter (where held.current_level > ${row('appetite')})`,
    to_approve: () => sql`count(*) filter (where held.status = 'TO_BE_APPROVED')`,
    stale: () => sql`count(*) filter (where ${isStale(held)})`,
  },
} satisfies Together

export const riskRegisters = defineRegister({
  def: riskRegister,
  rules: riskRegisterRules,
  derived: eachOf(registerCounts),
  together: registerCounts,
  beforeWrite: guardRiskRegister,
  countsHidden: true,
  refusals: { access: 'kit.errors.no_register_access' },
})

export const risks = defineWorkResource({
  work: riskWork,
  rules: riskRules,
  checks: riskRowChecks,
  derived: {
    levels: (row) => shownLevels(row),
    above: (row) => isAbove(row),
    stale: (row) => isStale(row),
    decide_right: (row, _, who) => waitsFor(row, who),
    asked_by: (row) => askedBy(row),
    asked_at: (row) => askedAt(row),
  },
  oneOf: [['perimeter', 'tag']],
  beforeWrites: guardRisks,
  allowed: closeRequest,
  afterWrites: tellStale,
  open: riskFigures.open,
  importing: { needs: ['register'] },
})
