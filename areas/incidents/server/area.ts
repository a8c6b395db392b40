import { checkFigures } from '#kit/contract/check.ts'
import { readers } from '#kit/contract/right.ts'
import { type Area } from '#kit/server/http/area.ts'
import { workDigest } from '#kit/server/http/work-digest.ts'
import { incidentChecks } from '#areas/incidents/contract/checks.ts'
import { incidentFigures, registerStatusFigures } from '#areas/incidents/contract/figures.ts'
import { incidentsRights } from '#areas/incidents/contract/rights.ts'
import { figureCount } from '#kit/server/data/resources/figures.ts'
import { en } from '#areas/incidents/locales/en.ts'
import { fr } from '#areas/incidents/locales/fr.ts'
import { incidentCalls } from './incident-calls.ts'
import { clocksJob } from './incident-jobs.ts'
import { notificationReport } from './notification-report.ts'
import { incidents } from './resources.ts'

export const incidentsArea: Area = {
  name: 'incidents',
  rights: incidentsRights,
  tables: ['incident_entry', 'incident_told'],
  resources: [incidents],
  figures: [...[incidentFigures, ...registerStatusFigures].flatMap((figures) => Object.values(figures)), ...[incidentChecks].flatMap(checkFigures)],
  calls: (api, resources) => {
    incidentCalls(api, resources)
  },
  jobs: [clocksJob],
  reports: [notificationReport],
  contributions: { nb_incidents: (who, today) => figureCount(incidents, incidentFigures.waiting, who, today) },
  digests: [workDigest(incidents, (roles) => (roles.some((role) => readers.includes(role)) ? '/ops/incidents' : '/contributions/incidents'))],
  exposes: { incidents: 'incident' },
  locales: { en, fr },
}
