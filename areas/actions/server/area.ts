import { defineResource } from '#kit/server/data/resource.ts'
import type { Area } from '#kit/server/http/area.ts'
import { program } from '../contract/program.ts'
import { remediation } from '../contract/remediation.ts'
import { actionRights } from '../contract/rights.ts'
import { en } from '../locales/en.ts'
import { fr } from '../locales/fr.ts'
import { actionCalls } from './calls.ts'
import { programDerived, remediationDerived } from './derived.ts'
import { afterRemediation, onFinished, onMeasureReset, onRemoving } from './effects.ts'
import { guardRemediation } from './guard.ts'
import { guardProgram } from './programs.ts'
import { programRules, remediationRules } from './rules.ts'

export const actions: Area = {
  name: 'actions',
  rights: actionRights,
  resources: [
    defineResource({ def: program, rules: programRules, derived: programDerived, beforeWrite: guardProgram, countsHidden: true }),
    defineResource({ def: remediation, rules: remediationRules, derived: remediationDerived, beforeWrite: guardRemediation, afterWrite: afterRemediation, importable: true }),
  ],
  calls: actionCalls,
  handlers: { 'remediation.finished': onFinished, 'remediation.removing': onRemoving, 'measure.reset': onMeasureReset },
  locales: { en, fr },
}
