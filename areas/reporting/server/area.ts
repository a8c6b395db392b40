import type { Figure } from '#kit/contract/figure.ts'
import type { Area } from '#kit/server/http/area.ts'
import type { Source } from '#kit/server/sources/source.ts'
import { chosenHome } from '#areas/access/server/index.ts'
import { reportingRights } from '#areas/reporting/contract/rights.ts'
import { en } from '#areas/reporting/locales/en.ts'
import { fr } from '#areas/reporting/locales/fr.ts'
import { dashboardCalls } from './calls.ts'
import { dashboardLinkResource } from './dashboard-link.ts'
import { dashboardResource } from './dashboard.ts'
import { homeOf } from './home.ts'
import { freezeJob } from './freeze-job.ts'
import { reviewResource } from './management/management-review.ts'
import { reviewCalls } from './management/review-calls.ts'
import { reviewReport } from './management/review-report.ts'
import { reportCalls } from './reports/report-calls.ts'
import { periodDocument, periodWorkbook } from './reports/report-files.ts'
import { scheduleResource } from './schedules/report-schedule.ts'
import { scheduleCalls } from './schedules/schedule-calls.ts'
import { dueReports, mailReports } from './schedules/send-reports.ts'
import { versionReport } from './version-report.ts'
import { versionWorkbook } from './version-workbook.ts'
import { shareCalls } from './share-calls.ts'

/** Dashboards over all that the other areas tell: the sources that they declare, and the figures of their entities. */
export const reportingOf = (areas: readonly Area[]): Area => {
  const sources = {
    declared: areas.flatMap((area): readonly Source[] => area.sources ?? []),
    figures: areas.flatMap((area): readonly Figure[] => area.figures ?? []),
  }
  return {
    name: 'reporting',
    rights: reportingRights,
    features: { DASHBOARDS: ['dashboard.write', 'dashboard_link.write'] },
    tables: [
      'dashboard_draft',
      'dashboard_version',
      'dashboard_frozen',
      'dashboard_home',
      'dashboard_opening',
      'report_due',
      'report_mail',
      'management_review_frozen',
    ],
    leftOut: { dashboard_link: 'secret', dashboard_opening: 'secret' },
    resources: [dashboardResource, dashboardLinkResource, scheduleResource, reviewResource],
    calls: (api, resources) => {
      dashboardCalls(api, resources, sources)
      shareCalls(api, resources)
      reportCalls(api, resources, sources)
      scheduleCalls(api, resources)
      reviewCalls(api, resources, sources)
    },
    extensions: [chosenHome.with(homeOf)],
    workbooks: [versionWorkbook, periodWorkbook(sources)],
    reports: [versionReport(sources), periodDocument(sources), reviewReport(sources)],
    jobs: [dueReports],
    composing: (api) => [freezeJob(api, sources), mailReports(api, sources)],
    locales: { en, fr },
  }
}
