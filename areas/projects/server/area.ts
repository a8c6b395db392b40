import { sql, type RawBuilder } from 'kysely'
import { readers } from '#kit/contract/right.ts'
import type { Area } from '#kit/server/http/area.ts'
import { workDigest } from '#kit/server/http/work-digest.ts'
import { projectFacts } from '#areas/actions/server/index.ts'
import { projectFigures, projectStepFigures } from '#areas/projects/contract/figures.ts'
import { projectsRights } from '#areas/projects/contract/rights.ts'
import { en } from '#areas/projects/locales/en.ts'
import { fr } from '#areas/projects/locales/fr.ts'
import type { OptionType } from '#areas/tenancy/contract/trial.ts'
import { projectCalls } from './calls.ts'
import { classifyCalls } from './classify-calls.ts'
import { decisionPaper } from './decision-paper.ts'
import { projectReport } from './project-report.ts'
import { ispProjects } from './resources.ts'

const projectsWhere = (what: RawBuilder<unknown>) =>
  sql`select in_project.id from public.isp_project in_project where in_project.customer_id = current_customer() and in_project.${what}`

export const projects: Area = {
  name: 'projects',
  addOn: 'ISP' satisfies OptionType,
  rights: projectsRights,
  tables: ['isp_classification', 'isp_decision_draft', 'isp_setting'],
  resources: [ispProjects],
  figures: [...Object.values(projectFigures), ...Object.values(projectStepFigures)],
  calls: (api, resources) => {
    projectCalls(api, resources)
    classifyCalls(api, resources)
  },
  extensions: [projectFacts.with({ closed: projectsWhere(sql`status = 'CLOSED'`), resting: projectsWhere(sql`status <> 'ONGOING'`) })],
  reports: [projectReport, decisionPaper],
  digests: [workDigest(ispProjects, (roles) => (roles.some((role) => readers.includes(role)) ? '/ops/projects' : '/contributions/projects'))],
  exposes: { projects: 'isp_project' },
  locales: { en, fr },
}
