import type { Catalogue } from '#kit/contract/catalogue.ts'
import type * as english from './checks-en.ts'

export const riskFindings = {
  ABOVE_UNANSWERED: 'Risque au-dessus de l’appétence sans action ni acceptation',
  STALE: 'Risque approuvé qui a changé depuis',
  RULE_MOVED: 'Risque dont le niveau a bougé quand les mesures sont devenues des couches',
  REVIEW_OVER: 'Risque dont la revue est en retard',
  UNASSIGNED: 'Risque sans responsable',
} satisfies Catalogue<typeof english.riskFindings>
