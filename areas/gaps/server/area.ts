import { checkFigures } from '#kit/contract/check.ts'
import { readers, type Role } from '#kit/contract/right.ts'
import { on, type Area } from '#kit/server/http/area.ts'
import { anyOf, ownedBySelf, throughParent } from '#kit/server/access/row-rule.ts'
import { reminder } from '#kit/server/http/reminder.ts'
import { workDigest } from '#kit/server/http/work-digest.ts'
import { measureReset, measureResetting } from '#areas/measures/contract/events.ts'
import { gapChecks } from '#areas/gaps/contract/checks.ts'
import { gap } from '#areas/gaps/contract/gap.ts'
import { gapFigures, registerStatusFigures } from '#areas/gaps/contract/figures.ts'
import { gapsRights } from '#areas/gaps/contract/rights.ts'
import { figureCount } from '#kit/server/data/resources/figures.ts'
import { en } from '#areas/gaps/locales/en.ts'
import { fr } from '#areas/gaps/locales/fr.ts'
import { holdGaps, unlinkMeasure } from './gap-effects.ts'
import { gapCalls } from './gap-calls.ts'
import { gapGroups, gapRegisters, gaps } from './resources.ts'
import { quotaCounts } from '#areas/tenancy/server/index.ts'
import { gapQuota } from './gap-guard.ts'

const gapPage = (roles: readonly Role[]) => (roles.some((role) => readers.includes(role)) ? '/ops/gaps/all' : '/contributions/gaps')

export const gapsArea: Area = {
  name: 'gaps',
  rights: gapsRights,
  resources: [gapRegisters, gapGroups, gaps],
  extensions: [quotaCounts.with(gapQuota)],
  figures: [...[gapFigures, ...registerStatusFigures].flatMap((figures) => Object.values(figures)), ...[gapChecks].flatMap(checkFigures)],
  calls: (api, resources) => {
    gapCalls(api, resources)
  },
  handlers: [on(measureResetting, holdGaps), on(measureReset, unlinkMeasure)],
  contributions: { nb_gaps: (who, today) => figureCount(gaps, gapFigures.waiting, who, today) },
  digests: [
    workDigest(gaps, gapPage),
    // One that is lived with is looked at again.
    reminder(gaps, {
      entity: gap,
      date: 'review_date',
      days: [30, 7, 1, 0],
      closed: true,
      tell: anyOf(ownedBySelf, throughParent('gap_register', 'register_id')),
      pageOf: gapPage,
    }),
  ],
  exposes: { gaps: 'gap', gap_registers: 'gap_register' },
  locales: { en, fr },
}
