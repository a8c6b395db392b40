import { checkFigures } from '#kit/contract/check.ts'
import { on, type Area } from '#kit/server/http/area.ts'
import { customerBegins } from '#areas/tenancy/contract/events.ts'
import { exemptionChecks } from '#areas/exemptions/contract/checks.ts'
import { exemptionFigures, registerStatusFigures } from '#areas/exemptions/contract/figures.ts'
import { groupingChanged } from '#areas/organisation/contract/events.ts'
import { exemptionsRights } from '#areas/exemptions/contract/rights.ts'
import { figureCount } from '#kit/server/data/resources/figures.ts'
import { en } from '#areas/exemptions/locales/en.ts'
import { fr } from '#areas/exemptions/locales/fr.ts'
import { makeDefaultRegister } from './first-register.ts'
import { requestReport } from './exemption-report.ts'
import { exemptionCalls } from './exemption-calls.ts'
import { exemptionExpiry } from './exemption-expiry.ts'
import { followGrouping, groupingJob } from './exemption-grouping.ts'
import { exemptionReminder } from './exemption-reminder.ts'
import { exemptionRegisters, exemptions } from './resources.ts'
import { exemptionSources } from './sources.ts'

export const exemptionsArea: Area = {
  name: 'exemptions',
  rights: exemptionsRights,
  resources: [exemptionRegisters, exemptions],
  figures: [...[exemptionFigures, ...registerStatusFigures].flatMap((figures) => Object.values(figures)), ...[exemptionChecks].flatMap(checkFigures)],
  calls: (api, resources) => {
    exemptionCalls(api, resources)
  },
  jobs: [exemptionExpiry, groupingJob],
  handlers: [on(customerBegins, makeDefaultRegister), on(groupingChanged, followGrouping)],
  reports: [requestReport],
  contributions: { nb_exemptions: (who, today) => figureCount(exemptions, exemptionFigures.waiting, who, today) },
  digests: [exemptionReminder],
  sources: exemptionSources,
  exposes: { exemptions: 'exemption', exemption_registers: 'exemption_register' },
  locales: { en, fr },
}
