import type { Area } from '#kit/server/http/area.ts'
import { scoreRights } from '#areas/scores/contract/rights.ts'
import { en } from '#areas/scores/locales/en.ts'
import { fr } from '#areas/scores/locales/fr.ts'
import { scoreCalls } from './calls.ts'
import { endNotApplicable, followNotApplicable } from './exclusions.ts'
import { publishToday } from './snapshot.ts'

export const scores: Area = {
  name: 'scores',
  rights: scoreRights,
  resources: [],
  calls: scoreCalls,
  handlers: {
    'control_not_applicable.created': followNotApplicable,
    'control_not_applicable.updated': followNotApplicable,
    'control_not_applicable.removed': endNotApplicable,
  },
  jobs: [{ name: 'score_snapshot', schedule: '55 23 * * *', run: ({ tx }) => publishToday(tx) }],
  locales: { en, fr },
}
