import type { Catalogue } from '#kit/contract/catalogue.ts'
import type * as english from './checks-en.ts'

export const riskFindings = {
  ABOVE_UNANSWERED: 'Risque au-dessus de l’appétence sans action ni acceptation',
  STALE: 'Risque approuvé qui a changé depuis',
  REVIEW_OVER: 'Risque dont la revue est en retard',
  UNASSIGNED: 'Risque sans responsable',
} satisfies Catalogue<typeof english.riskFindings>
