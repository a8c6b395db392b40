import { checkFigures } from '#kit/contract/check.ts'
import { readers } from '#kit/contract/right.ts'
import { anyOf, assignedTo } from '#kit/server/access/row-rule.ts'
import { defineResource } from '#kit/server/data/resources/resource.ts'
import { handle, type Area } from '#kit/server/http/area.ts'
import { reminder } from '#kit/server/http/reminder.ts'
import { countEvidence, evidenceBehind, evidenceStats, offerEvidence } from '#areas/evidence/contract/calls.ts'
import { evidenceChecks } from '#areas/evidence/contract/checks.ts'
import { evidence as entity } from '#areas/evidence/contract/evidence.ts'
import { evidenceFigures, urgentEvidence } from '#areas/evidence/contract/figures.ts'
import { evidenceRights } from '#areas/evidence/contract/rights.ts'
import { en } from '#areas/evidence/locales/en.ts'
import { fr } from '#areas/evidence/locales/fr.ts'
import { evidenceAsks } from './asks.ts'
import { evidenceBehindIt } from './behind.ts'
import { evidenceRowChecks } from './checks.ts'
import { evidenceCounts } from './counted.ts'
import { countStates } from './counts.ts'
import { evidenceDerived } from './derived.ts'
import { guardEvidence } from './revisions.ts'
import { comparePlaces } from './kept-places.ts'
import { offeredEvidence } from './suggested-evidence.ts'
import { evidenceRules } from './rules.ts'
import { statistics } from './stats.ts'

const evidences = defineResource({
  def: entity,
  rules: evidenceRules,
  derived: evidenceDerived,
  asks: evidenceAsks,
  checks: evidenceRowChecks,
  counted: evidenceCounts,
  oneOf: [['manager', 'group']],
  keepsTotal: true,
  beforeWrite: guardEvidence,
})

export const evidence: Area = {
  name: 'evidence',
  rights: evidenceRights,
  tables: ['evidence_place'],
  resources: [evidences],
  figures: [...Object.values(evidenceFigures), ...Object.values(urgentEvidence), ...checkFigures(evidenceChecks)],
  calls: (api, resources) => {
    handle(api, 'evidence', countEvidence, async ({ tx, grant, body }) => ({ object: await countStates(tx, grant, resources, body) }))
    handle(api, 'evidence', evidenceStats, async ({ tx, grant, query, body }) => {
      if (query.as_of) tx.readAsOf(query.as_of)
      return { object: await statistics(tx, grant, resources, body) }
    })
    handle(api, 'evidence', evidenceBehind, async ({ tx, grant, query: { as_of: day, ...asked } }) => {
      if (day) tx.readAsOf(day)
      return { object: await evidenceBehindIt(tx, grant, resources, asked) }
    })
    handle(api, 'evidence', offerEvidence, async ({ tx, query }) => offeredEvidence(tx, query))
  },
  jobs: [{ name: 'evidence_places', schedule: '45 1 * * *', run: async ({ tx }) => void (await comparePlaces(tx)) }],
  digests: [
    reminder(evidences, {
      entity,
      date: 'valid_until',
      days: [30, 7, 1],
      tell: anyOf(assignedTo()),
      pageOf: (roles) => (roles.some((role) => readers.includes(role)) ? '/ops/evidence' : '/contributions/evidence'),
    }),
  ],
  exposes: { evidence: 'evidence' },
  locales: { en, fr },
}
