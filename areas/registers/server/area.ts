import { readers } from '#kit/contract/right.ts'
import { on, type Area } from '#kit/server/http/area.ts'
import { workDigest } from '#kit/server/http/work-digest.ts'
import { customerBegins } from '#areas/tenancy/contract/events.ts'
import { exemptionFigures, gapFigures, incidentFigures, registerStatusFigures } from '#areas/registers/contract/figures.ts'
import { registersRights } from '#areas/registers/contract/rights.ts'
import { en } from '#areas/registers/locales/en.ts'
import { fr } from '#areas/registers/locales/fr.ts'
import { makeDefaultRegister } from './first-register.ts'
import { incidentCalls } from './incident-calls.ts'
import { clocksJob, declaredJob } from './incident-jobs.ts'
import { notificationReport } from './notification-report.ts'
import { exemptionCalls } from './exemption-calls.ts'
import { exemptionExpiry } from './exemption-expiry.ts'
import { exemptionReminder } from './exemption-reminder.ts'
import { exemptionRegisters, exemptions, gapGroups, gapRegisters, gaps, incidents } from './resources.ts'

export const registers: Area = {
  name: 'registers',
  rights: registersRights,
  resources: [incidents, exemptionRegisters, exemptions, gapRegisters, gapGroups, gaps],
  figures: [incidentFigures, exemptionFigures, gapFigures, ...registerStatusFigures].flatMap((figures) => Object.values(figures)),
  calls: (api, resources) => {
    incidentCalls(api, resources)
    exemptionCalls(api, resources)
  },
  jobs: [exemptionExpiry],
  handlers: [on(customerBegins, makeDefaultRegister)],
  reports: [notificationReport],
  mailing: (post) => [declaredJob(post), clocksJob(post)],
  digests: [
    exemptionReminder,
    workDigest(incidents, (roles) => (roles.some((role) => readers.includes(role)) ? '/ops/incidents' : '/contributions/incidents')),
  ],
  locales: { en, fr },
}
