import { checkFigures } from '#kit/contract/check.ts'
import { readers, type Role } from '#kit/contract/right.ts'
import { on, type Area } from '#kit/server/http/area.ts'
import { anyOf, assignedTo, createdBySelf, throughParent } from '#kit/server/access/row-rule.ts'
import { reminder } from '#kit/server/http/reminder.ts'
import { workDigest } from '#kit/server/http/work-digest.ts'
import { measureReset, measureResetting } from '#areas/measures/contract/events.ts'
import { customerBegins } from '#areas/tenancy/contract/events.ts'
import { exemptionChecks, gapChecks, incidentChecks } from '#areas/registers/contract/checks.ts'
import { gap } from '#areas/registers/contract/gap.ts'
import { exemptionFigures, gapFigures, incidentFigures, registerStatusFigures } from '#areas/registers/contract/figures.ts'
import { groupingChanged } from '#areas/organisation/contract/events.ts'
import { registersRights } from '#areas/registers/contract/rights.ts'
import { en } from '#areas/registers/locales/en.ts'
import { fr } from '#areas/registers/locales/fr.ts'
import { holdGaps, unlinkMeasure } from './gap-effects.ts'
import { makeDefaultRegister } from './first-register.ts'
import { incidentCalls } from './incident-calls.ts'
import { clocksJob } from './incident-jobs.ts'
import { requestReport } from './exemption-report.ts'
import { notificationReport } from './notification-report.ts'
import { exemptionCalls } from './exemption-calls.ts'
import { gapCalls } from './gap-calls.ts'
import { exemptionExpiry } from './exemption-expiry.ts'
import { followGrouping, groupingJob } from './exemption-grouping.ts'
import { exemptionReminder } from './exemption-reminder.ts'
import { exemptionRegisters, exemptions, gapGroups, gapRegisters, gaps, incidents } from './resources.ts'

const gapPage = (roles: readonly Role[]) => (roles.some((role) => readers.includes(role)) ? '/ops/gaps/all' : '/contributions/gaps')

export const registers: Area = {
  name: 'registers',
  rights: registersRights,
  tables: ['incident_entry', 'incident_told'],
  resources: [incidents, exemptionRegisters, exemptions, gapRegisters, gapGroups, gaps],
  figures: [
    ...[incidentFigures, exemptionFigures, gapFigures, ...registerStatusFigures].flatMap((figures) => Object.values(figures)),
    ...[exemptionChecks, incidentChecks, gapChecks].flatMap(checkFigures),
  ],
  calls: (api, resources) => {
    incidentCalls(api, resources)
    exemptionCalls(api, resources)
    gapCalls(api, resources)
  },
  jobs: [exemptionExpiry, groupingJob, clocksJob],
  handlers: [on(customerBegins, makeDefaultRegister), on(measureResetting, holdGaps), on(measureReset, unlinkMeasure), on(groupingChanged, followGrouping)],
  reports: [notificationReport, requestReport],
  digests: [
    exemptionReminder,
    workDigest(incidents, (roles) => (roles.some((role) => readers.includes(role)) ? '/ops/incidents' : '/contributions/incidents')),
    workDigest(gaps, gapPage),
    // One that is lived with is looked at again.
    reminder(gaps, {
      entity: gap,
      date: 'review_date',
      days: [30, 7, 1, 0],
      closed: true,
      tell: anyOf(assignedTo(), createdBySelf, throughParent('gap_register', 'register_id')),
      pageOf: gapPage,
    }),
  ],
  locales: { en, fr },
}
