import { defineRegister } from '#kit/server/data/resources/register.ts'
import { defineWorkResource } from '#kit/server/data/work/work-resource.ts'
import { actionFigures } from '#areas/actions/contract/figures.ts'
import { program } from '#areas/actions/contract/program.ts'
import { remediationWork } from '#areas/actions/contract/remediation-work.ts'
import { remediationCounts } from './counted.ts'
import { remediationChecks } from './checks.ts'
import { planCounts, programDerived, remediationDerived } from './derived.ts'
import { afterRemediation } from './effects.ts'
import { guardRemediation } from './guard.ts'
import { guardProgram } from './programs.ts'
import { programRules, remediationRules } from './rules.ts'

export const programs = defineRegister({
  def: program,
  rules: programRules,
  derived: programDerived,
  together: planCounts,
  beforeWrite: guardProgram,
  countsHidden: true,
  refusals: { access: 'actions.errors.no_program_access' },
})

export const remediations = defineWorkResource({
  work: remediationWork,
  rules: remediationRules,
  derived: remediationDerived,
  checks: remediationChecks,
  counted: remediationCounts,
  beforeWrite: guardRemediation,
  afterWrite: afterRemediation,
  open: actionFigures.open,
  importing: { needs: ['program'] },
})
