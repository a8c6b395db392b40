import { sql } from 'kysely'
import { defineRegister } from '#kit/server/data/resources/register.ts'
import { eachOf, type Together } from '#kit/server/data/resources/resource.ts'
import { defineWorkResource } from '#kit/server/data/work/work-resource.ts'
import { exemptionRegister } from '#areas/exemptions/contract/exemption-register.ts'
import { exemptionWork } from '#areas/exemptions/contract/exemption-work.ts'
import { exemptionFigures } from '#areas/exemptions/contract/figures.ts'
import { exemptionRowChecks } from './checks.ts'
import { exemptionCounts } from './counted.ts'
import { afterExemption, answerRequest } from './exemption-decision.ts'
import { guardExemption, keepRegister, waitsFor } from './exemption-guard.ts'
import { exemptionInForce } from './facts.ts'
import { exemptionRegisterRules, exemptionRules } from './rules.ts'
import { inside, held } from '#kit/server/data/resources/inside-register.ts'

const registerCounts = {
  over: inside('exemption', exemptionRules.read),
  values: {
    exemptions: () => sql`count(*)`,
    requested: () => sql`count(*) filter (where held.status = 'REQUESTED')`,
    in_force: () => sql`count(*) filter (where ${exemptionInForce(held)})`,
  },
} satisfies Together

export const exemptionRegisters = defineRegister({
  def: exemptionRegister,
  rules: exemptionRegisterRules,
  derived: eachOf(registerCounts),
  together: registerCounts,
  beforeWrite: keepRegister,
  countsHidden: true,
  refusals: { access: 'kit.errors.no_register_access' },
})

export const exemptions = defineWorkResource({
  work: exemptionWork,
  rules: exemptionRules,
  checks: exemptionRowChecks,
  counted: exemptionCounts,
  derived: { in_force: (row) => exemptionInForce(row), decide_right: (row, _, who) => waitsFor(row, who) },
  oneOf: [['perimeters', 'tag']],
  keepsTotal: true,
  beforeWrite: guardExemption,
  allowed: answerRequest,
  afterWrite: afterExemption,
  open: exemptionFigures.open,
})
