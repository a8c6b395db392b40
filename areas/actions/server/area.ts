import { defineResource } from '#kit/server/data/resource.ts'
import type { Area } from '#kit/server/http/area.ts'
import { program } from '#areas/actions/contract/program.ts'
import { remediation } from '#areas/actions/contract/remediation.ts'
import { actionRights } from '#areas/actions/contract/rights.ts'
import { en } from '#areas/actions/locales/en.ts'
import { fr } from '#areas/actions/locales/fr.ts'
import { actionCalls } from './calls.ts'
import { countOpen } from './count-open.ts'
import { actionDigest } from './digest.ts'
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
    defineResource({
      def: remediation,
      rules: remediationRules,
      derived: remediationDerived,
      beforeWrite: guardRemediation,
      afterWrite: afterRemediation,
      importable: true,
    }),
  ],
  calls: actionCalls,
  handlers: { 'remediation.finished': onFinished, 'remediation.removing': onRemoving, 'measure.reset': onMeasureReset },
  digest: actionDigest,
  contributions: { nb_actions: countOpen },
  locales: { en, fr },
}
